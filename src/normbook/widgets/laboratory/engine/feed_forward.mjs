// Two linear layers with an activation between them.

import { ACTIVATION } from "./activations.mjs";
import { Linear } from "./linear.mjs";

export class FeedForward {
  /** `gain` is DeepNorm's: what the deviation `spread` of the first weights is multiplied by. */
  constructor(place, { name, width, spread, gain, activation }) {
    const linear = (part, into) =>
      new Linear(place, {
        ...{ name: `${name} ${part}`, inputs: width, outputs: width },
        ...{ spread: spread * gain, into },
      });
    this.first = linear("first", "outer");
    this.activation = new ACTIVATION[activation](place, width);
    this.second = linear("second", "inner");
  }

  get parts() {
    return [this.first, this.second];
  }

  forward(x, rows) {
    return this.second.forward(this.activation.forward(this.first.forward(x, rows), rows), rows);
  }

  backward(dy, rows) {
    return this.first.backward(
      this.activation.backward(this.second.backward(dy, rows), rows),
      rows,
    );
  }
}
