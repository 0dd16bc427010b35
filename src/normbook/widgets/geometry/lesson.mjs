// What is worth noticing in the present state, in a line or two.

import { format } from "../_shared/numbers.mjs";
import { length } from "./arithmetic.mjs";
import { LONGEST } from "./gradient.mjs";
import { RADIUS } from "./view.mjs";

const PLAIN = "Plain division gives “not a number”; here it is 0, as for every ε above 0.";

export function lesson(state, found, back) {
  const { x, eps, show } = state;
  const { mean, centred, xHat, byRms, angle } = found;
  if (show === "gradient") return ofGradient(state, found, back);
  if (length(x) === 0) {
    return eps === 0
      ? `x is 0 and ε is 0: both norms divide 0 by 0. ${PLAIN}`
      : "x is the origin, and both norms leave it there: 0 has no direction to keep.";
  }
  if (show === "rms") return ofRms(x, byRms, eps);
  if (length(centred) === 0) {
    const rest =
      show === "both" ? ` RMSNorm keeps it: ${words(byRms)}, length ${short(length(byRms))}.` : "";
    return eps === 0
      ? `x is a multiple of 1: σ² is 0 and ε is 0, so LN(x) is 0/0. ${PLAIN}${rest}`
      : `x is a multiple of 1: nothing of it lies in the plane, and LN(x) is 0.${rest}`;
  }
  if (isShort(xHat)) {
    return `ε = ${format(eps)} beside σ² = ${format(length(centred) ** 2 / 3)}: x̂ stays inside the circle, ${short(length(xHat))} from the origin instead of √3 = 1.732.`;
  }
  if (show === "layer") {
    return "Two steps: x drops along 1 to the plane, then stretches or shrinks to the circle. Its part along 1 is gone.";
  }
  if (Math.abs(mean) < 1e-9) {
    return "The mean of x is 0: x lies in the plane, x − μ·1 is x, and the two norms agree.";
  }
  return `The circle is where the plane cuts the sphere. LN(x) lies on it; x / rms keeps its part along 1, ${format(angle, 1)}° away.`;
}

function ofGradient({ dy, eps }, { centred, xHat, deviation }, { across, along, dx }) {
  if (length(dy) === 0) return "No gradient arrives at x̂, and none leaves for x.";
  if (length(centred) === 0) {
    return eps === 0
      ? "x is a multiple of 1 and ε is 0: LayerNorm has no slope here. Here it is given as 0."
      : `x is a multiple of 1, σ² is 0, and only ε is left to divide by: dx is ${short(1 / deviation)} times what lies of dy in the plane.`;
  }
  const size = length(dx);
  const rest = size > LONGEST ? ` It is drawn shorter: its length is ${short(size)}.` : "";
  if (length(along) < 0.02 * length(dy)) {
    const lost = length(across) < 0.02 * length(dy) ? "along 1" : "in the plane of 1 and x̂";
    return `dy lies ${lost}, where the forward pass forgets: next to nothing of it comes through.${rest}`;
  }
  if (isShort(xHat)) {
    const share = (length(xHat) / RADIUS) ** 2;
    return `Of dy the part along 1 is taken away, and of its part along x̂ the share σ²/(σ² + ε) = ${short(share)}: ε lets the rest through. Over √(σ² + ε) = ${short(deviation)} what is left is dx.${rest}`;
  }
  return `Of dy two parts are taken away, along 1 and along x̂ (dotted). What is left runs along the circle, and over √(σ² + ε) = ${short(deviation)} it is dx.${rest}`;
}

function ofRms(x, byRms, eps) {
  return isShort(byRms)
    ? `ε = ${format(eps)} beside ${format(length(x) ** 2 / 3)}, the mean of x²: x / rms stays inside the sphere, ${short(length(byRms))} from the origin instead of √3 = 1.732.`
    : "RMSNorm keeps the direction of x, and makes its length √3. No part of x is taken away.";
}

/** Whether a length is below √3 in the digits that are shown. */
function isShort(values) {
  return RADIUS - length(values) > 0.0005;
}

/** A vector in words: (1.2, 0.3, −1). */
export function words(values) {
  return `(${values.map((value) => format(value)).join(", ")})`;
}

export function short(value) {
  return format(value, 3);
}
