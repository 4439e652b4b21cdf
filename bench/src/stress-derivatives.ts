/**
 * Derivatives of one impact against extrapolated differences of the law itself: random contacts of every family, by every law for one
 * contact whose path is differentiated; and, along random changes, by laws that are differentiated by differences of their own: `compliant`
 * of the same contacts, `simultaneous` and `multipoint` of scenes with up to twelve. Velocities, mobility and materials change all at once,
 * with random weights; in one problem of fifty each of them by itself, too.
 *
 * Every column whose differences settle must agree to 1e-8 of it, and every other must have an edge that explains it: one within ten steps
 * of the difference, or a derivative that is none or one-sided.
 */
import { impactDerivatives, lawNamed } from "carom/impact";
import { createSlipContact } from "carom/impact/slip";
import { createRandom } from "carom/math";
import { againstDifferences, alongRandomChanges, oneBodyFamilies, problemFamilies, problemOf, sceneFamilies } from "carom/testing";
import { printHeading, printTable, small } from "./table.js";

const LAWS = ["frictional", "planar", "poisson", "newton"] as const;
const TOLERANCE = 1e-8;
const SHOWN = 5;
/** Of so many problems one has its velocities, mobility and materials changed one by one. */
const APART = 50;

type Problem = ReturnType<typeof problemOf>;

/** `count` problems of each family and law. */
export function derivativeCampaign(count: number, seed: number): number {
  printHeading(`Derivatives of one impact: ${count} problems of each family and law, seed ${seed}`);
  const failed: string[] = [];
  const rows = LAWS.flatMap((law) =>
    problemFamilies.map((family) => {
      const random = createRandom(seed);
      const contact = createSlipContact();
      let [worst, compared, explained] = [0, 0, 0];
      for (let n = 0; n < count; n++) {
        family.draw(random, contact);
        const problem = law === "planar" ? inPlane(problemOf(contact)) : problemOf(contact);
        const found = againstDifferences(law, problem);
        worst = Math.max(worst, found.worst);
        compared += found.compared;
        explained += found.explained;
        if (!(found.worst <= TOLERANCE) || found.unexplained.length > 0)
          failed.push(
            `${law}, ${family.name} ${n}: ${small(found.worst)}, no edge for ${found.unexplained.join(" ")}: ${JSON.stringify(problem)}`,
          );
      }
      return [law, family.name, compared, explained, small(worst)];
    }),
  );
  rows.push(...changesCampaign(count, seed, failed));
  printTable(["law", "family", "columns compared", "with an edge", "worst error"], rows);
  printCost(seed);
  for (const line of failed.slice(0, SHOWN)) console.log(line);
  console.log(`\n${failed.length} failures.`);
  return failed.length > 0 ? 1 : 0;
}

interface ProblemFamily {
  readonly name: string;
  readonly draw: (random: () => number) => { readonly problem: Problem };
}

/** Contacts with springs along the surface, too. */
function springFamilies(): readonly ProblemFamily[] {
  const contact = createSlipContact();
  return problemFamilies.map(({ name, draw }) => ({
    name,
    draw(random) {
      draw(random, contact);
      const problem = problemOf(contact);
      return { problem: { ...problem, contacts: problem.contacts.map((one) => ({ ...one, stiffnessRatio: 0.5 + 1.5 * random() })) } };
    },
  }));
}

function changesCampaign(count: number, seed: number, failed: string[]): (string | number)[][] {
  const laws: readonly (readonly [string, readonly ProblemFamily[]])[] = [
    ["compliant", springFamilies()],
    ["simultaneous", sceneFamilies],
    ["multipoint", oneBodyFamilies],
  ];
  return laws.flatMap(([law, families]) =>
    families.map((family) => {
      const random = createRandom(seed);
      let [worst, compared, explained] = [0, 0, 0];
      for (let n = 0; n < count; n++) {
        const { problem } = family.draw(random);
        const found = alongRandomChanges(law, problem, random, n % APART === 0 ? "apart" : "at once");
        worst = Math.max(worst, found.worst);
        compared += found.compared;
        explained += found.explained;
        if (found.failed.length > 0) failed.push(`${law}, ${family.name} ${n}: ${found.failed.join("; ")}`);
      }
      return [law, family.name, compared, explained, small(worst)];
    }),
  );
}

/** The contact without its second tangent. */
function inPlane(problem: Problem): Problem {
  const keep = [0, 2];
  return {
    ...problem,
    dimension: 2,
    mobility: keep.map((i) => keep.map((j) => problem.mobility[i]![j]!)),
    velocity: keep.map((i) => problem.velocity[i]!),
  };
}

const TIMED = 400;
const ROUNDS = 5;

/** All derivatives beside plain solves of the same problems, as processor time. */
function printCost(seed: number): void {
  const random = createRandom(seed);
  const contact = createSlipContact();
  const problems = Array.from({ length: TIMED }, () => {
    problemFamilies[0]!.draw(random, contact);
    return problemOf(contact);
  });
  const time = (run: (problem: Problem) => void) => {
    for (const problem of problems) run(problem);
    const from = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) for (const problem of problems) run(problem);
    return process.cpuUsage(from).user / (ROUNDS * TIMED);
  };
  printTable(
    ["law", "a solve, us", "all derivatives, us", "derivatives in solves"],
    (["frictional", "poisson", "newton"] as const).map((law) => {
      const plain = time((problem) => lawNamed(law).solve(problem));
      const all = time((problem) => impactDerivatives(law, problem));
      return [law, plain.toFixed(1), all.toFixed(1), (all / plain).toFixed(1)];
    }),
  );
}
