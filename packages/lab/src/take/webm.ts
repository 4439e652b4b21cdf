/**
 * Frames of video in a WebM file: EBML elements, an identifier and a length before each. Clusters begin at key frames; a table at the end
 * says where they are, so that players can go to any time.
 */

export interface VideoFrameBytes {
  readonly bytes: Uint8Array;
  /** ms. */
  readonly time: number;
  readonly isKey: boolean;
}

export interface VideoFormat {
  /** `V_VP9` or `V_VP8`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** ms. */
  readonly duration: number;
}

type Piece = Uint8Array | readonly Piece[];

const lengthOf = (piece: Piece): number =>
  piece instanceof Uint8Array ? piece.length : piece.reduce((sum, part) => sum + lengthOf(part), 0);

/** Of an identifier: as many bytes as it has. */
function id(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Uint8Array.from(bytes);
}

/** A length in eight bytes. */
function size(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(value / 2 ** 32));
  view.setUint32(4, value % 2 ** 32);
  bytes[0] |= 1;
  return bytes;
}

const element = (identifier: number, ...content: readonly Piece[]): Piece => [id(identifier), size(lengthOf(content)), content];
const whole = (identifier: number, value: number): Piece => element(identifier, id(value).length === 0 ? Uint8Array.of(0) : id(value));
const text = (identifier: number, value: string): Piece => element(identifier, new TextEncoder().encode(value));

function decimal(identifier: number, value: number): Piece {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(identifier, bytes);
}

/** @param frames in order, the first one a key frame */
export function webmOf(frames: readonly VideoFrameBytes[], { codec, width, height, duration }: VideoFormat): Blob {
  const head = element(
    0x1a45dfa3,
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    text(0x4282, "webm"),
    whole(0x4287, 4),
    whole(0x4285, 2),
  );
  const info = element(0x1549a966, whole(0x2ad7b1, 1_000_000), decimal(0x4489, duration), text(0x4d80, "Carom"), text(0x5741, "Carom"));
  const track = element(
    0x1654ae6b,
    element(
      0xae,
      whole(0xd7, 1),
      whole(0x73c5, 1),
      whole(0x83, 1),
      text(0x86, codec),
      element(0xe0, whole(0xb0, width), whole(0xba, height)),
    ),
  );
  const clusters: Piece[] = [];
  const cues: Piece[] = [];
  let at = lengthOf([info, track]);
  for (const group of groupsOf(frames)) {
    const start = Math.round(group[0].time);
    const cluster = element(0x1f43b675, whole(0xe7, start), ...group.map((frame) => block(frame, start)));
    cues.push(element(0xbb, whole(0xb3, start), element(0xb7, whole(0xf7, 1), whole(0xf1, at))));
    clusters.push(cluster);
    at += lengthOf(cluster);
  }
  const segment = element(0x18538067, info, track, ...clusters, element(0x1c53bb6b, ...cues));
  return new Blob([...flat([head, segment])] as BlobPart[], { type: "video/webm" });
}

function* flat(piece: Piece): Generator<Uint8Array> {
  if (piece instanceof Uint8Array) yield piece;
  else for (const part of piece) yield* flat(part);
}

/** Times in a cluster have 16 bits: it ends before they run out. */
const LONGEST_CLUSTER = 30_000;

function groupsOf(frames: readonly VideoFrameBytes[]): VideoFrameBytes[][] {
  const groups: VideoFrameBytes[][] = [];
  for (const frame of frames) {
    const last = groups[groups.length - 1];
    if (last === undefined || frame.isKey || frame.time - last[0].time > LONGEST_CLUSTER) groups.push([frame]);
    else last.push(frame);
  }
  return groups;
}

function block({ bytes, time, isKey }: VideoFrameBytes, start: number): Piece {
  const relative = Math.round(time) - start;
  const head = Uint8Array.of(0x81, (relative >> 8) & 0xff, relative & 0xff, isKey ? 0x80 : 0);
  return element(0xa3, head, bytes);
}
