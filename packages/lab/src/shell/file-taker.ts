/** A view may take files of its own, besides studies: meshes, say. One view is open at a time. */
export interface FileTaker {
  /** By the name of the file. */
  accepts(name: string): boolean;
  /** All that were chosen or dropped together. Throws an Error with a sentence for people. */
  take(files: readonly File[]): Promise<void>;
}

let open: FileTaker | undefined;

/** From now on this one takes files; what it returns ends that. */
export function takeFiles(taker: FileTaker): () => void {
  open = taker;
  return () => {
    if (open === taker) open = undefined;
  };
}

export function takerOf(files: readonly File[]): FileTaker | undefined {
  return open !== undefined && files.every(({ name }) => open?.accepts(name)) ? open : undefined;
}
