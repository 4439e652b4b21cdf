/**
 * Numbers that sequences can be followed with: the fifth powers that energies are made of (m l^2 w^2) neither overflow nor underflow
 * between these.
 */
import { InvalidInputError } from "../errors.js";

const SMALLEST = 1e-50;
const LARGEST = 1e50;

/** Throws InvalidInputError naming the first that is not finite, or whose size, unless zero, is out of range. */
export function checkRange(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!Number.isFinite(value)) throw new InvalidInputError(name, value, "is not a number");
    const size = Math.abs(value);
    if (size !== 0 && (size < SMALLEST || size > LARGEST))
      throw new InvalidInputError(name, value, `is out of range: its size is not between ${SMALLEST} and ${LARGEST}`);
  }
}
