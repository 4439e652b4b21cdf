/** Bytes of files as text and as numbers. */
import { InvalidInputError } from "../../errors.js";

/** Corners of a mesh. */
export const MOST_CORNERS = 6_000_000;

/** Numbers of mesh files are plain ASCII, so that each byte is a character; names in other alphabets, which nobody reads, are not. */
export function textOf(file: Uint8Array | string, from = 0, to: number = file.length): string {
  if (typeof file === "string") return file.slice(from, to);
  const pieces: string[] = [];
  const end = Math.min(to, file.length);
  for (let at = from; at < end; at += 8192) pieces.push(String.fromCharCode(...file.subarray(at, Math.min(at + 8192, end))));
  return pieces.join("");
}

/** The same as bytes; a text whose characters are bytes is read as these. */
export function bytesOf(file: Uint8Array | string): { readonly bytes: Uint8Array; readonly view: DataView } {
  const bytes = typeof file === "string" ? Uint8Array.from(file, (character) => character.charCodeAt(0)) : file;
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

export function checkCorners(count: number, name: string): void {
  if (count > MOST_CORNERS) throw new InvalidInputError(name, count, `corners are more than a mesh may have (${MOST_CORNERS})`);
}

/** Calls back with each line of a text and its number from 1. */
export function eachLine(text: string, visit: (line: string, number: number) => void): void {
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const end = text.indexOf("\n", from);
    visit(text.slice(from, end < 0 ? text.length : end), number);
    if (end < 0) return;
    from = end + 1;
  }
}
