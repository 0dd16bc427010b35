// Builds what browsers load: each explorable as one module and one stylesheet, and the site's own.
// Prints the size of each and of the records, and fails where one is over its limit.
// Usage: node tools/bundle.mjs [--serve]     (with --serve: again for each line of standard input)

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, context } from "esbuild";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WIDGETS = join(ROOT, "src/normbook/widgets");
const SPHINX = join(ROOT, "src/normbook/sphinx");
const LIMIT_KB = 45;
const EDITOR_LIMIT_KB = 120; // the editor of exercises and cells, and all around it
const IN_PYTHON = ["exercise/exercise", "code/cell", "own/own_norm", "playground/playground"];
const PYTHON_WORKER = join(SPHINX, "assets/python/worker.mjs");
const RECORDS_LIMIT_KB = 300;
const column = (number) => number.toFixed(1).padStart(6);
const COMMON = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outExtension: { ".js": ".mjs" },
  metafile: true,
  write: false, // see writeFiles
  logLevel: "warning",
};

// Every browser that the book supports reads woff2: the older formats are left out.
const WITH_FONTS = {
  loader: { ".svg": "dataurl", ".woff2": "file", ".woff": "empty", ".ttf": "empty" },
  assetNames: "fonts/[name]",
};

const inWorkers = new Set(); // the files that bundles hold inside a function, see below

// What `worker.mjs` of an explorable exports, a function of a port, becomes one that holds all that
// it imports: its source can be sent to a worker, and it can be called where workers are refused.
const SELF_CONTAINED = {
  name: "self-contained",
  setup({ onLoad }) {
    onLoad({ filter: /widgets[\\/]\w+[\\/]worker\.mjs$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        ...COMMON,
        stdin: {
          contents: `import serve from ${JSON.stringify(path)}; serve(port);`,
          resolveDir: dirname(path),
        },
      });
      const inputs = Object.keys(metafile.inputs).map((input) => resolve(input));
      for (const input of inputs) inWorkers.add(input);
      return {
        contents: `export default function (port) { ${outputFiles[0].text} }`,
        watchFiles: inputs,
      };
    });
  },
};

const explorables = join(WIDGETS, "_dist/explorables");
const site = join(SPHINX, "_dist");
const sources = join(WIDGETS, "_dist/sources.json");

/** Returns what is to be built: esbuild's options, a bundle each. */
async function listBundles() {
  const files = await readdir(WIDGETS, { recursive: true });
  const modules = files.filter((file) => /^\w+[\\/]widget\.mjs$/.test(file));
  const slugs = modules.map((file) => dirname(file)).sort();
  const unstyled = slugs.filter((slug) => !files.includes(join(slug, "widget.css")));
  if (unstyled.length) {
    throw new Error(
      `Write widget.css in ${unstyled.map((slug) => join(WIDGETS, slug)).join(", ")}:\n` +
        `  @import "../_shared/tokens.css"; and what else of _shared/ the explorable uses`,
    );
  }
  const shared = files.filter((file) => /^_shared[\\/]\w+\.css$/.test(file)).sort();
  return [
    ...(await Promise.all(slugs.map(explorable))),
    // Its rules join site.css when it is known which of them the pages use: see sphinx/styles.mjs.
    {
      ...COMMON,
      ...WITH_FONTS,
      entryPoints: ["katex/dist/katex.min.css"],
      outfile: join(site, "katex.css"),
    },
    styles([...shared, ...slugs.map((slug) => join(slug, "widget.css"))]),
    {
      ...COMMON,
      entryPoints: [
        ...["site.mjs", "search.mjs", "exercise/progress.mjs", "exercise/map.mjs", "code/cell.css"],
        ...["own/own_norm.css"],
        "python/runtime.mjs",
        ...["predict/predict.mjs", "predict/sketch.mjs"],
      ].map((file) => join(SPHINX, "assets", file)),
      outdir: site,
    },
    {
      ...COMMON,
      entryPoints: [{ in: PYTHON_WORKER, out: "python/worker" }],
      outdir: site,
      banner: { js: await licences(PYTHON_WORKER) },
    },
    // What exercises, cells, norms at work and playgrounds share is one module: a page has one Python for all.
    {
      ...COMMON,
      entryPoints: IN_PYTHON.map((name) => ({
        in: join(SPHINX, "assets", `${name}.mjs`),
        out: name,
      })),
      outdir: site,
      splitting: true,
      chunkNames: "code/shared-[hash]",
      banner: {
        js: await licences(...IN_PYTHON.map((name) => join(SPHINX, "assets", `${name}.mjs`))),
      },
    },
    // The speaker's view comes when it is asked for.
    {
      ...COMMON,
      entryPoints: ["deck.mjs", "deck.css"].map((file) => join(SPHINX, "assets/slides", file)),
      outdir: join(site, "slides"),
      splitting: true,
      chunkNames: "[name]-[hash]",
      banner: { js: await licences(join(SPHINX, "assets/slides/deck.mjs")) },
    },
    {
      ...COMMON,
      format: "iife", // older browsers take no modules as service workers
      outExtension: {},
      entryPoints: [
        { in: join(SPHINX, "assets/offline/worker.mjs"), out: "offline" },
        { in: join(SPHINX, "assets/predict/cover.js"), out: "predict/cover" },
      ],
      outdir: site,
    },
  ];
}

/** All that a page shows has its style in one file: a second one would be waited for, too. */
function styles(widgets) {
  const own = ["site.css", "exercise/exercise.css"].map((file) => join(SPHINX, "assets", file));
  const all = [...own, ...widgets.map((file) => join(WIDGETS, file))];
  const contents = all.map((file) => `@import ${JSON.stringify(file)};`).join("\n");
  return {
    ...COMMON,
    ...WITH_FONTS,
    stdin: { contents, loader: "css", resolveDir: ROOT },
    outfile: join(site, "site.css"),
    plugins: [sharedOnce],
  };
}

/** Of a style that is imported twice esbuild keeps the last: what is shared would win over what is not. */
const sharedOnce = {
  name: "shared-once",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]widget\.css$/ }, async ({ path }) => {
      const style = await readFile(path, "utf8");
      return { contents: style.replaceAll(/^@import .*_shared.*$/gm, ""), loader: "css" };
    });
  },
};

async function explorable(slug) {
  return {
    ...COMMON,
    plugins: [SELF_CONTAINED],
    entryPoints: [".mjs", ".css"].map((suffix) => ({
      in: join(WIDGETS, slug, `widget${suffix}`),
      out: slug,
    })),
    outdir: explorables,
    banner: { js: await licences(join(WIDGETS, slug, "widget.mjs")) },
  };
}

/** Names the packages inside modules; what their licences ask beside that is in licences.txt. */
async function licences(...entryPoints) {
  const { metafile } = await build({ ...COMMON, entryPoints, outdir: "." });
  const all = await Promise.all(packagesOf(metafile).map(nameOf));
  return all.length ? `/*! Contains ${all.join("; ")} */` : "";
}

/** Returns the folders of the packages that a bundle has files of. */
function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap(
    (input) => input.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [],
  );
  return [...new Set(folders)].sort();
}

async function nameOf(folder) {
  const { name, version, license, author } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  const by = author?.name ?? author;
  return `${name} ${version} (${by ? `${license}, ${by}` : license})`;
}

/** Returns what was built, and the text that comes with it: the licence of each package in it. */
async function withLicences(built) {
  const folders = [...new Set(built.flatMap(({ metafile }) => packagesOf(metafile)))].sort();
  const parts = folders.map(async (folder) => {
    const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying)/i.test(file));
    if (!files.length) throw new Error(`${folder} has no file with its licence.`);
    const texts = files.sort().map((file) => readFile(join(folder, file), "utf8"));
    return [await nameOf(folder), ...(await Promise.all(texts))].join("\n\n");
  });
  const contents = Buffer.from((await Promise.all(parts)).join(`\n\n${"=".repeat(72)}\n\n`));
  const notices = { path: join(site, "licences.txt"), contents };
  return [...built.flatMap(({ outputFiles }) => outputFiles), notices];
}

/** Writes what was built, and removes what no more is. A file of the same content stays as it is. */
async function writeFiles(files) {
  const wanted = new Map(files.map(({ path, contents }) => [path, contents]));
  for (const folder of [explorables, site]) {
    await mkdir(folder, { recursive: true });
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile() && !wanted.has(path)) await rm(path);
    }
  }
  const changed = [];
  for (const [path, contents] of wanted) {
    const old = await readFile(path).catch(() => null);
    if (old?.equals(contents)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
    changed.push(path);
  }
  return changed;
}

/** Notes the content of what the explorables were made from: `complete.py` asks whether it is so still. */
async function noteSources(built) {
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const paths = new Set([...inputs.map((input) => resolve(input)), ...inWorkers]);
  const names = [...paths].map((path) => relative(ROOT, path).replaceAll("\\", "/"));
  const own = names.filter((name) => /^src\/normbook\/(widgets|data)\//.test(name)).sort();
  const digests = own.map(async (name) => {
    const content = await readFile(join(ROOT, name));
    return [name, createHash("sha256").update(content).digest("hex")];
  });
  await writeFile(sources, JSON.stringify(Object.fromEntries(await Promise.all(digests)), null, 1));
}

if (process.argv[2] === "--serve") {
  await serve();
  process.exit(); // else esbuild's process would go on
} else {
  const bundles = await listBundles().catch(({ message }) => {
    console.error(message);
    process.exit(1);
  });
  const built = await Promise.all(bundles.map((options) => build(options)));
  await writeFiles(await withLicences(built));
  await noteSources(built);
  if (!(await printSizes(built))) process.exit(1);
}

/** Builds anew for each line on standard input; answers with a line: { changed, errors }. */
async function serve() {
  let contexts = [];
  let slugs = "";
  for await (const _ of createInterface({ input: process.stdin })) {
    let answer;
    try {
      const files = await readdir(WIDGETS);
      if (String(files) !== slugs) {
        await Promise.all(contexts.map((each) => each.dispose()));
        contexts = await Promise.all(
          (await listBundles()).map((options) => context({ ...options, logLevel: "silent" })),
        );
        slugs = String(files);
      }
      const built = await Promise.all(contexts.map((each) => each.rebuild()));
      const changed = await writeFiles(await withLicences(built));
      await noteSources(built);
      answer = { changed, errors: "" };
    } catch (error) {
      answer = { changed: [], errors: error.message };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

/** Prints the sizes of all that was built; returns whether each is within its limit. */
async function printSizes(built) {
  let tooLarge = false;
  let editor = 0;
  for (const file of built.flatMap(({ metafile }) => Object.keys(metafile.outputs)).sort()) {
    if (!/\.(mjs|js|css)$/.test(file)) continue;
    const kilobytes = gzipSync(await readFile(file)).length / 1000;
    const isEditor = /(?:exercise\/exercise|code\/[\w-]+)\.mjs$/.test(file);
    if (isEditor) editor += kilobytes;
    const over = !file.endsWith(".css") && !isEditor && kilobytes > LIMIT_KB;
    tooLarge ||= over;
    const name = relative(ROOT, file);
    console.log(`${column(kilobytes)} KB gz  ${name}${over ? `  over ${LIMIT_KB}` : ""}`);
  }
  console.log(`${column(editor)} KB gz  the editor of exercises and cells, of ${EDITOR_LIMIT_KB}`);
  tooLarge ||= editor > EDITOR_LIMIT_KB;

  const folder = join(ROOT, "src/normbook/data/experiments");
  const records = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  const contents = await Promise.all(records.map((file) => readFile(join(folder, file))));
  const sizes = contents.map((content) => gzipSync(content).length / 1000);
  for (const [i, file] of records.entries())
    console.log(`${column(sizes[i])} KB gz  record ${file}`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${column(total)} KB gz  all records, of ${RECORDS_LIMIT_KB}`);

  return !tooLarge && total <= RECORDS_LIMIT_KB;
}
