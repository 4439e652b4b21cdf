/**
 * Contacts that cannot change each other's velocity are impacts of their own: a body elsewhere changes nothing.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";

/** Groups of places in the list, each in rising order, in the order of their first contacts. */
export function islandsOf({ contacts, mobility, dimension }: ContactProblem): number[][] {
  const islands: number[][] = [];
  const done = new Uint8Array(contacts.length);
  const coupled = (i: number, j: number) => {
    for (let k = i * dimension; k < (i + 1) * dimension; k++)
      for (let l = j * dimension; l < (j + 1) * dimension; l++) if (mobility[k][l] !== 0 || mobility[l][k] !== 0) return true;
    return false;
  };
  for (let first = 0; first < contacts.length; first++) {
    if (done[first] === 1) continue;
    const island = [first];
    done[first] = 1;
    for (const i of island)
      for (let j = 0; j < contacts.length; j++)
        if (done[j] === 0 && coupled(i, j)) {
          done[j] = 1;
          island.push(j);
        }
    islands.push(island.sort((a, b) => a - b));
  }
  return islands;
}

/** The contacts of an island as a problem of their own. */
export function problemOf(problem: ContactProblem, island: readonly number[]): ContactProblem {
  const { dimension, contacts, mobility, velocity, places } = problem;
  const rows = componentsOf(dimension, island);
  return {
    dimension,
    contacts: island.map((i) => contacts[i]),
    mobility: rows.map((row) => rows.map((column) => mobility[row][column])),
    velocity: rows.map((row) => velocity[row]),
    ...(places === undefined ? {} : { places: island.map((i) => places[i]) }),
  };
}

export const componentsOf = (dimension: number, island: readonly number[]) =>
  island.flatMap((i) => Array.from({ length: dimension }, (_, k) => i * dimension + k));
