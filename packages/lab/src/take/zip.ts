/** Files in a ZIP archive, stored as they are: pictures are packed already. */

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** CRC-32 of the archive's format. */
export function checksum(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

/** 1 January 1980, the first day that the format knows: the same files make the same archive. */
const DATE = 0x21;

export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const shared: readonly (readonly [number, number])[] = [
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [checksum(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [path.length, 2],
      [0, 2],
    ];
    const local = [fields([[0x04034b50, 4], ...shared]), path, bytes];
    directory.push(fields([[0x02014b50, 4], [20, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), path);
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = fields([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  ]);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: "application/zip" });
}

/** Numbers, the lowest byte first. */
function fields(list: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  return Uint8Array.from(list.flatMap(([value, count]) => Array.from({ length: count }, (_, i) => (value >>> (8 * i)) & 0xff)));
}
