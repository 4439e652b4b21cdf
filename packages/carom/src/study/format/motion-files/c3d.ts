/**
 * C3D files of motion capture: points in space at frames, and analog channels sampled several times a frame.
 *
 *     header       512 bytes: where the parameters are, and a copy of some
 *     parameters   groups POINT, ANALOG, TRIAL: counts, labels, units, rates, scales; before them the kind of processor
 *     data         for each frame four numbers a point (x, y, z, residual and cameras), then the samples of all channels, as often as they
 *                  were sampled; whole numbers of 16 bits, or single ones where POINT:SCALE is negative
 *     processors   84 Intel, 85 DEC (its single numbers have their halves swapped and exponents two higher), 86 MIPS (big end first)
 *
 * The table of the file has `time`, s from the first frame, and `LABEL_x`, `LABEL_y`, `LABEL_z` of each point, m; of a point that was not
 * seen NaN. That of `FILE.c3d#analog` has `time` and one column for each channel, in its own unit: (raw - offset) scale, times the common
 * scale.
 *
 * Source: The C3D file format user guide, Motion Lab Systems, 2008; c3d.org.
 */
import { InvalidInputError } from "../../../errors.js";
import { type C3dParameters, readParameters } from "./c3d-parameters.js";
import type { MotionTable } from "./motion-file.js";

const BLOCK = 512;
/** m. */
const UNITS: Readonly<Record<string, number>> = { mm: 1e-3, cm: 1e-2, dm: 1e-1, m: 1, in: 0.0254, ft: 0.3048 };

type Fail = (value: unknown, expected: string) => never;

export function readC3d(bytes: Uint8Array, part: string, at: string): MotionTable {
  const fail: Fail = (value, expected) => {
    throw new InvalidInputError(at, value, expected);
  };
  if (part !== "" && part !== "analog") fail(part, "is not a part of a C3D file: analog is, and without a part its points are read");
  if (bytes.length < 2 * BLOCK || bytes[1] !== 0x50) fail(bytes.length, "bytes do not begin as a C3D file does");
  const parameters = readParameters(bytes, fail);
  const layout = layoutOf(bytes, parameters, fail);
  return part === "analog" ? analogOf(layout, parameters, fail) : pointsOf(layout, parameters, fail);
}

/** Where the numbers are. */
interface Layout {
  readonly frames: number;
  readonly points: number;
  readonly channels: number;
  /** Of each channel in a frame. */
  readonly samples: number;
  /** Frames per second, Hz. */
  readonly rate: number;
  /** POINT:SCALE. */
  readonly scale: number;
  /** The number at a place of a frame; a whole one without sign if asked. */
  value(frame: number, place: number, unsigned: boolean): number;
}

function layoutOf(bytes: Uint8Array, { number, numbers, has, numeric, view, little }: C3dParameters, fail: Fail): Layout {
  const word = (place: number) => view.getUint16(2 * (place - 1), little);
  const points = has("POINT", "USED") ? number("POINT", "USED") & 0xffff : word(2);
  const scale = has("POINT", "SCALE") ? number("POINT", "SCALE") : numeric.float(12);
  const rate = has("POINT", "RATE") ? number("POINT", "RATE") : numeric.float(20);
  if (!(rate > 0 && Number.isFinite(rate))) fail(rate, "is not a rate of frames (POINT:RATE), Hz");
  if (!Number.isFinite(scale) || scale === 0) fail(scale, "is not a scale of points (POINT:SCALE)");
  const all = word(3);
  const channels = has("ANALOG", "USED") ? number("ANALOG", "USED") & 0xffff : all / Math.max(1, word(10));
  if (!Number.isInteger(channels) || (channels > 0 && all % channels !== 0))
    fail(all, `are measurements of a frame that ${channels} channels do not share evenly`);
  const samples = channels === 0 ? 0 : all / channels;
  const isFloat = scale < 0;
  const size = isFloat ? 4 : 2;
  const perFrame = 4 * points + all;
  // Some leave the parameter empty and fill in the header alone.
  const told = has("POINT", "DATA_START") ? number("POINT", "DATA_START") & 0xffff : 0;
  const start = BLOCK * ((told > 1 ? told : word(9)) - 1);
  if (start < BLOCK || start > bytes.length)
    fail(start / BLOCK + 1, "is where its data should begin (POINT:DATA_START), which the file does not reach");
  const frames = framesOf();
  if (!(frames >= 1)) fail(frames, "is not a number of frames");
  if (perFrame === 0) fail(0, "points and channels are in it");
  if (start + frames * perFrame * size > bytes.length)
    fail(bytes.length - start, `bytes of data are too few for ${frames} frames of ${perFrame} numbers: the file is cut off`);
  return {
    frames,
    points,
    channels,
    samples,
    rate,
    scale,
    value: (frame, place, unsigned) => {
      const from = start + size * (frame * perFrame + place);
      if (isFloat) return numeric.float(from);
      return unsigned ? view.getUint16(from, little) : view.getInt16(from, little);
    },
  };

  /** The header has 16 bits for each end; longer files say it in parameters. */
  function framesOf(): number {
    const [first, last] = ["ACTUAL_START_FIELD", "ACTUAL_END_FIELD"].map((name) => {
      const [low = 0, high = 0] = has("TRIAL", name) ? numbers("TRIAL", name) : [];
      return (low & 0xffff) + 65536 * (high & 0xffff);
    });
    const told = word(5) - word(4) + 1;
    const actual = first > 0 && last >= first ? last - first + 1 : told;
    return actual > 65535 || told < 1 || actual > told ? fits(actual, told) : told;
  }

  /** Of two numbers of frames the one for which there are bytes. */
  function fits(first: number, second: number): number {
    return start + first * perFrame * size <= bytes.length ? first : second;
  }
}

function pointsOf({ frames, points, rate, scale, value }: Layout, { has, text, labels }: C3dParameters, fail: Fail): MotionTable {
  const unit = has("POINT", "UNITS") ? text("POINT", "UNITS").trim().toLowerCase() || "mm" : "mm";
  if (!Object.hasOwn(UNITS, unit)) fail(unit, `is not a unit of points (POINT:UNITS) that is known: ${Object.keys(UNITS).join(", ")}`);
  const factor = UNITS[unit] * (scale < 0 ? 1 : scale);
  const time = new Float64Array(frames).map((_, frame) => frame / rate);
  const named = labels("POINT", points);
  const columns = [time, ...Array.from({ length: 3 * points }, () => new Float64Array(frames))];
  for (let frame = 0; frame < frames; frame++)
    for (let point = 0; point < points; point++) {
      // Residual and cameras are one number, negative where nothing was seen.
      const isSeen = value(frame, 4 * point + 3, false) >= 0;
      for (let c = 0; c < 3; c++) columns[1 + 3 * point + c][frame] = isSeen ? factor * value(frame, 4 * point + c, false) : Number.NaN;
    }
  return { names: ["time", ...named.flatMap((label) => ["x", "y", "z"].map((axis) => `${label}_${axis}`))], columns };
}

function analogOf({ frames, points, channels, samples, rate, value }: Layout, parameters: C3dParameters, fail: Fail): MotionTable {
  const { has, number, numbers, text, labels } = parameters;
  if (channels === 0) fail("analog", "is asked for, and the file has no analog channels");
  const common = has("ANALOG", "GEN_SCALE") ? number("ANALOG", "GEN_SCALE") : 1;
  const unsigned = has("ANALOG", "FORMAT") && /unsigned/i.test(text("ANALOG", "FORMAT"));
  const [scales, offsets] = ["SCALE", "OFFSET"].map((name) => (has("ANALOG", name) ? numbers("ANALOG", name) : []));
  const rows = frames * samples;
  const columns = [
    new Float64Array(rows).map((_, row) => row / (rate * samples)),
    ...Array.from({ length: channels }, () => new Float64Array(rows)),
  ];
  for (let frame = 0; frame < frames; frame++)
    for (let sample = 0; sample < samples; sample++)
      for (let channel = 0; channel < channels; channel++) {
        const raw = value(frame, 4 * points + sample * channels + channel, unsigned);
        const offset = unsigned ? (offsets[channel] ?? 0) & 0xffff : (offsets[channel] ?? 0);
        columns[1 + channel][frame * samples + sample] = (raw - offset) * (scales[channel] ?? 1) * common;
      }
  return { names: ["time", ...labels("ANALOG", channels)], columns };
}
