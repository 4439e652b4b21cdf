/** What the documentation claims about the cost of the laws planar and compliant, measured again. */
import type { ContactProblem } from "carom";
import { solveCompliant, solveFrictional, solvePlanar } from "carom/impact";
import { PLANAR_SIZE, planarImpact, type SlipContact } from "carom/impact/slip";
import { problemOf } from "carom/testing";
import type { Scope } from "./accuracy.js";
import { type Claim, restingBall } from "./claims.js";
import { ratioOf, stream, timeRounds } from "./measure.js";
import { series } from "./methods.js";
import { drawProblems, timedFamilies } from "./problems.js";
import { ratio } from "./table.js";

/** The ball of the source of `compliant`: 1 kg, 1 m, contact velocity (-3, 0, -5). */
const ball: ContactProblem = {
  dimension: 3,
  contacts: [{ friction: 0.4, restitution: 0.5, stiffnessRatio: 17 / 14 }],
  mobility: [
    [3.5, 0, 0],
    [0, 3.5, 0],
    [0, 0, 1],
  ],
  velocity: [-3, 0, -5],
};
/** One run of the source's fixed steps is 150,000 of them; a round of the converged law is this many impacts. */
const BALLS = 200;

export async function checkLaws(scope: Scope): Promise<Claim[]> {
  const generic = timedFamilies.find((family) => family.name === "generic")!;
  const problems = drawProblems(generic, scope.count, scope.seed + 200);
  return [...comparePlanar(problems, scope.rounds), ...(await compareCompliant(problems, scope.rounds))];
}

function comparePlanar(problems: readonly SlipContact[], rounds: number): Claim[] {
  const out = new Float64Array(PLANAR_SIZE);
  const spatial = problems.map(problemOf);
  const planar = spatial.map(flattened);
  const [core, slip, wholePlanar, wholeSpatial] = timeRounds(
    [
      () => {
        for (const { b11, d1, normal, slip1, normalVelocity, friction, restitution } of problems)
          planarImpact(b11, d1, normal, slip1, normalVelocity, friction, friction, restitution, out);
      },
      () => stream(series, problems, 1),
      () => {
        for (const problem of planar) solvePlanar(problem);
      },
      () => {
        for (const problem of spatial) solveFrictional(problem);
      },
    ],
    rounds,
  );
  const bare = ratioOf(core!, slip!);
  return [
    {
      claim: "planar: at most 1/5 of generic frictional (formula against series)",
      measured: `${ratio(bare)}; with checks, events and ledger ${ratio(ratioOf(wholePlanar!, wholeSpatial!))}`,
      passed: bare <= 1 / 5,
    },
  ];
}

async function compareCompliant(problems: readonly SlipContact[], rounds: number): Promise<Claim[]> {
  const world = await restingBall();
  const springy = problems.map((contact) => {
    const problem = problemOf(contact);
    return { ...problem, contacts: [{ ...problem.contacts[0]!, stiffnessRatio: 17 / 14 }] };
  });
  solveCompliant(ball, { method: "fixed-step" });
  const [converged, fixed, random, rapier] = timeRounds(
    [
      () => {
        for (let i = 0; i < BALLS; i++) solveCompliant(ball);
      },
      () => {
        solveCompliant(ball, { method: "fixed-step" });
      },
      () => {
        for (const problem of springy) solveCompliant(problem);
      },
      () => {
        for (let i = 0; i < problems.length; i++) world.step();
      },
    ],
    rounds,
  );
  world.free();
  const perBall = converged!.map((time) => time / BALLS);
  const overFixed = ratioOf(perBall, fixed!);
  const overRapier = ratioOf(random!, rapier!);
  const ballOverRapier = ratioOf(
    perBall,
    rapier!.map((time) => time / problems.length),
  );
  return [
    {
      claim: "compliant, ball: at most 1/100 of the source's 150,000 fixed steps",
      measured: ratio(overFixed),
      passed: overFixed <= 1 / 100,
    },
    {
      claim: "compliant: at most 10 Rapier steps of one awake ball resting on a plane",
      measured: `${ratio(overRapier)} on the generic family, ${ratio(ballOverRapier)} on the ball`,
      passed: overRapier <= 10 && ballOverRapier <= 10,
    },
  ];
}

function flattened({ mobility, velocity, contacts }: ContactProblem): ContactProblem {
  return {
    dimension: 2,
    contacts,
    mobility: [
      [mobility[0]![0]!, mobility[0]![2]!],
      [mobility[2]![0]!, mobility[2]![2]!],
    ],
    velocity: [velocity[0]!, velocity[2]!],
  };
}
