/**
 * C -= A B^T and C -= A B for dense blocks, which is where factorisations and solutions for many loads spend their time: by WebAssembly,
 * two numbers at a time, where there is such; by a plain loop otherwise, with the same bits.
 *
 *     subtract          C[i][j] -= (sum over even t of A[i][t] B[j][t]) + (sum over odd t)
 *     subtractMany      C[i][j] -= sum of A[i][t] B[t][j]
 *     subtractRows      x[j] -= b[i] A[i][j], one row after the other
 *
 * Nine sums of a tile of three rows by three columns (by three pairs of columns) stay in registers, for six loads. The module is a few
 * hundred bytes, written here instruction by instruction. Nothing is packed: A, B and C are parts of one array, by their places and
 * strides. Rows and columns come in threes, as nodes in space do; an odd depth of the first is made even by a column of zeros in B.
 *
 * Source: Goto and van de Geijn, Anatomy of high-performance matrix multiplication, 2008; WebAssembly core specification 2.0.
 */

import {
  add,
  code,
  gain,
  get,
  INTEGER,
  lessSum,
  load,
  loadTwice,
  NOTHING,
  name,
  number,
  PAIR_MINUS,
  PAIR_TIMES,
  repeat,
  rowsOf,
  section,
  set,
  simd,
  THREE,
  TIMES_INTEGER,
  take,
  tripled,
  vector,
  whileAtLeast,
} from "./wasm-code.js";

/** The array that holds A, B and C, and the product on it. */
export interface DenseKernel {
  /** What A, B and C are parts of. */
  readonly numbers: Float64Array;
  /** C -= A B^T. */
  readonly subtract: (block: DenseBlock) => void;
  /** C -= A B. */
  readonly subtractMany: (block: ManyBlock) => void;
  /** x -= A^T b. */
  readonly subtractRows: (block: RowsBlock) => void;
}

/** Where x, A and b of the third product stand. */
export interface RowsBlock {
  readonly x: number;
  readonly a: number;
  readonly strideA: number;
  readonly b: number;
  /** A multiple of 4. */
  readonly rows: number;
  readonly columns: number;
}

/** Where A, B and C of the second product stand. */
export interface ManyBlock {
  readonly a: number;
  /** From row to row, and from column to column: A may stand transposed. */
  readonly rowA: number;
  readonly stepA: number;
  readonly b: number;
  readonly strideB: number;
  readonly c: number;
  readonly strideC: number;
  /** Of A and C, a multiple of 3. */
  readonly rows: number;
  /** Of B and C, a multiple of 6. */
  readonly columns: number;
  /** Columns of A, rows of B. */
  readonly depth: number;
}

/** Where the three blocks stand; places and strides (from row to row) count numbers. */
export interface DenseBlock {
  readonly a: number;
  readonly strideA: number;
  readonly b: number;
  readonly strideB: number;
  readonly c: number;
  readonly strideC: number;
  /** Of A and C, a multiple of 3. */
  readonly rows: number;
  /** Of C, rows of B, a multiple of 3. */
  readonly columns: number;
  /** Columns of A and B, even. */
  readonly depth: number;
}

/** Pairs of columns that one turn of the innermost loop of the first product takes. */
const UNROLLED = 4;
/** Pages of 64 kB that a WebAssembly memory may have; beyond, the plain loop works on an array of its own. */
const MOST_PAGES = 65_536;
const PAGE = 65_536;

/** What is used of WebAssembly; this library is compiled without the types of a browser. */
interface WebAssemblyHere {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, (...numbers: number[]) => void>> };
}

/** A kernel with room for so many numbers, all zero. `plain`: without WebAssembly, for comparison. */
export function createKernel(length: number, plain = false): DenseKernel {
  return (plain ? undefined : compiledKernel(length)) ?? plainKernel(length);
}

function compiledKernel(length: number): DenseKernel | undefined {
  const here = (globalThis as { readonly WebAssembly?: WebAssemblyHere }).WebAssembly;
  const pages = Math.ceil((8 * length) / PAGE);
  if (here === undefined || pages > MOST_PAGES) return undefined;
  try {
    const memory = new here.Memory({ initial: pages });
    const { subtract, many, rows: byRows } = new here.Instance(new here.Module(moduleBytes()), { m: { m: memory } }).exports;
    const numbers = new Float64Array(memory.buffer, 0, length);
    return {
      numbers,
      subtract({ a, strideA, b, strideB, c, strideC, rows, columns, depth }) {
        if (rows > 0 && columns > 0 && depth > 0)
          subtract(8 * a, 8 * strideA, 8 * b, 8 * strideB, 8 * c, 8 * strideC, rows, columns, depth);
      },
      subtractMany({ a, rowA, stepA, b, strideB, c, strideC, rows, columns, depth }) {
        if (rows > 0 && columns > 0 && depth > 0)
          many(8 * a, 8 * rowA, 8 * stepA, 8 * b, 8 * strideB, 8 * c, 8 * strideC, rows, columns, depth);
      },
      subtractRows(block) {
        const { x, a, strideA, b, rows, columns } = block;
        const pairs = (columns - (columns % 2)) / 2;
        if (rows > 0 && pairs > 0) byRows(8 * x, 8 * a, 8 * strideA, 8 * b, rows, pairs);
        if (columns % 2 === 1) subtractRowsFrom(numbers, columns - 1, block);
      },
    };
  } catch {
    // No SIMD, no room, or a page that allows no WebAssembly: the plain loop gives the same.
    return undefined;
  }
}

/** The columns from `first` on, by a plain loop. */
function subtractRowsFrom(numbers: Float64Array, first: number, { x, a, strideA, b, rows, columns }: RowsBlock): void {
  for (let row = 0; row < rows; row += 1) {
    const factor = numbers[b + row];
    for (let column = first; column < columns; column += 1) numbers[x + column] -= numbers[a + row * strideA + column] * factor;
  }
}

function plainKernel(length: number): DenseKernel {
  const numbers = new Float64Array(length);
  return {
    numbers,
    subtract({ a, strideA, b, strideB, c, strideC, rows, columns, depth }) {
      for (let row = 0; row < rows; row += 1) {
        const from = a + row * strideA;
        for (let column = 0; column < columns; column += 3) {
          const [p, q, r] = [b + column * strideB, b + (column + 1) * strideB, b + (column + 2) * strideB];
          let [p0, p1, q0, q1, r0, r1] = [0, 0, 0, 0, 0, 0];
          for (let t = 0; t < depth; t += 2) {
            const even = numbers[from + t];
            const odd = numbers[from + t + 1];
            p0 += even * numbers[p + t];
            p1 += odd * numbers[p + t + 1];
            q0 += even * numbers[q + t];
            q1 += odd * numbers[q + t + 1];
            r0 += even * numbers[r + t];
            r1 += odd * numbers[r + t + 1];
          }
          const to = c + row * strideC + column;
          numbers[to] -= p0 + p1;
          numbers[to + 1] -= q0 + q1;
          numbers[to + 2] -= r0 + r1;
        }
      }
    },
    subtractRows: (block) => subtractRowsFrom(numbers, 0, block),
    subtractMany({ a, rowA, stepA, b, strideB, c, strideC, rows, columns, depth }) {
      const sums = new Float64Array(columns);
      for (let row = 0; row < rows; row += 1) {
        sums.fill(0);
        for (let t = 0; t < depth; t += 1) {
          const factor = numbers[a + row * rowA + t * stepA];
          for (let column = 0; column < columns; column += 1) sums[column] += factor * numbers[b + t * strideB + column];
        }
        for (let column = 0; column < columns; column += 1) numbers[c + row * strideC + column] -= sums[column];
      }
    },
  };
}

/** Nine whole numbers (places and strides in bytes), in the order of the block's fields. */
function subtractCode(): number[] {
  const [a, strideA, b, strideB, c, strideC, rows, columns, depth] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  // Whole numbers: where the rows of A, B and C stand, and what is left of depth and columns.
  const [a0, a1, a2, b0, b1, b2, left, at, to, across] = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
  // Pairs: nine sums, row by row, then the three of A and one of B.
  const sum = (row: number, column: number): number => 19 + 3 * row + column;
  const ofA = [28, 29, 30];
  const ofB = 31;
  /** One pair of columns of A and B, `at` bytes on. */
  const pair = (at: number): number[] => [
    ...[a0, a1, a2].flatMap((pointer, k) => [...load(pointer, at), ...set(ofA[k])]),
    ...[b0, b1, b2].flatMap((pointer, column) => [
      ...load(pointer, at),
      ...set(ofB),
      ...THREE.flatMap((row) => gain(sum(row, column), ofA[row], ofB)),
    ]),
  ];
  const pairsAt = (many: number): number[] => [
    ...Array.from({ length: many }, (_, k) => pair(16 * k)).flat(),
    ...[a0, a1, a2, b0, b1, b2].flatMap((pointer) => add(pointer, number(16 * many))),
    ...take(left, 2 * many),
  ];
  const depthLoop = [...whileAtLeast(left, 2 * UNROLLED, pairsAt(UNROLLED)), ...whileAtLeast(left, 2, pairsAt(1))];
  const tile = [
    ...THREE.flatMap((row) => THREE.flatMap((column) => [...NOTHING, ...set(sum(row, column))])),
    ...rowsOf(a, strideA, [a0, a1, a2]),
    ...rowsOf(at, strideB, [b0, b1, b2]),
    ...[...get(depth), ...set(left)],
    ...depthLoop,
    ...rowsOf(to, strideC, [b0, b1, b2]),
    ...[b0, b1, b2].flatMap((pointer, row) => THREE.flatMap((column) => lessSum(pointer, 8 * column, sum(row, column)))),
    ...add(at, tripled(strideB)),
    ...add(to, number(24)),
    ...take(across, 3),
  ];
  return code(
    10,
    13,
    repeat(
      [
        ...[...get(b), ...set(at), ...get(c), ...set(to), ...get(columns), ...set(across)],
        ...repeat(tile, across),
        ...add(a, tripled(strideA)),
        ...add(c, tripled(strideC)),
        ...take(rows, 3),
      ],
      rows,
    ),
  );
}

/** Ten whole numbers, in the order of the fields of `ManyBlock`. */
function manyCode(): number[] {
  const [a, rowA, stepA, b, strideB, c, strideC, rows, columns, depth] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const [a0, a1, a2, c0, c1, c2, left, at, from, to, across] = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
  const sum = (row: number, pair: number): number => 21 + 3 * row + pair;
  const ofB = [30, 31, 32];
  const ofA = 33;
  const depthLoop = repeat(
    [
      ...THREE.flatMap((pair) => [...load(at, 16 * pair), ...set(ofB[pair])]),
      ...[a0, a1, a2].flatMap((pointer, row) => [
        ...loadTwice(pointer),
        ...set(ofA),
        ...THREE.flatMap((pair) => gain(sum(row, pair), ofA, ofB[pair])),
      ]),
      ...[a0, a1, a2].flatMap((pointer) => add(pointer, get(stepA))),
      ...add(at, get(strideB)),
      ...take(left, 1),
    ],
    left,
  );
  const store = (pointer: number, row: number, pair: number): number[] => [
    ...get(pointer),
    ...load(pointer, 16 * pair),
    ...get(sum(row, pair)),
    ...PAIR_MINUS,
    ...[...simd(0x0b), 3, 16 * pair],
  ];
  const tile = [
    ...THREE.flatMap((row) => THREE.flatMap((pair) => [...NOTHING, ...set(sum(row, pair))])),
    ...rowsOf(a, rowA, [a0, a1, a2]),
    ...[...get(from), ...set(at), ...get(depth), ...set(left)],
    ...depthLoop,
    ...rowsOf(to, strideC, [c0, c1, c2]),
    ...[c0, c1, c2].flatMap((pointer, row) => THREE.flatMap((pair) => store(pointer, row, pair))),
    ...add(from, number(48)),
    ...add(to, number(48)),
    ...take(across, 6),
  ];
  return code(
    11,
    13,
    repeat(
      [
        ...[...get(b), ...set(from), ...get(c), ...set(to), ...get(columns), ...set(across)],
        ...repeat(tile, across),
        ...add(a, tripled(rowA)),
        ...add(c, tripled(strideC)),
        ...take(rows, 3),
      ],
      rows,
    ),
  );
}

/** Six whole numbers: places of x and A, bytes of a row of A, place of b, rows, and pairs of columns. Four rows at a time. */
function rowsCode(): number[] {
  const [x, a, stride, b, rows, pairs] = [0, 1, 2, 3, 4, 5];
  const [to, left, ...ofA] = [6, 7, 8, 9, 10, 11];
  const ofB = [12, 13, 14, 15];
  const less = (row: number): number[] => [...load(ofA[row]), ...get(ofB[row]), ...PAIR_TIMES, ...PAIR_MINUS];
  const four = [
    ...rowsOf(a, stride, ofA),
    ...ofB.flatMap((local, row) => [...loadTwice(b, 8 * row), ...set(local)]),
    ...[...get(x), ...set(to), ...get(pairs), ...set(left)],
    ...repeat(
      [
        ...[...get(to), ...load(to), ...less(0), ...less(1), ...less(2), ...less(3), ...simd(0x0b), 3, 0],
        ...[to, ...ofA].flatMap((pointer) => add(pointer, number(16))),
        ...take(left, 1),
      ],
      left,
    ),
    ...add(a, [...get(stride), ...number(4), ...TIMES_INTEGER]),
    ...add(b, number(32)),
    ...take(rows, 4),
  ];
  return code(6, 4, repeat(four, rows));
}

/** The module: the three products, by whole numbers. */
function moduleBytes(): Uint8Array {
  const type = (parameters: number): number[] => [0x60, ...vector(new Array<number[]>(parameters).fill([INTEGER])), 0];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector([type(9), type(10), type(6)])),
    ...section(2, vector([[...name("m"), ...name("m"), 0x02, 0x00, 0x01]])),
    ...section(3, vector([[0], [1], [2]])),
    ...section(
      7,
      vector([
        [...name("subtract"), 0x00, 0x00],
        [...name("many"), 0x00, 0x01],
        [...name("rows"), 0x00, 0x02],
      ]),
    ),
    ...section(10, vector([subtractCode(), manyCode(), rowsCode()])),
  ]);
}
