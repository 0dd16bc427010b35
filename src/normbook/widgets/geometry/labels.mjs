// Where names stand, so that none covers another, a dot, or more of a line than it must.

const CHARACTER = 7; // about the width of a character, so that none is measured on the page
const LINE = 15;
const BETWEEN = [6, 3]; // so far apart, across and down, no two names read as one
const GAPS = [7, 22]; // the distances that are tried between a point and its name
const COVERED = 10; // the cost of a name on top of something, or outside of the picture

const WAYS = GAPS.flatMap((gap) => Array.from({ length: 16 }, (_, i) => [gap, (i * Math.PI) / 8]));

/**
 * Places names one after the other, those that matter most first.
 *   labels    { text, anchors, optional }: points that the name may stand beside; an optional
 *             one is left out, as null, where it would cover something
 *   dots      points that no name may cover
 *   lines     [from, to], which names avoid
 *   frame     half the width and half the height of the picture, whose middle is 0, 0
 * Returns the middle of each name.
 */
export function place(labels, { dots, lines, frame }) {
  const taken = dots.map(([x, y]) => box([x, y], 9, 9));
  return labels.map(({ text, anchors, optional }) => {
    const width = text.length * CHARACTER;
    let best = { cost: Number.MAX_VALUE };
    for (const anchor of anchors) {
      const outwards = Math.atan2(anchor[1], anchor[0]);
      for (const [gap, direction] of WAYS) {
        const at = [
          anchor[0] + Math.cos(direction) * (gap + width / 2),
          anchor[1] + Math.sin(direction) * (gap + LINE / 2),
        ];
        const around = box(at, width, LINE);
        const near =
          COVERED * taken.filter((other) => overlap(around, other)).length +
          COVERED * (isInside(around, frame) ? 0 : 1) +
          1 -
          Math.cos(direction - outwards) +
          (gap === GAPS[0] ? 0 : 3);
        if (near >= best.cost) continue; // the lines that it covers can only add to the cost
        const cost = near + lines.reduce((sum, line) => sum + inside(line, around), 0) / 12;
        if (cost < best.cost - 1e-9) best = { cost, at, around };
      }
    }
    if (optional && best.cost >= COVERED) return null;
    taken.push(box(best.at, width + 2 * BETWEEN[0], LINE + 2 * BETWEEN[1]));
    return best.at;
  });
}

/** The length of a line inside a box. */
function inside([[x1, y1], [x2, y2]], { left, right, top, bottom }) {
  const across = within(x1, x2 - x1, left, right);
  const down = within(y1, y2 - y1, top, bottom);
  const part = Math.min(across[1], down[1]) - Math.max(across[0], down[0]);
  return part > 0 ? part * Math.hypot(x2 - x1, y2 - y1) : 0;
}

/** The first and the last t in [0, 1] at which `start + t · way` is between two edges. */
function within(start, way, low, high) {
  if (Math.abs(way) < 1e-9) return start > low && start < high ? [0, 1] : [1, 0];
  const [a, b] = [(low - start) / way, (high - start) / way];
  return [Math.max(Math.min(a, b), 0), Math.min(Math.max(a, b), 1)];
}

function box([x, y], width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function isInside({ left, right, top, bottom }, [halfWidth, halfHeight]) {
  return left >= -halfWidth && right <= halfWidth && top >= -halfHeight && bottom <= halfHeight;
}
