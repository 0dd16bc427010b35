// Units that do nothing: a ReLU that is 0 whatever it is shown, a tanh that stays at its ends.

const NEAR = 0.99; // a tanh beyond this, to either side, is at its end

/** The share of a ReLU's features that were 0 for all rows; a network may well learn with the rest. */
class Dead {
  kind = "dead";
  from = 1; // only if all features are 0 is the sublayer's output the same for all rows

  constructor(block, { y, features }) {
    Object.assign(this, { block, y, features, isAlive: new Uint8Array(features) });
  }

  forget() {
    this.isAlive.fill(0);
  }

  look(rows) {
    const { y, features, isAlive } = this;
    for (let at = 0; at < rows * features; at += features) {
      for (let j = 0; j < features; j += 1) if (y[at + j] > 0) isAlive[j] = 1;
    }
  }

  get share() {
    return 1 - this.isAlive.reduce((sum, each) => sum + each, 0) / this.features;
  }
}

/** The share of a tanh's values, over all rows and features, that were at its ends. */
class Saturated {
  kind = "saturated";
  from = 0.5; // the share of values from which on the layer is called saturated

  constructor(block, y, features) {
    Object.assign(this, { block, y, features, seen: 0, atEnds: 0 });
  }

  forget() {
    this.seen = 0;
    this.atEnds = 0;
  }

  look(rows) {
    const { y, features } = this;
    for (let i = 0; i < rows * features; i += 1) if (Math.abs(y[i]) > NEAR) this.atEnds += 1;
    this.seen += rows * features;
  }

  get share() {
    return this.atEnds / this.seen;
  }
}

/** Returns what watches the units of a network that may die or saturate. Blocks count from 1. */
export function watchUnits({ blocks }, { activation, norm }) {
  return blocks.flatMap(({ feedForward, parts, width }, i) => {
    const inside = feedForward.sublayer.activation;
    const watched = [];
    if (activation === "relu") watched.push(new Dead(i + 1, inside));
    if (activation === "tanh") watched.push(new Saturated(i + 1, inside.y, width));
    const squashing = norm === "dyt" ? parts.filter(({ alpha }) => alpha) : [];
    return [...watched, ...squashing.map(({ xHat }) => new Saturated(i + 1, xHat, width))];
  });
}
