// Places on an axis { low, high, log }, as a share of the way from its low end to its high one.

import { format } from "../../../widgets/_shared/numbers.mjs";

export const DIGITS = 6; // as many as a scale's values have

export const isOn = ({ low, high }, value) => value >= low && value <= high;

/** What is asked of a reader whose number is not on an axis, or is none. */
export const wanted = ({ low, high }, value) =>
  Number.isNaN(value)
    ? "This is not read as a number. Write it as 12.5 or 2e-5, without a unit."
    : `Give a number from ${format(low, DIGITS)} to ${format(high, DIGITS)}.`;

export const shareOf = ({ low, high, log }, value) =>
  log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);

export const valueAt = ({ low, high, log }, share) =>
  log ? low * (high / low) ** share : low + (high - low) * share;

export const within = ({ low, high }, value) => Math.min(Math.max(value, low), high);

/** What values of a linear axis are rounded to: a hundredth of its length, or somewhat less. */
export const unitOf = ({ low, high }) => 10 ** Math.floor(Math.log10((high - low) / 50));

/** A value with two digits, or on a linear axis with a hundredth of its length. */
export function tidy(axis, value) {
  if (axis.log) return Number(value.toPrecision(2));
  const unit = unitOf(axis);
  return Number((Math.round(value / unit) * unit).toPrecision(6));
}

/**
 * The keyboard that a phone shows for a value. On some phones the one for decimals has no minus, so an
 * axis with negative values has the one for text.
 */
export const keyboardFor = ({ low }) => (low < 0 ? "text" : "decimal");
