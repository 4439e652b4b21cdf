/**
 * Instructions of WebAssembly as bytes, and what dense-kernel.ts makes of them.
 *
 * Source: WebAssembly core specification 2.0.
 */

/** Whole numbers as WebAssembly has them: seven bits a byte, the last without the high bit. */
function leb(value: number): number[] {
  return value < 64 ? [value] : value < 128 ? [value | 0x80, 0] : [(value & 0x7f) | 0x80, ...leb(value >> 7)];
}

export const vector = (items: readonly (readonly number[])[]): number[] => [...leb(items.length), ...items.flat()];
export const section = (id: number, body: readonly number[]): number[] => [id, ...leb(body.length), ...body];
export const name = (text: string): number[] => vector(Array.from(text, (letter) => [letter.charCodeAt(0)]));

// Instructions, by the core specification.
export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const number = (value: number): number[] => [0x41, ...leb(value)];
const PLUS = [0x6a];
export const TIMES_INTEGER = [0x6c];
const MINUS = [0x6b];
/** Repeats while the local is above 0 at its end. */
export const repeat = (body: readonly number[], local: number): number[] => [
  0x03,
  0x40,
  ...body,
  ...get(local),
  ...number(0),
  0x4a,
  0x0d,
  0,
  0x0b,
];
/** Repeats while the local is at least so much, not at all if it is less. */
export const whileAtLeast = (local: number, least: number, body: readonly number[]): number[] => {
  const isAtLeast = [...get(local), ...number(least), 0x4e];
  return [0x02, 0x40, ...isAtLeast, 0x45, 0x0d, 0, 0x03, 0x40, ...body, ...isAtLeast, 0x0d, 0, 0x0b, 0x0b];
};
export const add = (local: number, what: readonly number[]): number[] => [...get(local), ...what, ...PLUS, ...set(local)];
export const take = (local: number, value: number): number[] => [...get(local), ...number(value), ...MINUS, ...set(local)];
export const simd = (code: number): number[] => [0xfd, ...(code < 128 ? [code] : [(code & 0x7f) | 0x80, code >> 7])];
export const load = (pointer: number, offset = 0): number[] => [...get(pointer), ...simd(0), 3, offset];
/** The same number twice. */
export const loadTwice = (pointer: number, offset = 0): number[] => [...get(pointer), ...simd(0x0a), 3, offset];
const PAIR_PLUS = simd(0xf0);
export const PAIR_MINUS = simd(0xf1);
export const PAIR_TIMES = simd(0xf2);
export const NOTHING = [...simd(0x0c), ...new Array<number>(16).fill(0)];
const lane = (local: number, which: number): number[] => [...get(local), ...simd(0x21), which];
/** memory[pointer + offset] -= the sum of both lanes. */
export const lessSum = (pointer: number, offset: number, local: number): number[] => [
  ...get(pointer),
  ...get(pointer),
  ...[0x2b, 3, offset],
  ...lane(local, 0),
  ...lane(local, 1),
  0xa0,
  0xa1,
  ...[0x39, 3, offset],
];

export const THREE = [0, 1, 2];
export const tripled = (stride: number): number[] => [...get(stride), ...number(3), ...TIMES_INTEGER];
/** Pointers to three rows, from the first and the stride. */
export const rowsOf = (first: number, stride: number, locals: readonly number[]): number[] =>
  locals.flatMap((local, k) => [...get(k === 0 ? first : locals[k - 1]), ...(k === 0 ? [] : [...get(stride), ...PLUS]), ...set(local)]);
/** sum += one x other, pairs. */
export const gain = (sum: number, one: number, other: number): number[] => [
  ...get(sum),
  ...get(one),
  ...get(other),
  ...PAIR_TIMES,
  ...PAIR_PLUS,
  ...set(sum),
];
/** Code of a function with so many whole numbers and pairs beside its parameters. */
export const code = (integers: number, pairs: number, body: readonly number[]): number[] => {
  const whole = [
    ...vector([
      [...leb(integers), INTEGER],
      [...leb(pairs), PAIR],
    ]),
    ...body,
    0x0b,
  ];
  return [...leb(whole.length), ...whole];
};
export const INTEGER = 0x7f;
const PAIR = 0x7b;
