/** A place for one thing that takes long to make and that nobody uses at the moment. */
export interface Spare<T> {
  /** Takes out what is there. */
  readonly take: () => T | undefined;
  /** False where the place is taken: then the thing is to be ended by whoever has it. */
  readonly keep: (thing: T) => boolean;
}

export function createSpare<T>(): Spare<T> {
  let kept: T | undefined;
  return {
    take: () => {
      const thing = kept;
      kept = undefined;
      return thing;
    },
    keep: (thing) => {
      if (kept !== undefined) return false;
      kept = thing;
      return true;
    },
  };
}
