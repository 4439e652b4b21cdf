/**
 * Whether every joint has something to move: pivots of the mass matrix from the outermost joint inwards. One that vanishes against the
 * moment of all that hangs on the joint belongs to a joint that no force could hold, such as the second of two about one line with nothing
 * between them.
 */
import { createTreeDynamics } from "../mechanism/dynamics.js";
import { COORDINATES, type Link } from "../mechanism/links.js";
import { createTree } from "../mechanism/tree.js";

/** Of the moment of all that hangs on a joint. */
const VANISHES = 1e-11;

/** The first link, from the outermost in, whose joint moves nothing; of those in `excused` others say how they move. */
export function unmovable(links: readonly Link[], starts: ReadonlyMap<string, number>, excused: ReadonlySet<string>): string | undefined {
  const tree = createTree(links);
  const coordinates = new Float64Array(tree.coordinateCount);
  for (const { name, type, coordinate } of tree.links) {
    if (COORDINATES[type] === 1) coordinates[coordinate] = starts.get(name) ?? 0;
    // Unit quaternions.
    if (COORDINATES[type] >= 4) coordinates[coordinate + COORDINATES[type] - 1] = 1;
  }
  tree.place(coordinates);
  const n = tree.speedCount;
  const matrix = new Float64Array(n * n);
  createTreeDynamics(tree).massMatrix(matrix);
  const moments = Array.from({ length: n }, (_, k) => matrix[k * n + k]);
  for (let k = n - 1; k >= 0; k--) {
    const pivot = matrix[k * n + k];
    const { name } = tree.links[tree.owner[k]];
    if (!(pivot > VANISHES * moments[k])) {
      if (!excused.has(name)) return name;
      continue;
    }
    for (let i = 0; i < k; i++) {
      const factor = matrix[i * n + k] / pivot;
      if (factor !== 0) for (let j = 0; j <= i; j++) matrix[i * n + j] -= factor * matrix[k * n + j];
    }
    for (let i = 0; i < k; i++) for (let j = i + 1; j < k; j++) matrix[i * n + j] = matrix[j * n + i];
  }
  return undefined;
}
