/** C3D files made by hand, byte by byte as the user guide has them, to be read and to be spoiled: of all processors, whole or single. */

export type Processor = "intel" | "dec" | "mips";

export interface Take {
  readonly processor: Processor;
  readonly format: "integer" | "float";
  readonly rate: number;
  readonly labels: readonly string[];
  /** mm, of each point; undefined: not seen. */
  readonly frames: readonly (readonly (readonly [number, number, number] | undefined)[])[];
  readonly channels: readonly string[];
  /** Of each channel in a frame. */
  readonly samples: number;
  /** Of each frame, as stored: all channels, then all again. */
  readonly analog: readonly (readonly number[])[];
  readonly scales: readonly number[];
  readonly offsets: readonly number[];
  readonly common: number;
}

const CODES = { intel: 84, dec: 85, mips: 86 };
const BLOCK = 512;

export function c3dBytes(take: Take): Uint8Array {
  const { processor, format, rate, labels, frames, channels, samples } = take;
  const little = processor !== "mips";
  const word = (value: number) => (little ? [value & 255, (value >> 8) & 255] : [(value >> 8) & 255, value & 255]);
  const float = (value: number) => floatBytes(value, processor);
  const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));
  const scale = format === "float" ? -0.1 : 0.5;

  const group = (id: number, name: string) => [name.length, 256 - id, ...text(name), ...word(3), 0];
  const parameter = (id: number, name: string, [type, sizes, data]: readonly [number, readonly number[], readonly number[]]) => [
    name.length,
    id,
    ...text(name),
    ...word(2 + 2 + sizes.length + data.length + 1),
    type & 255,
    sizes.length,
    ...sizes,
    ...data,
    0,
  ];
  const words = (...values: number[]) => [2, values.length === 1 ? [] : [values.length], values.flatMap(word)] as const;
  const floats = (...values: number[]) => [4, values.length === 1 ? [] : [values.length], values.flatMap(float)] as const;
  const texts = (values: readonly string[]) => {
    const longest = Math.max(...values.map((value) => value.length));
    return [-1, [longest, values.length], values.flatMap((value) => text(value.padEnd(longest)))] as const;
  };
  const dataStart = 4;
  const parameters = [
    1,
    0x50,
    2,
    CODES[processor],
    ...group(1, "POINT"),
    ...parameter(1, "USED", words(labels.length)),
    ...parameter(1, "SCALE", floats(scale)),
    ...parameter(1, "RATE", floats(rate)),
    ...parameter(1, "DATA_START", words(dataStart)),
    ...parameter(1, "UNITS", [-1, [2], text("mm")]),
    ...parameter(1, "LABELS", texts(labels)),
    ...group(2, "ANALOG"),
    ...parameter(2, "USED", words(channels.length)),
    ...parameter(2, "GEN_SCALE", floats(take.common)),
    ...parameter(2, "SCALE", floats(...take.scales)),
    ...parameter(2, "OFFSET", words(...take.offsets)),
    ...parameter(2, "LABELS", texts(channels)),
    0,
    0,
  ];
  const header = [
    2,
    0x50,
    ...word(labels.length),
    ...word(channels.length * samples),
    ...word(1),
    ...word(frames.length),
    ...word(10),
    ...float(scale),
    ...word(dataStart),
    ...word(samples),
    ...float(rate),
  ];
  const number = (value: number) => (format === "float" ? float(value) : word(value));
  const stored = (value: number) => (format === "float" ? value : value / scale);
  const data = frames.flatMap((points, frame) => [
    ...points.flatMap((point) => [
      ...(point ?? [0, 0, 0]).flatMap((value) => number(stored(value))),
      ...number(point === undefined ? -1 : 0),
    ]),
    ...take.analog[frame].flatMap(number),
  ]);
  const bytes = new Uint8Array(BLOCK * (dataStart - 1) + data.length);
  bytes.set(header);
  bytes.set(parameters, BLOCK);
  bytes.set(data, BLOCK * (dataStart - 1));
  return bytes;
}

function floatBytes(value: number, processor: Processor): number[] {
  const view = new DataView(new ArrayBuffer(4));
  // A VAX has its exponents two higher, so four times the number has the same bits, and its halves swapped.
  view.setFloat32(0, processor === "dec" ? 4 * value : value, processor !== "mips");
  const [a, b, c, d] = new Uint8Array(view.buffer);
  return processor === "dec" ? [c, d, a, b] : [a, b, c, d];
}
