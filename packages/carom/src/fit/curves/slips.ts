/**
 * Friction from slip tests: a body between fingers that push with a known force is pulled along them until it begins to slide.
 *
 *     pull = fingers x friction x push
 *
 * through all tests at once. A second line that need not pass through zero tells whether something holds besides friction (adhesion), or
 * whether the push was read wrong.
 */
import { InvalidInputError } from "../../errors.js";
import { studentFactor } from "../uncertainty/student.js";

/** One test. */
export interface SlipTest {
  /** Mean of the fingers, N. */
  readonly push: number;
  /** At which the body began to slide, N. */
  readonly pull: number;
}

/** Friction and what the tests leave. */
export interface SlipFit {
  /** Through all tests. */
  readonly friction: number;
  /** null: one test tells nothing of its error. */
  readonly standardError: number | null;
  /** Of 95 %. */
  readonly interval: readonly [number, number] | null;
  /** Pull at no push by the second line, N, and its interval of 95 %; from three tests at different pushes on. */
  readonly atNoPush?: { readonly value: number; readonly interval: readonly [number, number] };
  /** Of a pull, N; null for one test. */
  readonly scatter: number | null;
}

/** @param fingers that share the pull */
export function fitSlips(tests: readonly SlipTest[], fingers: number, path = "slips"): SlipFit {
  if (tests.length === 0) throw new InvalidInputError(path, 0, "has no tests");
  tests.forEach(({ push, pull }, i) => {
    if (!(push > 0 && push < Infinity)) throw new InvalidInputError(`${path}[${i}].push`, push, "is not a number above 0");
    if (!(pull >= 0 && pull < Infinity)) throw new InvalidInputError(`${path}[${i}].pull`, pull, "is not a number at or above 0");
  });
  const sum = (of: (test: SlipTest) => number) => tests.reduce((all, test) => all + of(test), 0);
  const square = sum(({ push }) => push * push);
  const slope = sum(({ push, pull }) => push * pull) / square;
  const degrees = tests.length - 1;
  const friction = slope / fingers;
  if (degrees === 0) return { friction, standardError: null, interval: null, scatter: null };
  const left = sum(({ push, pull }) => (pull - slope * push) * (pull - slope * push));
  const scatter = Math.sqrt(left / degrees);
  const error = scatter / Math.sqrt(square) / fingers;
  const half = studentFactor(degrees) * error;
  const line = freeLine(tests);
  return {
    friction,
    standardError: error,
    interval: [friction - half, friction + half],
    ...(line === undefined ? {} : { atNoPush: line }),
    scatter,
  };
}

/** Where a line of any slope stands at no push. */
function freeLine(tests: readonly SlipTest[]): SlipFit["atNoPush"] {
  const count = tests.length;
  if (count < 3) return undefined;
  const mean = (of: (test: SlipTest) => number) => tests.reduce((all, test) => all + of(test), 0) / count;
  const [push, pull] = [mean((test) => test.push), mean((test) => test.pull)];
  const spread = tests.reduce((all, test) => all + (test.push - push) * (test.push - push), 0);
  if (!(spread > 1e-12 * count * push * push)) return undefined;
  const slope = tests.reduce((all, test) => all + (test.push - push) * (test.pull - pull), 0) / spread;
  const value = pull - slope * push;
  const left = tests.reduce((all, test) => all + (test.pull - value - slope * test.push) * (test.pull - value - slope * test.push), 0);
  const error = Math.sqrt((left / (count - 2)) * (1 / count + (push * push) / spread));
  const half = studentFactor(count - 2) * error;
  return { value, interval: [value - half, value + half] };
}
