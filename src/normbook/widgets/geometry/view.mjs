// Space, seen from far away: where points, arcs and discs fall on the screen.

export const ONES = [1, 1, 1];
export const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const RADIUS = Math.sqrt(3); // of the circle and of the sphere

// The view's own axes: two in the plane orthogonal to 1, the first of them below x₁; and 1, upright.
const BELOW_X1 = scaled([2, -1, -1], 1 / Math.sqrt(6));
const ACROSS_X1 = scaled([0, 1, -1], 1 / Math.sqrt(2));
const UPRIGHT = scaled(ONES, 1 / RADIUS);

const REACHES = [4.7, 7.2]; // the second one holds all x from −4 to 4
const STEEPEST = 70; // the tilt, in degrees, up to which a hand moves a point along 1
const NEAR = 3.2; // the reach for the arrows of the gradient, which are short

/**
 * The screen's axes in space, and the direction to the viewer, who goes around the line of 1. `lift`
 * is where a hand that goes up takes a point: along 1, but for a view from so far above that 1 is
 * short on the screen.
 */
export function camera({ turn, tilt }) {
  const [azimuth, elevation] = [turn, tilt].map((degrees) => (degrees * Math.PI) / 180);
  const ahead = sum(scaled(BELOW_X1, Math.cos(azimuth)), scaled(ACROSS_X1, Math.sin(azimuth)));
  const up = sum(scaled(ahead, -Math.sin(elevation)), scaled(UPRIGHT, Math.cos(elevation)));
  return {
    right: sum(scaled(BELOW_X1, -Math.sin(azimuth)), scaled(ACROSS_X1, Math.cos(azimuth))),
    up,
    lift: Math.abs(tilt) > STEEPEST ? up : scaled(UPRIGHT, 1 / Math.cos(elevation)),
    viewer: sum(scaled(ahead, Math.cos(elevation)), scaled(UPRIGHT, Math.sin(elevation))),
  };
}

/** A point on the screen, whose second axis points down. */
export function project({ right, up }, point) {
  return [dot(point, right), -dot(point, up)];
}

/** How near a point is; those in front of the origin are above 0. */
export function nearness({ viewer }, point) {
  return dot(point, viewer);
}

/** The point, moved with the hand, and kept from −most to most. */
export function moved({ right, lift }, point, [across, down], most) {
  return point.map((value, i) => {
    const free = value + across * right[i] - down * lift[i];
    return Math.round(Math.min(Math.max(free, -most), most) * 100) / 100;
  });
}

/** The view, turned as a ball under the hand: half a degree a unit of the picture. */
export function turned({ turn, tilt }, [across, down]) {
  const free = turn - Math.round(across / 2);
  return {
    turn: ((((free + 180) % 360) + 360) % 360) - 180,
    tilt: Math.min(Math.max(tilt + Math.round(down / 2), -90), 90),
  };
}

/**
 * A circle around the origin, as the ellipse that is seen: the end of its long axis, its half axes,
 * and for the half in front of the screen's plane the flag of SVG's arcs; `apart` is false where the
 * circle is seen from so straight above that neither half is in front.
 */
export function ellipse(view, normal, radius) {
  const n = scaled(normal, 1 / Math.hypot(...normal));
  const { along, beside, sine } = axesOf(view, n);
  const from = project(view, scaled(along, radius));
  const via = project(view, beside);
  return {
    from,
    radii: [radius, radius * Math.abs(dot(n, view.viewer))],
    degrees: (Math.atan2(from[1], from[0]) * 180) / Math.PI,
    sweep: from[0] * via[1] - from[1] * via[0] > 0 ? 1 : 0,
    apart: sine > 0.05,
  };
}

/**
 * The axes of a circle with the normal n, as it is seen: `along` lies in the screen's plane, `beside`
 * is orthogonal to it in the circle's plane, and `sine` is that of the angle between n and the view.
 */
function axesOf({ right, viewer }, n) {
  const across = cross(n, viewer);
  const sine = Math.hypot(...across);
  const along = sine > 1e-9 ? scaled(across, 1 / sine) : right;
  return { along, beside: cross(along, n), sine };
}

/** Points around a circle, from an end of its long axis. */
export function rim(view, normal, radius, points = 8) {
  const n = scaled(normal, 1 / Math.hypot(...normal));
  const { along, beside } = axesOf(view, n);
  return Array.from({ length: points }, (_, i) => {
    const turn = (2 * Math.PI * i) / points;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return along.map((value, k) => radius * (cos * value + sin * beside[k]));
  });
}

/** How far the picture reaches: one of a few lengths, so that the scale seldom changes. */
export function reachOf({ x, show }) {
  const size = Math.hypot(...x);
  const reaches = show === "gradient" ? [NEAR, ...REACHES] : REACHES;
  return reaches.find((reach) => reach > size + 0.1) ?? REACHES.at(-1);
}

export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function scaled(point, factor) {
  return point.map((value) => value * factor);
}

export function sum(a, b) {
  return a.map((value, i) => value + b[i]);
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
