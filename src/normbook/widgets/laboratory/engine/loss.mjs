// The mean cross-entropy of a batch: log Σ exp(logits) - logit of the label.

export class CrossEntropy {
  constructor({ rows }, classes) {
    this.classes = classes;
    this.probabilities = new Float64Array(rows * classes);
    this.gradient = new Float64Array(rows * classes);
  }

  /** Returns the mean, and keeps softmax(logits). */
  forward(logits, labels, rows) {
    const { classes, probabilities } = this;
    let total = 0;
    for (let i = 0; i < rows; i += 1) {
      const at = i * classes;
      let largest = logits[at];
      for (let j = 1; j < classes; j += 1) largest = Math.max(largest, logits[at + j]);
      let sum = 0;
      for (let j = 0; j < classes; j += 1) {
        probabilities[at + j] = Math.exp(logits[at + j] - largest);
        sum += probabilities[at + j];
      }
      for (let j = 0; j < classes; j += 1) probabilities[at + j] /= sum;
      total += Math.log(sum) + largest - logits[at + labels[i]];
    }
    return total / rows;
  }

  /** dlogits = (softmax(logits) - 1 at the label) / rows */
  backward(labels, rows) {
    const { classes, probabilities, gradient } = this;
    for (let i = 0; i < rows * classes; i += 1) gradient[i] = probabilities[i] / rows;
    for (let i = 0; i < rows; i += 1) gradient[i * classes + labels[i]] -= 1 / rows;
    return gradient;
  }
}
