/**
 * Random campaigns: `npm run stress -- [options]`. See docs/benchmarks.md.
 *
 *     --count N        single contacts per family, and impacts of the law compliant, default 20000; 0: none
 *     --scenes N       scenes with several contacts per law, default 5000; 0: none
 *     --twins N        scenes told otherwise, default 20000; 0: none
 *     --thrown N       simulations of thrown bodies, default 1000; 0: none
 *     --thrown-from N  scene of the seed with which they begin, default 0
 *     --thrown-shapes N  simulations of thrown bodies of all shapes, default 200; 0: none
 *     --shape-pairs N  moving pairs of every two kinds of shapes whose first hit is looked for, default 16 (10000 is the whole); 0: none
 *     --swept-shapes N  one scene for every two shapes, sharp and rounded, that falls, rolls and slides, default 1; 0: none
 *     --pressed N      runs for every kind of shape drawn onto every other by a spring, gliding, sliding, rolling, default 1; 0: none
 *     --run-derivatives N  runs whose derivatives are held to differences, default 50 (1000 is the whole); 0: none
 *     --run-derivatives-from N  scene of the seed with which they begin, default 0
 *     --mechanisms N   simulations of thrown mechanisms, default 200; 0: none
 *     --pairs N        moving pairs whose first hit is looked for, default 10000; 0: none
 *     --hits N         hits to plan, default 1000; 0: none
 *     --rods N         studies of elastic rods, default 300; 0: none
 *     --forces N       impacts whose forces are followed, default 2000; 0: none
 *     --bodies N       soft bodies whose shape without gravity is looked for, default 100; 0: none
 *     --grips N        soft bodies squeezed by two fingers, default 100; 0: none
 *     --shapes N       pairs for each two kinds of shapes, whose distance and first touch are looked for, default 100; 0: none
 *     --dense N        dense scenes by steps, default 200; 0: none
 *     --dense-from N   scene of the seed with which they begin, default 0
 *     --kills N        sweeps with a kill at a random moment, default 100; 0: none
 *     --robots N       robot files of each format with random damage, by the library and by the command, default 10000; 0: none
 *     --files N        files of each format of meshes and numbers with random damage, default 10000; 0: none
 *     --fits N         synthetic bounces and tables of impacts whose intervals must cover the truth, default 1000; 0: none
 *     --long-run N     rows of a run that is written for other programs, default 1000000; 0: none
 *     --derivatives N  single contacts per family and law whose derivatives are held to differences, default 20; 0: none
 *     --seed S         default 1
 *     --only FAMILY    part of the name of a family of single contacts
 *     --replay JSON    one contact as printed below a table
 *     --scene LAW:N    one scene with several contacts as printed below a table
 *     --twin N         one scene told otherwise as printed below a table
 *
 * Every problem is solved by the series and by Taylor polynomials and must pass: both impulses agree; nothing is NaN; velocities follow
 * from the impulse; the energy ledger closes; the impulse lies in the friction cone; events are in order and the impact ends once, with an
 * empty spring and without approach. Then as many impacts of the law compliant with friction 0 to 3, restitution 0 to 1 and stiffness ratio
 * 0.02 to 50: all must end, with a ledger that closes. Then scenes with several contacts by each law that takes them: stress-many.ts.
 * Then scenes told otherwise, in another order, another world, other units: stress-invariance.ts.
 * Then simulations of thrown bodies, and first hits of moving pairs: stress-simulation.ts. `--thrown-scene SEED` runs one simulation again.
 * Then hits to plan: stress-batting.ts.
 * Then studies of elastic rods of all scales: stress-rods.ts.
 * Then forces inside impacts: stress-forces.ts; and thrown mechanisms: stress-mechanisms.ts; soft bodies without gravity: stress-soft.ts;
 * and soft bodies in grips: stress-pickup.ts; distances of shapes: stress-shapes.ts; dense scenes by steps: stress-dense.ts; spoiled
 * robots: stress-robots.ts; derivatives of one impact: stress-derivatives.ts; sweeps with something killed: stress-kills.ts; long runs for
 * other programs: stress-export.ts; intervals of fits: stress-fit.ts. Exits with 1 if a problem fails.
 */
import { parseArgs } from "node:util";
import { solveCompliant } from "carom/impact";
import {
  completeSlipContact,
  createSlipContact,
  createSlipPath,
  END,
  EVENT_SIZE,
  type SlipContact,
  type SlipPath,
} from "carom/impact/slip";
import { createRandom } from "carom/math";
import { problemFamilies, problemOf } from "carom/testing";
import { type Impulse, relativeError } from "./measure.js";
import { type Method, reference, series } from "./methods.js";
import { percentile } from "./statistics.js";
import { battingCampaign } from "./stress-batting.js";
import { denseCampaign, replayDense } from "./stress-dense.js";
import { derivativeCampaign } from "./stress-derivatives.js";
import { exportCampaign } from "./stress-export.js";
import { fitCampaign } from "./stress-fit.js";
import { forceCampaign } from "./stress-forces.js";
import { invarianceCampaign, replayTwin } from "./stress-invariance.js";
import { killCampaign } from "./stress-kills.js";
import { manyCampaign, replayScene } from "./stress-many.js";
import { mechanismCampaign } from "./stress-mechanisms.js";
import { pickupCampaign } from "./stress-pickup.js";
import { fileCampaign, outsideCampaign, robotCampaign } from "./stress-robots.js";
import { rodCampaign } from "./stress-rods.js";
import { runDerivativeCampaign } from "./stress-run-derivatives.js";
import { shapeCampaign } from "./stress-shapes.js";
import { pairCampaign, replayThrown, shapePairCampaign, thrownCampaign, thrownShapesCampaign } from "./stress-simulation.js";
import { softCampaign } from "./stress-soft.js";
import { pressedCampaign, sweepCampaign } from "./stress-sweep.js";
import { printHeading, printTable, small } from "./table.js";

/** Largest difference of the two impulses, relative: what the method promises at worst. */
const DISAGREEMENT = 1e-10;
/** Relative to the energy before (ledger), the impulse (cone) or the speed before (velocities). */
const ROUNDING = 1e-9;
/** Worst problems printed for a family. */
const SHOWN = 3;

interface Finding {
  /** Difference of the two impulses; infinite if one of them is missing. */
  readonly error: number;
  readonly complaints: readonly string[];
  readonly contact: SlipContact;
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    scenes: { type: "string", default: "5000" },
    scene: { type: "string" },
    twins: { type: "string", default: "20000" },
    twin: { type: "string" },
    thrown: { type: "string", default: "1000" },
    pairs: { type: "string", default: "10000" },
    rods: { type: "string", default: "300" },
    hits: { type: "string", default: "1000" },
    forces: { type: "string", default: "2000" },
    mechanisms: { type: "string", default: "200" },
    "run-derivatives": { type: "string", default: "50" },
    "run-derivatives-from": { type: "string", default: "0" },
    bodies: { type: "string", default: "100" },
    grips: { type: "string", default: "100" },
    shapes: { type: "string", default: "100" },
    "thrown-shapes": { type: "string", default: "200" },
    "shape-pairs": { type: "string", default: "16" },
    "swept-shapes": { type: "string", default: "1" },
    pressed: { type: "string", default: "1" },
    dense: { type: "string", default: "200" },
    "dense-from": { type: "string", default: "0" },
    "dense-scene": { type: "string" },
    robots: { type: "string", default: "10000" },
    files: { type: "string", default: "10000" },
    fits: { type: "string", default: "1000" },
    "long-run": { type: "string", default: "1000000" },
    derivatives: { type: "string", default: "20" },
    kills: { type: "string", default: "100" },
    "thrown-from": { type: "string", default: "0" },
    "thrown-scene": { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    replay: { type: "string" },
  },
});

const path = createSlipPath();
const [count, scenes, seed] = [Number(values.count), Number(values.scenes), Number(values.seed)];
const rods = Number(values.rods);
const [thrown, pairs, hits, forces] = [Number(values.thrown), Number(values.pairs), Number(values.hits), Number(values.forces)];
if (values.replay !== undefined) process.exitCode = replay(values.replay);
else if (values.scene !== undefined) process.exitCode = replayScene(values.scene, seed);
else if (values.twin !== undefined) process.exitCode = replayTwin(Number(values.twin), seed);
else if (values["thrown-scene"] !== undefined) process.exitCode = replayThrown(Number(values["thrown-scene"]));
else if (values["dense-scene"] !== undefined) process.exitCode = replayDense(Number(values["dense-scene"]));
else
  process.exitCode = Math.max(
    count > 0 ? campaign(count, seed, values.only) : 0,
    count > 0 ? compliantCampaign(count, seed) : 0,
    scenes > 0 ? manyCampaign(scenes, seed) : 0,
    Number(values.twins) > 0 ? invarianceCampaign(Number(values.twins), seed) : 0,
    thrown > 0 ? thrownCampaign(thrown, seed, Number(values["thrown-from"])) : 0,
    pairs > 0 ? pairCampaign(pairs, seed) : 0,
    Number(values["thrown-shapes"]) > 0 ? thrownShapesCampaign(Number(values["thrown-shapes"]), seed) : 0,
    Number(values["shape-pairs"]) > 0 ? shapePairCampaign(Number(values["shape-pairs"]), seed) : 0,
    Number(values["swept-shapes"]) > 0 ? sweepCampaign() : 0,
    Number(values.pressed) > 0 ? pressedCampaign(Number(values.pressed), seed) : 0,
    rods > 0 ? rodCampaign(rods, seed) : 0,
    hits > 0 ? battingCampaign(hits, seed) : 0,
    forces > 0 ? forceCampaign(forces, seed) : 0,
    Number(values.bodies) > 0 ? softCampaign(Number(values.bodies), seed) : 0,
    Number(values.grips) > 0 ? pickupCampaign(Number(values.grips), seed) : 0,
    Number(values.shapes) > 0 ? shapeCampaign(Number(values.shapes), seed) : 0,
    Number(values.dense) > 0 ? denseCampaign(Number(values.dense), seed, Number(values["dense-from"])) : 0,
    Number(values.robots) > 0 ? robotCampaign(Number(values.robots), seed) : 0,
    Number(values.robots) > 0 ? outsideCampaign(Number(values.robots), seed) : 0,
    Number(values.files) > 0 ? fileCampaign(Number(values.files), seed) : 0,
    Number(values.fits) > 0 ? fitCampaign(Number(values.fits), Number(values.seed)) : 0,
    Number(values["long-run"]) > 0 ? await exportCampaign(Number(values["long-run"])) : 0,
    Number(values.derivatives) > 0 ? derivativeCampaign(Number(values.derivatives), seed) : 0,
    Number(values.kills) > 0 ? killCampaign(Number(values.kills), seed) : 0,
    Number(values.mechanisms) > 0 ? mechanismCampaign(Number(values.mechanisms), seed) : 0,
    Number(values["run-derivatives"]) > 0
      ? runDerivativeCampaign(Number(values["run-derivatives"]), seed, Number(values["run-derivatives-from"]))
      : 0,
  );

function replay(json: string): number {
  const contact = completeSlipContact(Object.assign(createSlipContact(), JSON.parse(json)));
  const { error, complaints } = examine(contact);
  for (const method of [series, reference]) {
    method.follow(contact, path);
    console.log(`${method.name}:`, { ...path.state, stuck: path.stuck, compressions: path.compressions });
  }
  console.log(`relative difference ${small(error)}; ${complaints.join("; ") || "passes"}`);
  return complaints.length > 0 ? 1 : 0;
}

function campaign(count: number, seed: number, only: string): number {
  let failures = 0;
  const started = performance.now();
  const families = problemFamilies.filter(({ name }) => name.includes(only));
  printHeading(`Series against Taylor (${reference.setting}): ${count} problems per family, seed ${seed}`);
  const rows: (string | number)[][] = [];
  const worst: { family: string; finding: Finding }[] = [];
  families.forEach((family, i) => {
    // One sequence per family, so that a family alone sees the problems it sees in a whole campaign.
    const random = createRandom(seed * 1000 + problemFamilies.indexOf(family));
    const findings: Finding[] = [];
    for (let n = 0; n < count; n++) {
      const contact = createSlipContact();
      family.draw(random, contact);
      findings.push(examine(contact));
    }
    const errors = findings.map(({ error }) => error);
    const failed = findings.filter(({ complaints }) => complaints.length > 0);
    failures += failed.length;
    rows.push([family.name, ...[0.5, 0.99, 0.999, 1].map((part) => small(percentile(errors, part))), failed.length]);
    const shown = failed.length > 0 ? failed : [...findings].sort((a, b) => b.error - a.error);
    for (const finding of shown.slice(0, SHOWN)) worst.push({ family: family.name, finding });
    if (process.stderr.isTTY) process.stderr.write(`${family.name} done (${i + 1} of ${families.length})\n`);
  });
  printTable(["family", "median", "p99", "p99.9", "max", "failures"], rows);
  console.log("Worst problems (replay with --replay):");
  for (const { family, finding } of worst)
    console.log(`${family}: ${small(finding.error)} ${finding.complaints.join("; ")}\n  ${JSON.stringify(inputOf(finding.contact))}`);
  const seconds = (performance.now() - started) / 1000;
  console.log(`\n${failures} failures in ${count * families.length} problems, ${seconds.toFixed(0)} s.`);
  return failures > 0 ? 1 : 0;
}

function compliantCampaign(count: number, seed: number): number {
  printHeading(`Law compliant: ${count} problems, seed ${seed}`);
  const random = createRandom(seed);
  const contact = createSlipContact();
  const families = problemFamilies.filter(({ name }) => name === "generic" || name === "jam" || name === "steep");
  const events: number[] = [];
  const residuals: number[] = [];
  const failed: string[] = [];
  for (let n = 0; n < count; n++) {
    families[n % families.length]!.draw(random, contact);
    const problem = problemOf(contact);
    const contacts = [{ friction: 3 * random(), restitution: random(), stiffnessRatio: 0.02 * 2500 ** random() }];
    try {
      const outcome = solveCompliant({ ...problem, contacts });
      events.push(outcome.events.length);
      residuals.push(Math.abs(outcome.energy.residual) / outcome.energy.before);
      if (!(residuals.at(-1)! <= ROUNDING)) failed.push(JSON.stringify({ ...problem, contacts }));
    } catch (error) {
      failed.push(`${error instanceof Error ? error.message : String(error)}: ${JSON.stringify({ ...problem, contacts })}`);
    }
  }
  printTable(
    ["", "median", "p99", "p99.9", "max"],
    [
      ["events", ...[0.5, 0.99, 0.999, 1].map((part) => percentile(events, part))],
      ["ledger residual", ...[0.5, 0.99, 0.999, 1].map((part) => small(percentile(residuals, part)))],
    ],
  );
  for (const problem of failed.slice(0, SHOWN)) console.log(problem);
  console.log(`\n${failed.length} failures in ${count} problems.`);
  return failed.length > 0 ? 1 : 0;
}

function examine(contact: SlipContact): Finding {
  const exact = solve(reference, contact);
  const ours = solve(series, contact);
  if (typeof exact === "string" || typeof ours === "string") {
    const complaints = [exact, ours].filter((result): result is string => typeof result === "string");
    return { error: Number.POSITIVE_INFINITY, complaints, contact };
  }
  // `path` holds the series: it ran last.
  const complaints = inspect(contact, path);
  const error = relativeError(ours, exact);
  if (!(error <= DISAGREEMENT)) complaints.push(`impulses differ by ${small(error)}`);
  return { error, complaints, contact };
}

/** The impulse, or why there is none. */
function solve(method: Method, contact: SlipContact): Impulse | string {
  try {
    method.follow(contact, path);
  } catch (error) {
    return `${method.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { impulse1, impulse2, normalImpulse } = path.state;
  return [impulse1, impulse2, normalImpulse];
}

/** What is wrong with a solved impact, by itself. */
function inspect(contact: SlipContact, { state, kinds, numbers, count, compressions }: SlipPath): string[] {
  const complaints: string[] = [];
  const complain = (wrong: boolean, what: string) => {
    if (wrong) complaints.push(what);
  };
  const { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, hold1, hold2, stickSlope } = contact;
  const { impulse1, impulse2, normalImpulse } = state;
  const quantities = Object.values(state).filter((value) => typeof value === "number");
  complain(!quantities.every(Number.isFinite), "a number is not finite");

  const speed = Math.hypot(slip1, slip2, normalVelocity);
  const off = Math.hypot(
    slip1 + b11 * impulse1 + b12 * impulse2 + d1 * normalImpulse - state.slip1,
    slip2 + b12 * impulse1 + b22 * impulse2 + d2 * normalImpulse - state.slip2,
    normalVelocity + d1 * impulse1 + d2 * impulse2 + normal * normalImpulse - state.normalVelocity,
  );
  complain(!(off <= ROUNDING * speed), `velocities are off by ${small(off / speed)}`);

  const determinant = b11 * b22 - b12 * b12;
  const free = normalVelocity - hold1 * slip1 - hold2 * slip2;
  const before = 0.5 * ((b22 * slip1 * slip1 - 2 * b12 * slip1 * slip2 + b11 * slip2 * slip2) / determinant + (free * free) / stickSlope);
  const change =
    0.5 * (impulse1 * (slip1 + state.slip1) + impulse2 * (slip2 + state.slip2) + normalImpulse * (normalVelocity + state.normalVelocity));
  const residual = change + state.frictionLoss + state.restitutionLoss;
  complain(!(Math.abs(residual) <= ROUNDING * before), `the ledger is off by ${small(residual / before)}`);
  complain(!(change <= ROUNDING * before), `energy grows by ${small(change / before)}`);
  complain(!(state.frictionLoss >= -ROUNDING * before && state.restitutionLoss >= -ROUNDING * before), "a loss is negative");

  const excess = Math.hypot(impulse1, impulse2) - friction * normalImpulse;
  complain(!(excess <= ROUNDING * normalImpulse), `the impulse leaves the friction cone by ${small(excess / normalImpulse)}`);

  const ends = kinds.subarray(0, count).filter((kind) => kind === END).length;
  complain(ends !== 1 || kinds[count - 1] !== END, "the impact does not end once");
  complain(compressions < 1 || state.storedEnergy !== 0, "the spring is not empty at the end");
  complain(!(state.normalVelocity >= -ROUNDING * speed), `the bodies still approach: ${small(state.normalVelocity / speed)}`);
  for (let i = 1; i < count; i++)
    complain(!(numbers[i * EVENT_SIZE]! >= numbers[(i - 1) * EVENT_SIZE]! * (1 - ROUNDING)), `event ${i} lies before the one it follows`);
  return complaints;
}

function inputOf(contact: SlipContact): Partial<SlipContact> {
  const { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, staticFriction, restitution } = contact;
  return { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, staticFriction, restitution };
}
