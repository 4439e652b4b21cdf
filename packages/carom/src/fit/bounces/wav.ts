/**
 * Sound from the bytes of a WAV file (RIFF): whole numbers of 8, 16, 24 or 32 bits or floating point of 32 or 64, any number of channels,
 * which are averaged.
 */
import { InvalidInputError } from "../../errors.js";

/** One channel of sound. */
export interface Sound {
  /** Samples per second, Hz. */
  readonly rate: number;
  /** Of full scale. */
  readonly samples: Float64Array;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** Throws InvalidInputError at `path` where the bytes are no such file. */
export function soundFromWav(bytes: Uint8Array, path = "bounces.file"): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (reason: string): never => {
    throw new InvalidInputError(path, `${bytes.byteLength} bytes`, reason);
  };
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.byteLength < 12 || word(0) !== "RIFF" || word(8) !== "WAVE") return refuse("are not a WAV file (RIFF, WAVE)");
  let format: { readonly code: number; readonly channels: number; readonly rate: number; readonly bits: number } | undefined;
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    const begin = at + 8;
    const end = Math.min(bytes.byteLength, begin + size);
    if (word(at) === "fmt " && end - begin >= 16) {
      const given = view.getUint16(begin, true);
      const code = given === EXTENSIBLE && end - begin >= 26 ? view.getUint16(begin + 24, true) : given;
      format = {
        code,
        channels: view.getUint16(begin + 2, true),
        rate: view.getUint32(begin + 4, true),
        bits: view.getUint16(begin + 14, true),
      };
    }
    if (word(at) === "data") {
      if (format === undefined) return refuse("have no format before their samples");
      const read = readerOf(view, format.code, format.bits);
      if (read === undefined) return refuse(`have samples of format ${format.code} with ${format.bits} bits, which is not read here`);
      if (!(format.channels > 0 && format.rate > 0)) return refuse("have no channel or no rate");
      return { rate: format.rate, samples: mixed(begin, end, format.channels, format.bits / 8, read) };
    }
    at = end + (size % 2);
  }
  return refuse("have no samples");
}

type Read = (at: number) => number;

function readerOf(view: DataView, code: number, bits: number): Read | undefined {
  if (code === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (code === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  if (code !== PCM) return undefined;
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32768;
  if (bits === 24) return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65536) / 8388608;
  if (bits === 32) return (at) => view.getInt32(at, true) / 2147483648;
  return undefined;
}

function mixed(begin: number, end: number, channels: number, width: number, read: Read): Float64Array {
  const frames = Math.floor((end - begin) / (channels * width));
  const samples = new Float64Array(frames);
  for (let i = 0; i < frames; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += read(begin + (i * channels + c) * width);
    samples[i] = sum / channels;
  }
  return samples;
}
