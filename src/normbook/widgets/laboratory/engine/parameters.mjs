// What is learned: one array each for values, gradients and what the optimizer remembers.

/** A part of them that one layer has. */
class Parameter {
  constructor(start, size) {
    this.start = start;
    this.size = size;
    this.value = null;
    this.gradient = null;
  }
}

export class Parameters {
  #parts = [];
  size = 0;

  /** Returns a part of so many numbers, which it gets with `allocate`. */
  claim(size) {
    const part = new Parameter(this.size, size);
    this.#parts.push(part);
    this.size += size;
    return part;
  }

  allocate() {
    this.values = new Float64Array(this.size);
    this.gradients = new Float64Array(this.size);
    for (const part of this.#parts) {
      const end = part.start + part.size;
      part.value = this.values.subarray(part.start, end);
      part.gradient = this.gradients.subarray(part.start, end);
    }
  }
}

/** Arrays that are free again as soon as the next layer has read them: gradients on their way back. */
export class Scratch {
  #arrays = new Map();

  /** Returns the array of this name and size, the same one each time. */
  get(name, size) {
    const key = `${name} ${size}`;
    if (!this.#arrays.has(key)) this.#arrays.set(key, new Float64Array(size));
    return this.#arrays.get(key);
  }
}
