/**
 * What hangs together through places where bodies touch or may touch: islands. The ground joins nothing. Their order, and the order within
 * them, is that of the scene.
 */

/** Bodies by islands: a forest in an array, each root the smallest number of its tree. */
export function unite(roots: Int32Array, a: number, b: number): void {
  const [first, second] = [rootOf(roots, a), rootOf(roots, b)];
  if (first < second) roots[second] = first;
  else roots[first] = second;
}

export function rootOf(roots: Int32Array, body: number): number {
  let at = body;
  while (roots[at] !== at) {
    roots[at] = roots[roots[at]];
    at = roots[at];
  }
  return at;
}

export function separate(roots: Int32Array): void {
  for (let i = 0; i < roots.length; i += 1) roots[i] = i;
}
