// What the parts of the picture share: ranges, names of outcomes, models, numbers in words.

import { format, scientific } from "../_shared/numbers.mjs";
import { nearest } from "../_shared/ranges.mjs";

/** The charts' range of the input's standard deviation. */
export const SCALES_SHOWN = [1e-8, 1e5];

/** Outcomes that are not just numbers: their names, tones, and marks in the heat map. */
export const KINDS = {
  nan: { name: "not a number", tone: "y", mark: "cross" },
  overflow: { name: "overflow: 0", tone: "fifth", mark: "ring" },
  large: { name: "too large", tone: "centred", mark: "wedge" },
};

/** Models' defaults: at a row of the heat map, and in words. */
export const MODELS = [
  { eps: 1e-12, short: "BERT, ViT", long: "BERT and ViT" },
  { eps: 1e-7, short: "DeBERTa-v2", long: "DeBERTa-v2" },
  { eps: 1e-6, short: "Llama, T5", long: "T5, Llama, Gemma and Qwen3" },
  { eps: 1e-5, short: "GPT-2", long: "GPT-2, gpt-oss and Falcon" },
];

/** The models whose default is nearest. */
export function modelsNear(eps) {
  const epsilons = MODELS.map((model) => model.eps);
  const { eps: theirs, long } = MODELS[nearest(epsilons, eps)];
  return theirs === eps
    ? `${brief(eps)} is the default of ${long}.`
    : `Nearest of the defaults in the map: ${brief(theirs)}, of ${long}.`;
}

/** A number with a power of ten where it is small or large; 0.01 and 300 are neither. */
export function brief(value) {
  const size = Math.abs(value);
  return size !== 0 && (size < 0.01 || size >= 1e5) ? scientific(value) : format(value, 3);
}
