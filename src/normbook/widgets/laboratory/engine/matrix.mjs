// The one product that linear layers and attention consist of.

/** A look at an array as a matrix: how far it is to the next row and column, and where it starts. */
export class Matrix {
  constructor(row, column = 1, data = null) {
    this.row = row;
    this.column = column;
    this.data = data;
    this.start = 0;
  }
}

/** Adds A B to C: A is (m, k), B is (k, n). Neighbours in a row of B and C are neighbours in memory. */
export function addProduct(c, a, b, m, n, k) {
  const even = m - (m % 2);
  const fours = n - (n % 4);
  for (let i = 0; i < even; i += 2) {
    for (let j = 0; j < fours; j += 4) addTile(c, a, b, i, j, k);
  }
  for (let i = 0; i < m; i += 1) {
    for (let j = i < even ? fours : 0; j < n; j += 1) addEntry(c, a, b, i, j, k);
  }
}

/** Two rows and four columns of C: eight sums in registers, six numbers read for eight products. */
function addTile(c, a, b, i, j, k) {
  const left = a.data;
  const right = b.data;
  const stepA = a.column;
  const stepB = b.row;
  let p = a.start + i * a.row;
  let q = p + a.row;
  let r = b.start + j;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  for (let l = 0; l < k; l += 1) {
    const x = left[p];
    const y = left[q];
    const b0 = right[r];
    const b1 = right[r + 1];
    const b2 = right[r + 2];
    const b3 = right[r + 3];
    s0 += x * b0;
    s1 += x * b1;
    s2 += x * b2;
    s3 += x * b3;
    t0 += y * b0;
    t1 += y * b1;
    t2 += y * b2;
    t3 += y * b3;
    p += stepA;
    q += stepA;
    r += stepB;
  }
  const sums = c.data;
  const at = c.start + i * c.row + j;
  const below = at + c.row;
  sums[at] += s0;
  sums[at + 1] += s1;
  sums[at + 2] += s2;
  sums[at + 3] += s3;
  sums[below] += t0;
  sums[below + 1] += t1;
  sums[below + 2] += t2;
  sums[below + 3] += t3;
}

function addEntry(c, a, b, i, j, k) {
  const left = a.data;
  const right = b.data;
  let p = a.start + i * a.row;
  let r = b.start + j;
  let sum = 0;
  for (let l = 0; l < k; l += 1) {
    sum += left[p] * right[r];
    p += a.column;
    r += b.row;
  }
  c.data[c.start + i * c.row + j] += sum;
}

/** Writes the transpose of B, which is (rows, columns), into C. */
export function transpose(c, b, rows, columns) {
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      c.data[c.start + j * c.row + i] = b.data[b.start + i * b.row + j];
    }
  }
}
