/** What the documentation claims about speed, measured again. */
import RAPIER from "@dimforge/rapier3d-compat";
import { frictional } from "carom/impact";
import { createSlipContact, type SlipContact } from "carom/impact/slip";
import { problemOf } from "carom/testing";
import type { Scope } from "./accuracy.js";
import { measure, ratioOf, stream, timeRounds } from "./measure.js";
import { compared, eulerSteps, series } from "./methods.js";
import { drawProblems, timedFamilies } from "./problems.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

export interface Claim {
  readonly claim: string;
  readonly measured: string;
  readonly passed: boolean;
}

/** The error that the source prints for VS; the comparison is meant at about this one. */
const VS_ERROR = 1e-3;
/** Euler must not reach this error within this many times our cost. */
const EULER_ERROR = 1e-6;
const EULER_FACTOR = 100;
/** Problems on which Euler is refined: its fine settings are slow. */
const EULER_PROBLEMS = 50;

export async function checkClaims(scope: Scope): Promise<Claim[]> {
  const generic = timedFamilies.find((family) => family.name === "generic")!;
  const problems = drawProblems(generic, scope.count, scope.seed + 100);
  const measured = measure(compared, problems, scope.rounds);
  const byName = (name: string) => measured.find((m) => m.name === name)!;
  const ours = byName("series");
  const overRungeKutta = ratioOf(ours.rounds, byName("DOPRI5").rounds);
  const theirs = byName("VS");
  const overTheirs = ratioOf(ours.rounds, theirs.rounds);
  const overRapier = await compareWithRapier(problems, scope.rounds);
  return [
    { claim: "series: error p99 at most 1e-12", measured: small(ours.error.p99), passed: ours.error.p99 <= 1e-12 && ours.failures === 0 },
    { claim: "series: at most 1/12 of DOPRI5 at 1e-10", measured: ratio(overRungeKutta), passed: overRungeKutta <= 1 / 12 },
    {
      claim: "series: at most twice VS with the steps of the source, which has a median error of 1e-3",
      measured: `${ratio(overTheirs)} (VS: median error ${small(theirs.error.median)})`,
      passed: overTheirs <= 2 && theirs.error.median >= VS_ERROR / 2 && theirs.error.median <= VS_ERROR * 2,
    },
    refineEuler("NI", problems.slice(0, EULER_PROBLEMS), scope.rounds),
    refineEuler("FS", problems.slice(0, EULER_PROBLEMS), scope.rounds),
    {
      claim: "one impact (series): at most 1/2 of a Rapier step of one awake ball resting on a plane",
      measured: ratio(overRapier.bare),
      passed: overRapier.bare <= 0.5,
    },
    {
      claim: "one call of frictional.solve (checks, events and ledger included): at most one such step",
      measured: ratio(overRapier.whole),
      passed: overRapier.whole <= 1,
    },
  ];
}

/**
 * Refines Euler's settings to find what it reaches within the allowed cost. The slip speed it takes for rest is fixed (1e-3 m/s), which
 * alone keeps it from converging; impacts are homogeneous in the velocities, so the same problems a million times faster show it with a
 * tolerance of 1e-9 m/s.
 */
function refineEuler(name: "NI" | "FS", problems: readonly SlipContact[], rounds: number): Claim {
  const tolerances = name === "NI" ? [0.08] : [0.08, 1e-3, 1e-5, 1e-7];
  const counts = [32, 128, 512, 2048, 8192, 32768];
  const settings = tolerances.flatMap((tolerance) => counts.map((count) => eulerSteps(name, count, tolerance)));
  const tried = [problems, problems.map((contact) => faster(contact, 1e6))].flatMap((set) => {
    const [ours, ...theirs] = measure([series, ...settings], set, Math.min(rounds, 3));
    return theirs.map((m) => ({ error: m.error.median, cost: ratioOf(m.rounds, ours!.rounds) }));
  });
  const affordable = tried.filter(({ cost }) => cost <= EULER_FACTOR);
  const best = Math.min(...affordable.map(({ error }) => error));
  const sufficient = tried.filter(({ error }) => error <= EULER_ERROR).map(({ cost }) => cost);
  const needed =
    sufficient.length > 0
      ? `${digits(Math.min(...sufficient))} times`
      : `not reached in ${digits(Math.max(...tried.map(({ cost }) => cost)))} times`;
  return {
    claim: `${name}: more than ${EULER_FACTOR} times series for a median error of ${EULER_ERROR}`,
    measured: `${needed}; within ${EULER_FACTOR} times: ${small(best)}`,
    passed: best > EULER_ERROR,
  };
}

function faster(contact: SlipContact, factor: number): SlipContact {
  const { slip1, slip2, normalVelocity } = contact;
  // Not a spread: that makes another kind of object in V8, and code that has met both is slower for both.
  return Object.assign(createSlipContact(), contact, {
    slip1: factor * slip1,
    slip2: factor * slip2,
    normalVelocity: factor * normalVelocity,
  });
}

async function compareWithRapier(problems: readonly SlipContact[], rounds: number): Promise<{ bare: number; whole: number }> {
  const world = await restingBall();
  const whole = problems.map(problemOf);
  const times = timeRounds(
    [
      () => stream(series, problems, 1),
      () => {
        for (const problem of whole) frictional.solve(problem);
      },
      () => {
        for (let i = 0; i < problems.length; i++) world.step();
      },
    ],
    rounds,
  );
  world.free();
  return { bare: ratioOf(times[0]!, times[2]!), whole: ratioOf(times[1]!, times[2]!) };
}

/** A Rapier world with one ball at rest on a plane, kept awake. */
export async function restingBall(): Promise<RAPIER.World> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(10, 10, 1).setTranslation(0, 0, -1));
  const ball = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.5).setCanSleep(false));
  world.createCollider(RAPIER.ColliderDesc.ball(0.5), ball);
  for (let i = 0; i < 600; i++) world.step();
  return world;
}

export function printClaims(claims: readonly Claim[]): void {
  printHeading("Claims (generic family)");
  printTable(
    ["claim", "measured", "verdict"],
    claims.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
