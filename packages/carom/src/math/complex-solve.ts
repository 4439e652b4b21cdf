/** Small dense systems of complex numbers, real and imaginary parts in arrays of their own. */

/** Gaussian elimination with row exchanges, in place: the right hand side becomes the solution. False: singular. */
export function solveComplex(aRe: Float64Array, aIm: Float64Array, bRe: Float64Array, bIm: Float64Array, size: number): boolean {
  for (let k = 0; k < size; k++) {
    let pivot = k;
    let largest = 0;
    for (let i = k; i < size; i++) {
      const magnitude = Math.abs(aRe[i * size + k]) + Math.abs(aIm[i * size + k]);
      if (magnitude > largest) {
        largest = magnitude;
        pivot = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    if (pivot !== k) {
      for (let j = k; j < size; j++) {
        exchange(aRe, k * size + j, pivot * size + j);
        exchange(aIm, k * size + j, pivot * size + j);
      }
      exchange(bRe, k, pivot);
      exchange(bIm, k, pivot);
    }
    const re = aRe[k * size + k];
    const im = aIm[k * size + k];
    const square = re * re + im * im;
    for (let i = k + 1; i < size; i++) {
      const x = aRe[i * size + k];
      const y = aIm[i * size + k];
      const factorRe = (x * re + y * im) / square;
      const factorIm = (y * re - x * im) / square;
      if (factorRe === 0 && factorIm === 0) continue;
      for (let j = k + 1; j < size; j++) {
        aRe[i * size + j] -= factorRe * aRe[k * size + j] - factorIm * aIm[k * size + j];
        aIm[i * size + j] -= factorRe * aIm[k * size + j] + factorIm * aRe[k * size + j];
      }
      bRe[i] -= factorRe * bRe[k] - factorIm * bIm[k];
      bIm[i] -= factorRe * bIm[k] + factorIm * bRe[k];
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    let re = bRe[i];
    let im = bIm[i];
    for (let j = i + 1; j < size; j++) {
      re -= aRe[i * size + j] * bRe[j] - aIm[i * size + j] * bIm[j];
      im -= aRe[i * size + j] * bIm[j] + aIm[i * size + j] * bRe[j];
    }
    const x = aRe[i * size + i];
    const y = aIm[i * size + i];
    const square = x * x + y * y;
    bRe[i] = (re * x + im * y) / square;
    bIm[i] = (im * x - re * y) / square;
  }
  return true;
}

function exchange(array: Float64Array, i: number, j: number): void {
  const value = array[i];
  array[i] = array[j];
  array[j] = value;
}
