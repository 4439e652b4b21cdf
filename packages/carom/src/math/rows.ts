/**
 * Rows of numbers that share one piece of memory.
 *
 * A solver that owns its workspace makes some twenty short rows at a time. Each with memory of its own costs half a microsecond, together a
 * tenth of that.
 */

/** V8 keeps as many numbers beside their array: memory of their own outside is slower to get, and to give back. */
const FEW = 8;

/** Gives row after row, all zero, out of room for so many numbers in all. */
export function rowsIn(room: number): (length: number) => Float64Array {
  let memory: ArrayBuffer | undefined;
  let used = 0;
  return (length) => {
    if (length <= FEW) return new Float64Array(length);
    memory ??= new ArrayBuffer(8 * room);
    used += length;
    return new Float64Array(memory, 8 * (used - length), length);
  };
}
