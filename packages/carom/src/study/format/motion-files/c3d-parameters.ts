/**
 * The parameters of a C3D file, by group and name.
 *
 *     group        length of its name (negative: locked), its number, negative, its name, how far to the next one, a description
 *     parameter    length, number of its group, name, how far to the next, type (-1 letters, 1 bytes, 2 whole numbers, 4 single ones),
 *                  number of dimensions, these, its numbers, a description
 */

const BLOCK = 512;
const PROCESSORS = { intel: 84, dec: 85, mips: 86 } as const;

/** What a file says of itself. */
export interface C3dParameters {
  readonly view: DataView;
  /** Whether the small end of whole numbers comes first. */
  readonly little: boolean;
  readonly numeric: { float(at: number): number };
  has(group: string, name: string): boolean;
  number(group: string, name: string): number;
  numbers(group: string, name: string): readonly number[];
  text(group: string, name: string): string;
  /** So many, from LABELS, LABELS2 and on; those that are missing are called by their numbers. */
  labels(group: string, count: number): string[];
}

interface Parameter {
  readonly type: number;
  readonly sizes: readonly number[];
  /** First byte of its numbers. */
  readonly at: number;
}

type Fail = (value: unknown, expected: string) => never;

export function readParameters(bytes: Uint8Array, fail: Fail): C3dParameters {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = BLOCK * (bytes[0] - 1);
  if (bytes[0] < 2 || start + 4 > bytes.length) fail(bytes[0], "is where its parameters should begin, which the file does not reach");
  const processor = bytes[start + 3];
  if (!Object.values(PROCESSORS).some((known) => known === processor))
    fail(processor, "is not a kind of processor that is known: 84 Intel, 85 DEC, 86 MIPS");
  const little = processor !== PROCESSORS.mips;
  const float = processor === PROCESSORS.dec ? (at: number) => decFloat(view, at) : (at: number) => view.getFloat32(at, little);
  const end = bytes[start + 2] === 0 ? bytes.length : Math.min(bytes.length, start + BLOCK * bytes[start + 2]);
  const found = parametersFrom(bytes, view, { at: start + 4, end, little, fail });
  const get = (group: string, name: string): Parameter =>
    found.get(`${group}:${name}`) ?? fail(`${group}:${name}`, "is given, and it is needed");
  const sizeOf = ({ sizes }: Parameter) => sizes.reduce((product, size) => product * size, 1);
  const numbers = (group: string, name: string): number[] => {
    const parameter = get(group, name);
    const { type, at } = parameter;
    const read = {
      1: (i: number) => view.getInt8(at + i),
      2: (i: number) => view.getInt16(at + 2 * i, little),
      4: (i: number) => float(at + 4 * i),
    }[type];
    return read === undefined
      ? fail(`${group}:${name}`, "is text where numbers are needed")
      : Array.from({ length: sizeOf(parameter) }, (_, i) => read(i));
  };
  const texts = (group: string, name: string): string[] => {
    const parameter = get(group, name);
    const { type, sizes, at } = parameter;
    if (type !== -1) return fail(`${group}:${name}`, "is not text");
    const length = sizes[0] ?? 1;
    return Array.from({ length: sizes.length < 2 ? 1 : sizeOf(parameter) / Math.max(1, length) }, (_, i) =>
      String.fromCharCode(...bytes.subarray(at + i * length, at + (i + 1) * length))
        .replace(/\0.*$/s, "")
        .trim(),
    );
  };
  const has = (group: string, name: string) => found.has(`${group}:${name}`);
  return {
    view,
    little,
    numeric: { float },
    has,
    numbers,
    number: (group, name) => numbers(group, name)[0] ?? fail(`${group}:${name}`, "has no value"),
    text: (group, name) => texts(group, name)[0] ?? "",
    labels: (group, count) => {
      const all: string[] = [];
      for (let k = 1; all.length < count && has(group, k === 1 ? "LABELS" : `LABELS${k}`); k++)
        all.push(...texts(group, k === 1 ? "LABELS" : `LABELS${k}`));
      return Array.from({ length: count }, (_, i) => all[i] || `${group === "POINT" ? "point" : "channel"}${i + 1}`);
    },
  };
}

/** VAX F: the half with sign and exponent first, and exponents two higher than those of IEEE: a quarter of what the bits are there. */
function decFloat(view: DataView, at: number): number {
  const bits = new DataView(new ArrayBuffer(4));
  bits.setUint16(0, view.getUint16(at, true));
  bits.setUint16(2, view.getUint16(at + 2, true));
  // An exponent of zero is zero, whatever the fraction.
  return (bits.getUint16(0) & 0x7f80) === 0 ? 0 : bits.getFloat32(0) / 4;
}

interface From {
  readonly at: number;
  /** Of the blocks that hold parameters. */
  readonly end: number;
  readonly little: boolean;
  readonly fail: Fail;
}

/** Entries that a file may have: what points back at itself ends. */
const MOST_ENTRIES = 10_000;

function parametersFrom(bytes: Uint8Array, view: DataView, { at: start, end, little, fail }: From): ReadonlyMap<string, Parameter> {
  const groups = new Map<number, string>();
  const entries: { readonly group: number; readonly name: string; readonly parameter: Parameter }[] = [];
  let at = start;
  for (let count = 0; ; count++) {
    if (count > MOST_ENTRIES) fail(count, "entries are more than the parameters of a file may have");
    // The last of them may say that another follows.
    if (at + 2 > end) break;
    const length = Math.abs(view.getInt8(at));
    const number = view.getInt8(at + 1);
    if (length === 0 || number === 0) break;
    const after = at + 2 + length;
    if (after + 2 > bytes.length) fail(at, "is a place in its parameters after which the file ends");
    const name = String.fromCharCode(...bytes.subarray(at + 2, after))
      .toUpperCase()
      .replace(/[^ -~]/g, "?");
    if (number < 0) groups.set(-number, name);
    else entries.push({ group: number, name, parameter: parameterAt(after + 2, name) });
    const next = view.getUint16(after, little);
    if (next === 0) break;
    at = after + next;
  }
  return new Map(entries.map(({ group, name, parameter }) => [`${groups.get(group) ?? ""}:${name}`, parameter]));

  function parameterAt(place: number, name: string): Parameter {
    if (place + 2 > bytes.length) fail(name, "is a parameter after whose name the file ends");
    const type = view.getInt8(place);
    const count = bytes[place + 1];
    if (![-1, 1, 2, 4].includes(type)) fail(type, `is not a type of a parameter (${name}): -1, 1, 2, 4`);
    if (count > 7 || place + 2 + count > bytes.length) fail(count, `are more dimensions than a parameter (${name}) has`);
    const sizes = [...bytes.subarray(place + 2, place + 2 + count)];
    const first = place + 2 + count;
    const size = Math.abs(type) * sizes.reduce((product, length) => product * length, 1);
    if (first + size > bytes.length) fail(name, "is a parameter that the file does not hold whole");
    return { type, sizes, at: first };
  }
}
