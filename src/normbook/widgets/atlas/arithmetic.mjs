// Which models of the atlas are shown, and in which order.

export const COLUMNS = [
  { key: "name", title: "model" },
  { key: "eps", title: "ε, default" },
  { key: "checkpoint_eps", title: "ε, released" },
  { key: "norm", title: "norm" },
  { key: "casts", title: "casts" },
  { key: "placement", title: "placement" },
  { key: "qk_norm", title: "QK-norm" },
  { key: "weight", title: "weight" },
];

/** The text of a cell of the table. */
export function cell(model, key) {
  if (key === "eps" || key === "checkpoint_eps") return epsText(model[key]);
  if (key === "placement") return model.placement.replace("olmo2", "OLMo 2");
  return key === "casts" ? model.casts.replace("float32, ", "") : model[key];
}

/** 1e-6, as code has it; null stands for a value that was not found. */
export function epsText(eps) {
  return eps === null ? "not found" : eps.toExponential();
}

/** Whether the released checkpoint has another eps than its class. */
export function differs({ eps, checkpoint_eps }) {
  return checkpoint_eps !== null && checkpoint_eps !== eps;
}

/** The models that meet all filters. */
export function select(models, { query, norm, placement }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (model) =>
    [...COLUMNS.map(({ key }) => cell(model, key)), model.kind, model.checkpoint]
      .join(" ")
      .toLowerCase();
  return models.filter(
    (model) =>
      (norm === "all" || model.norm.startsWith(norm)) &&
      (placement === "all" || model.placement.includes(placement)) &&
      words.every((word) => text(model).includes(word)),
  );
}

/** All models in the order of a column; equals keep the order of the record, null counts as largest. */
export function order(models, { sort, descending }) {
  const sign = descending ? -1 : 1;
  const key = (model) => model[sort] ?? Number.POSITIVE_INFINITY;
  return models.toSorted((a, b) => sign * compare(key(a), key(b)));
}

// Made once: to make a collator takes longer than all comparisons of a sorting.
const letters = new Intl.Collator("en", { sensitivity: "base" });

function compare(a, b) {
  if (a === b) return 0; // two infinities are equal, though their difference is NaN
  return typeof a === "number" ? a - b : letters.compare(a, b);
}

/** How many checkpoints have each eps: [{ eps, models }], from the smallest; without those not found. */
export function byEps(models) {
  const known = models.filter(({ checkpoint_eps }) => checkpoint_eps !== null);
  const all = [...new Set(known.map(({ checkpoint_eps }) => checkpoint_eps))].sort((a, b) => a - b);
  return all.map((eps) => ({ eps, models: known.filter((m) => m.checkpoint_eps === eps) }));
}
