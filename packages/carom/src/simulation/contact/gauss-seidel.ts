/**
 * Contact forces by relaxing one contact at a time: slow, arbitrary in how a face shares its load, but it finds modes where Newton's method
 * fails.
 *
 * Each contact in turn gets the force that would stop its own rate, projected on its friction cone; what the others do is taken as it is.
 * Repeated until nothing changes. Only the modes are used: the frozen solve gives the forces.
 *
 * Where all contacts rest along their surfaces the problem has the form of one time step from rest, which always has a solution (Stewart
 * and Trinkle 1996); close to the edge between stick and slip of several contacts the relaxation is slow, and goes on for longer there.
 * Where some slide there may be none (Painleve).
 */
import {
  accelerate,
  contactRates,
  type ForceProblem,
  type ForceSolution,
  mobility,
  ONSET,
  SLIP,
  STICK,
  UNLOADED,
} from "./force-problem.js";

const MOST_SWEEPS = 2000;
/** For contacts that all rest forces exist, however large the friction: they are looked for longer. Sweeps times contacts. */
const PATIENCE = 300_000;
const SETTLED = 1e-12;

/** Writes forces, accelerations, rates, modes and directions; false where the forces did not settle. */
export function relaxContacts(problem: ForceProblem, frictions: Float64Array, solution: ForceSolution): boolean {
  const { count, slides, direction, friction, bias } = problem;
  const { forces, accelerations, rates, modes } = solution;
  forces.fill(0, 0, 3 * count);
  accelerate(problem, forces, accelerations);
  const weight = Float64Array.from({ length: count }, (_, i) => 1 / blockScale(problem, i));
  const { columns, starts, rows, pushes } = blocksOf(problem);
  const before = new Float64Array(3);
  const added = new Float64Array(3);
  const rests = !slides.subarray(0, count).includes(1);
  const most = rests ? Math.max(MOST_SWEEPS, PATIENCE / count) : MOST_SWEEPS;
  let settled = false;
  for (let sweep = 0; sweep < most && !settled; sweep++) {
    let change = 0;
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const [begin, end] = [starts[i], starts[i + 1]];
      let [rate1, rate2, rate3] = [bias[3 * i], bias[3 * i + 1], bias[3 * i + 2]];
      for (let p = begin; p < end; p++) {
        const a = accelerations[columns[p]];
        rate1 += rows[3 * p] * a;
        rate2 += rows[3 * p + 1] * a;
        rate3 += rows[3 * p + 2] * a;
      }
      for (let c = 0; c < 3; c++) before[c] = forces[3 * i + c];
      forces[3 * i] -= weight[i] * rate1;
      forces[3 * i + 1] -= weight[i] * rate2;
      forces[3 * i + 2] -= weight[i] * rate3;
      const normal = Math.max(0, forces[3 * i + 2]);
      forces[3 * i + 2] = normal;
      const along = Math.sqrt(forces[3 * i] * forces[3 * i] + forces[3 * i + 1] * forces[3 * i + 1]);
      if (slides[i] === 1) {
        forces[3 * i] = -friction[i] * normal * direction[2 * i];
        forces[3 * i + 1] = -friction[i] * normal * direction[2 * i + 1];
      } else if (along > frictions[i] * normal) {
        forces[3 * i] *= (frictions[i] * normal) / along;
        forces[3 * i + 1] *= (frictions[i] * normal) / along;
      }
      let some = false;
      for (let c = 0; c < 3; c++) {
        added[c] = forces[3 * i + c] - before[c];
        change = Math.max(change, Math.abs(added[c]));
        largest = Math.max(largest, Math.abs(forces[3 * i + c]));
        some ||= added[c] !== 0;
      }
      if (!some) continue;
      const [added1, added2, added3] = [added[0], added[1], added[2]];
      for (let p = begin; p < end; p++) {
        const k = columns[p];
        accelerations[k] = accelerations[k] + pushes[3 * p] * added1 + pushes[3 * p + 1] * added2 + pushes[3 * p + 2] * added3;
      }
    }
    settled = change <= SETTLED * largest;
  }
  contactRates(problem, accelerations, rates);
  for (let i = 0; i < count; i++) {
    const normal = forces[3 * i + 2];
    const held = Math.sqrt(forces[3 * i] * forces[3 * i] + forces[3 * i + 1] * forces[3 * i + 1]);
    modes[i] = normal === 0 ? UNLOADED : slides[i] === 1 ? SLIP : held < frictions[i] * normal * (1 - 1e-9) ? STICK : ONSET;
    if (slides[i] === 1) {
      solution.direction[2 * i] = direction[2 * i];
      solution.direction[2 * i + 1] = direction[2 * i + 1];
    } else if (held > 0) {
      solution.direction[2 * i] = -forces[3 * i] / held;
      solution.direction[2 * i + 1] = -forces[3 * i + 1] / held;
    }
  }
  return settled;
}

/** What each contact has to do with, one contact after the other: sweeps read this over and over. */
interface Blocks {
  /** Its speeds, those of one or two bodies, and where those of each contact begin. */
  readonly columns: Int32Array;
  readonly starts: Int32Array;
  /** Of its three rows of the Jacobian, and of the response, the elements at each of these speeds. */
  readonly rows: Float64Array;
  readonly pushes: Float64Array;
}

function blocksOf({ count, size: n, jacobian, response }: ForceProblem): Blocks {
  const columns = new Int32Array(count * n);
  const starts = new Int32Array(count + 1);
  const rows = new Float64Array(3 * count * n);
  const pushes = new Float64Array(3 * count * n);
  let end = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < n; k++) {
      let some = false;
      for (let row = 3 * i; row < 3 * i + 3; row++) some ||= jacobian[row * n + k] !== 0 || response[row * n + k] !== 0;
      if (!some) continue;
      for (let c = 0; c < 3; c++) {
        rows[3 * end + c] = jacobian[(3 * i + c) * n + k];
        pushes[3 * end + c] = response[(3 * i + c) * n + k];
      }
      columns[end++] = k;
    }
    starts[i + 1] = end;
  }
  return { columns, starts, rows, pushes };
}

/** The largest row sum of a contact's own 3 x 3 block: relaxing by its inverse never overshoots. */
function blockScale(problem: ForceProblem, i: number): number {
  let largest = 0;
  for (let row = 3 * i; row < 3 * i + 3; row++) {
    let sum = 0;
    for (let column = 3 * i; column < 3 * i + 3; column++) sum += Math.abs(mobility(problem, row, column));
    largest = Math.max(largest, sum);
  }
  return largest;
}
