// What the search page has beside what all have: Sphinx's search, a global of its script, as this book wants it.

import { readArticles } from "./excerpts.mjs";
import { speakPlainly, weighWords } from "./words.mjs";

readArticles(Search);
weighWords(Search);
speakPlainly(Documentation);
