/** Files on their way to the builder: dropped elsewhere, taken when it is open. */
import { createStore } from "../shell/store.js";

const waiting = createStore<readonly File[]>([]);

/** Robots, meshes and motions: what the builder takes. */
export const BUILT_FROM = /\.(urdf|xml|mjcf|stl|obj|ply|dae|csv|c3d|npy)$/i;

export function leaveFiles(files: readonly File[]): void {
  waiting.set(files);
}

/** Read once. */
export function takeWaiting(): readonly File[] {
  const files = waiting.get();
  waiting.set([]);
  return files;
}
