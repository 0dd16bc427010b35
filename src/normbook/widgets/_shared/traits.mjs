// What each trait of a state may be: the same limits as in widget.py, for states that come from a
// kernel, a page or a link alike. A trait is { start, take }; `take` returns undefined for what is
// none, and shares no list with its source.

export function number({ low, high, start }) {
  return { start, take: (value) => (isNumber(value, low, high) ? value : undefined) };
}

export function whole({ low, high, start }) {
  const isWhole = (value) => Number.isInteger(value) && isNumber(value, low, high);
  return { start, take: (value) => (isWhole(value) ? value : undefined) };
}

export function flag({ start }) {
  return { start, take: (value) => (typeof value === "boolean" ? value : undefined) };
}

export function choice({ of, start }) {
  return { start, take: (value) => (of.includes(value) ? value : undefined) };
}

export function text({ most, start = "" }) {
  const isText = (value) => typeof value === "string" && value.length <= most;
  return { start, take: (value) => (isText(value) ? value : undefined) };
}

export function vector({ least = 1, most, low, high, start }) {
  const isVector = (values) =>
    Array.isArray(values) &&
    values.length >= least &&
    values.length <= most &&
    values.every((value) => isNumber(value, low, high));
  return { start, take: (values) => (isVector(values) ? [...values] : undefined) };
}

/**
 * Returns the parser of states with these traits: what is missing gets its start; null where
 * something is none, or where `check` says that they do not go together.
 */
export function parser(traits, check = () => true) {
  return (raw) => {
    if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return null;
    const state = {};
    for (const [name, { start, take }] of Object.entries(traits)) {
      state[name] = take(raw[name] ?? start);
      if (state[name] === undefined) return null;
    }
    return check(state) ? state : null;
  };
}

function isNumber(value, low, high) {
  return Number.isFinite(value) && value >= low && value <= high;
}
