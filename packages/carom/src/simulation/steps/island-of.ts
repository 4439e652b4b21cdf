import type { Members } from "./free-step.js";
import type { Island } from "./run-state.js";

/** All islands are made here: objects of one layout are read faster, and what reads them is compiled once. */
export function islandOf({ bodies, rigid, linked, parts }: Members, pairs: readonly number[]): Island {
  return { bodies, rigid, linked, parts, pairs };
}
