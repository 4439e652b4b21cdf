/** A view may take files of its own, besides studies: meshes, say. One view is open at a time. */
import { createStore } from "./store.js";

export interface FileTaker {
  /** By the name of the file. */
  accepts(name: string): boolean;
  /** All that were chosen or dropped together. Throws an Error with a sentence for people. */
  take(files: readonly File[]): Promise<void>;
}

const open = createStore<FileTaker | undefined>(undefined);

/** From now on this one takes files; what it returns ends that. */
export function takeFiles(taker: FileTaker): () => void {
  open.set(taker);
  return () => {
    if (open.get() === taker) open.set(undefined);
  };
}

export function takerOf(files: readonly File[]): FileTaker | undefined {
  const taker = open.get();
  return taker !== undefined && files.every(({ name }) => taker.accepts(name)) ? taker : undefined;
}
