/**
 * Sparse symmetric matrices: the lower triangle with its diagonal, column by column, rows ascending within a column.
 * Plain typed arrays, so that a matrix can be posted to a worker, and built once for many values.
 */
export interface SparseSymmetric {
  /** Rows of the matrix. */
  readonly size: number;
  /** Where each column starts in `rows` and `values`; one more than there are columns. */
  readonly columnStarts: Int32Array;
  /** Row of each entry, at or below the diagonal. */
  readonly rows: Int32Array;
  /** Entries, in the order of the columns they stand in. */
  readonly values: Float64Array;
}

/** out = matrix times x. */
export function multiplySymmetric(
  matrix: SparseSymmetric,
  x: ArrayLike<number>,
  out: Float64Array<ArrayBuffer> = new Float64Array(matrix.size),
): Float64Array<ArrayBuffer> {
  const { size, columnStarts, rows, values } = matrix;
  out.fill(0);
  for (let column = 0; column < size; column += 1) {
    const factor = x[column];
    let sum = 0;
    for (let at = columnStarts[column]; at < columnStarts[column + 1]; at += 1) {
      const row = rows[at];
      const value = values[at];
      if (row === column) sum += value * factor;
      else {
        sum += value * x[row];
        out[row] += value * factor;
      }
    }
    out[column] += sum;
  }
  return out;
}

/** A symmetric matrix from the nonzero entries of a dense one (row-major, only the lower triangle is read). */
export function fromDense(dense: ArrayLike<number>, size: number): SparseSymmetric {
  const columnStarts = new Int32Array(size + 1);
  const rows = new Int32Array((size * (size + 1)) / 2);
  const values = new Float64Array(rows.length);
  let count = 0;
  for (let column = 0; column < size; column += 1) {
    for (let row = column; row < size; row += 1) {
      const value = dense[row * size + column];
      if (value === 0 && row !== column) continue;
      rows[count] = row;
      values[count] = value;
      count += 1;
    }
    columnStarts[column + 1] = count;
  }
  return { size, columnStarts, rows: rows.slice(0, count), values: values.slice(0, count) };
}

/** The full matrix, row-major. */
export function toDense(matrix: SparseSymmetric): Float64Array {
  const { size, columnStarts, rows, values } = matrix;
  const dense = new Float64Array(size * size);
  for (let column = 0; column < size; column += 1)
    for (let at = columnStarts[column]; at < columnStarts[column + 1]; at += 1) {
      dense[rows[at] * size + column] = values[at];
      dense[column * size + rows[at]] = values[at];
    }
  return dense;
}

/** The rows and columns listed in `keep` (ascending), in that order. */
export function submatrix(matrix: SparseSymmetric, keep: Int32Array): SparseSymmetric {
  return submatrixInPlace({ ...matrix, rows: matrix.rows.slice(), values: matrix.values.slice() }, keep);
}

/** The same in the room of the matrix, which is of no use afterwards: large ones need not stand there twice. */
export function submatrixInPlace({ size, columnStarts: from, rows, values }: SparseSymmetric, keep: Int32Array): SparseSymmetric {
  const place = new Int32Array(size).fill(-1);
  for (let index = 0; index < keep.length; index += 1) place[keep[index]] = index;
  const columnStarts = new Int32Array(keep.length + 1);
  let next = 0;
  for (let index = 0; index < keep.length; index += 1) {
    for (let at = from[keep[index]]; at < from[keep[index] + 1]; at += 1) {
      const row = place[rows[at]];
      if (row < 0) continue;
      rows[next] = row;
      values[next] = values[at];
      next += 1;
    }
    columnStarts[index + 1] = next;
  }
  return { size: keep.length, columnStarts, rows: rows.subarray(0, next), values: values.subarray(0, next) };
}

/** An undirected graph: the neighbours of each vertex, without itself. */
export interface Graph {
  /** Where the neighbours of each node begin, and at last where they end. */
  readonly starts: Int32Array;
  /** Of all nodes, one after the other. */
  readonly neighbours: Int32Array;
}

/** Which blocks of `block` rows of a symmetric matrix meet: its graph, with the unknowns of one node as one vertex. */
export function blockGraph(matrix: SparseSymmetric, block: number): Graph {
  const vertices = matrix.size / block;
  const { columnStarts, rows } = matrix;
  const counts = new Int32Array(vertices + 1);
  const seen = new Int32Array(vertices).fill(-1);
  const visit = (each: (a: number, b: number) => void): void => {
    seen.fill(-1);
    for (let vertex = 0; vertex < vertices; vertex += 1)
      for (let at = columnStarts[vertex * block]; at < columnStarts[(vertex + 1) * block]; at += 1) {
        const other = (rows[at] - (rows[at] % block)) / block;
        if (other === vertex || seen[other] === vertex) continue;
        seen[other] = vertex;
        each(vertex, other);
      }
  };
  visit((a, b) => {
    counts[a + 1] += 1;
    counts[b + 1] += 1;
  });
  for (let vertex = 0; vertex < vertices; vertex += 1) counts[vertex + 1] += counts[vertex];
  const next = counts.slice();
  const neighbours = new Int32Array(counts[vertices]);
  visit((a, b) => {
    neighbours[next[a]++] = b;
    neighbours[next[b]++] = a;
  });
  return { starts: counts, neighbours };
}
