/** The smallest and the largest of many numbers; NaN is passed over. Of none: infinite, the wrong way round. */
export function rangeOfValues(values: ArrayLike<number>): readonly [number, number] {
  return [leastOf(values), mostOf(values)];
}

function leastOf(values: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] < least) least = values[i];
  return least;
}

function mostOf(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}
