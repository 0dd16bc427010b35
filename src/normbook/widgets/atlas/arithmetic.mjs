// Which models of the atlas are shown, and in which order.

export const COLUMNS = [
  { key: "name", title: "model" },
  { key: "norm", title: "norm" },
  { key: "eps", title: "ε" },
  { key: "casts", title: "casts" },
  { key: "placement", title: "placement" },
  { key: "qk_norm", title: "QK-norm" },
  { key: "weight", title: "weight" },
];

/** What a cell says. */
export function cell(model, key) {
  if (key === "eps") return epsText(model.eps);
  if (key === "placement") return model.placement.replace("olmo2", "OLMo 2");
  return key === "casts" ? model.casts.replace("float32, ", "") : model[key];
}

/** 1e-6, as code has it. */
export function epsText(eps) {
  return eps.toExponential().replace(".0e", "e");
}

/** The models that meet all filters. */
export function select(models, { query, norm, placement }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (model) =>
    [...COLUMNS.map(({ key }) => cell(model, key)), model.kind].join(" ").toLowerCase();
  return models.filter(
    (model) =>
      (norm === "all" || model.norm.startsWith(norm)) &&
      (placement === "all" || model.placement.startsWith(placement)) &&
      words.every((word) => text(model).includes(word)),
  );
}

/** All models in the order of a column; equals keep the order of the record. */
export function order(models, { sort, descending }) {
  const sign = descending ? -1 : 1;
  return models.toSorted((a, b) => sign * compare(a[sort], b[sort]));
}

// One costs more to make than all comparisons of a sorting.
const letters = new Intl.Collator("en", { sensitivity: "base" });

function compare(a, b) {
  return typeof a === "number" ? a - b : letters.compare(a, b);
}

/** How many models choose each eps: [{ eps, models }], from the smallest. */
export function byEps(models) {
  const all = [...new Set(models.map(({ eps }) => eps))].sort((a, b) => a - b);
  return all.map((eps) => ({ eps, models: models.filter((model) => model.eps === eps) }));
}
