/**
 * A hash of plain data: every bit of every number counts, and so do words and the order of things. Sentences (`message`) do not, which may
 * be worded anew.
 *
 * Two FNV-1a hashes of 32 bits side by side (Fowler, Noll, Vo; public domain) over the bytes of the numbers, little end first, and the
 * codes of the letters.
 */
const PRIME = 0x01000193;
const STARTS = [0x811c9dc5, 0x1b873593];

/** 16 hexadecimal digits. Keys of objects are taken in alphabetical order; every NaN is the same. */
export function hashOf(value: unknown): string {
  const state = new Uint32Array(STARTS);
  const bytes = new DataView(new ArrayBuffer(8));
  const addByte = (byte: number) => {
    state[0] = Math.imul(state[0] ^ byte, PRIME);
    // The second runs over the complement, or both would collide together.
    state[1] = Math.imul(state[1] ^ (byte ^ 0xff), PRIME);
  };
  const addNumber = (x: number) => {
    bytes.setFloat64(0, x, true);
    for (let i = 0; i < 8; i++) addByte(Number.isNaN(x) ? 0xfe : bytes.getUint8(i));
  };
  const addText = (text: string) => {
    addNumber(text.length);
    for (let i = 0; i < text.length; i++) addNumber(text.charCodeAt(i));
  };
  const add = (part: unknown): void => {
    // The text of a function is the compiler's.
    if (typeof part === "function") return;
    if (typeof part === "number") addNumber(part);
    else if (typeof part !== "object" || part === null) addText(String(part));
    else if (Array.isArray(part) || part instanceof Float64Array || part instanceof Int32Array || part instanceof Uint8Array) {
      addNumber(part.length);
      for (const item of part) add(item);
    } else
      for (const [key, item] of Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (key === "message") continue;
        addText(key);
        add(item);
      }
  };
  add(value);
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}
