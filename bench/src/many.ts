/**
 * What the documentation claims about several contacts at once, measured again: cost against their number, against the source's own method,
 * and of rigid sharing.
 */
import type { ContactMaterial, ContactProblem } from "carom";
import { solveMultipoint, solveSimultaneous } from "carom/impact";
import { contactProblemFromBodies } from "carom/mechanics";
import { type BallScene, chain, closePacking, rack, squareGrid, velocityRatios } from "./balls.js";
import type { Claim } from "./claims.js";
import { ratioOf, timeRounds } from "./measure.js";
import { median } from "./statistics.js";
import { digits, printHeading, printTable, ratio, small } from "./table.js";

export interface ScaleRow {
  /** What the balls form. */
  readonly kind: string;
  /** With the one that strikes. */
  readonly balls: number;
  readonly contacts: number;
  /** Of processor time, for one call of the law. */
  readonly milliseconds: number;
  readonly events: number;
}

const SMOOTH: ContactMaterial = { friction: 0, restitution: 1 };
/** Of pool balls, 000 table 3.2. */
const POOL: ContactMaterial = { friction: 0.03, restitution: 0.96 };

const SCENES: readonly { readonly kind: string; readonly scenes: () => readonly BallScene[] }[] = [
  { kind: "chain", scenes: () => [3, 5, 10, 20, 50, 100].map((count) => chain(count, SMOOTH)) },
  { kind: "rack with friction", scenes: () => [2, 3, 4, 5, 6, 7].map((rows) => rack(rows, POOL)) },
  { kind: "square grid", scenes: () => [4, 6, 10, 14, 20].map((side) => squareGrid(side, SMOOTH)) },
  { kind: "close packing", scenes: () => [4, 6, 10, 14, 20].map((side) => closePacking(side, SMOOTH)) },
];

export function measureScale(rounds: number): ScaleRow[] {
  return SCENES.flatMap(({ kind, scenes }) =>
    scenes().map(({ bodies, problem }) => {
      let events = 0;
      const milliseconds = timeOf(() => {
        events = solveSimultaneous(problem).events.length;
      }, rounds);
      return { kind, balls: Object.keys(bodies).length, contacts: problem.contacts.length, milliseconds, events };
    }),
  );
}

/** Processor time of a job from which on one measurement is enough, and what shorter ones are repeated to, milliseconds. */
const LONG = 500;
const SHORT = 50;
/** How often shorter ones run as long as that before they are measured: the compiler needs to see them. */
const WARM_UP = 8;

/** Median over the rounds, milliseconds. */
function timeOf(job: () => void, rounds: number): number {
  let time = timeRounds([job], 1)[0]![0]!;
  if (time > LONG) return time;
  const repeats = () => Math.ceil(SHORT / Math.max(time, 0.01));
  for (let i = 0; i < WARM_UP; i++) time = timeRepeated(job, repeats(), 1);
  return timeRepeated(job, repeats(), rounds);
}

function timeRepeated(job: () => void, repeats: number, rounds: number): number {
  const jobs = () => {
    for (let i = 0; i < repeats; i++) job();
  };
  return median(timeRounds([jobs], rounds)[0]!) / repeats;
}

/** The error asked of the converged law and of the source's stepping, in parts of the speed of the ball that strikes. */
const OUR_ERROR = 1e-6;
const STEPPED_ERROR = 1e-4;
const LEAST_GAIN = 20;
/** A round of the converged law and of the stepping is this many impacts. */
const CRADLES = 300;
const STEPPED_CRADLES = 10;

export interface SteppedCradle {
  readonly springs: string;
  /** Largest error of a velocity over the speed before. */
  readonly error: number;
  readonly milliseconds: number;
  /** Impulse step over mass times speed, the longest of those tried that keeps the error asked of it. */
  readonly step: number;
  readonly steppedError: number;
  readonly steppedMilliseconds: number;
  /** Median over the rounds of our time over that of the stepping. */
  readonly ratio: number;
}

export function measureCradleMethods(rounds: number): SteppedCradle[] {
  return [
    { springs: "linear springs", exponent: 1 },
    { springs: "Hertz springs", exponent: 1.5 },
  ].map(({ springs, exponent }) => {
    const scene = chain(5, { ...SMOOTH, exponent });
    const exact = integratedChain(5, exponent);
    const errorOf = (impulse: readonly number[]) =>
      Math.max(...velocityRatios(scene, impulse).map((velocity, i) => Math.abs(velocity - exact[i]!)));
    const momentum = scene.mass * scene.speed;
    const stepped = (step: number) => solveSimultaneous(scene.problem, { method: "impulse-step", step: step * momentum });
    const step = longestStep((one) => errorOf(stepped(one).impulse));
    const [ours, theirs] = timeRounds(
      [
        () => {
          for (let i = 0; i < CRADLES; i++) solveSimultaneous(scene.problem);
        },
        () => {
          for (let i = 0; i < STEPPED_CRADLES; i++) stepped(step);
        },
      ],
      rounds,
    );
    const perImpact = ours!.map((time) => time / CRADLES);
    const perStepped = theirs!.map((time) => time / STEPPED_CRADLES);
    return {
      springs,
      error: errorOf(solveSimultaneous(scene.problem).impulse),
      milliseconds: median(perImpact),
      step,
      steppedError: errorOf(stepped(step).impulse),
      steppedMilliseconds: median(perStepped),
      ratio: ratioOf(perImpact, perStepped),
    };
  });
}

/**
 * Steps are tried from long to short, a twentieth shorter each time, so that the stepping is not charged for an accuracy nobody asked of
 * it.
 */
function longestStep(errorOf: (step: number) => number): number {
  let step = 1e-2;
  while (errorOf(step) > STEPPED_ERROR) {
    step *= 0.95;
    if (step < 1e-7) throw new Error("impulse stepping does not reach the error asked of it");
  }
  return step;
}

/**
 * The velocities after, by another road than the law's: classical Runge-Kutta with short fixed steps on the springs and masses in
 * fictitious time. With restitution 1 a spring loses nothing, so no phase has to be told from another: dx/dt = closing speed, force
 * x^exponent where x > 0, every mass and stiffness 1.
 */
function integratedChain(count: number, exponent: number): number[] {
  const STEP = 1e-4;
  const END = 40;
  const contacts = count - 1;
  const state = new Float64Array(contacts + count);
  state[contacts] = 1;
  const slopes = Array.from({ length: 4 }, () => new Float64Array(state.length));
  const trial = new Float64Array(state.length);
  const slopeOf = (at: Float64Array, out: Float64Array) => {
    out.fill(0);
    for (let i = 0; i < contacts; i++) {
      out[i] = at[contacts + i]! - at[contacts + i + 1]!;
      const force = at[i]! > 0 ? at[i]! ** exponent : 0;
      out[contacts + i]! -= force;
      out[contacts + i + 1]! += force;
    }
  };
  const [k1, k2, k3, k4] = slopes as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let step = 0; step < END / STEP; step++) {
    slopeOf(state, k1);
    for (let i = 0; i < state.length; i++) trial[i] = state[i]! + (STEP / 2) * k1[i]!;
    slopeOf(trial, k2);
    for (let i = 0; i < state.length; i++) trial[i] = state[i]! + (STEP / 2) * k2[i]!;
    slopeOf(trial, k3);
    for (let i = 0; i < state.length; i++) trial[i] = state[i]! + STEP * k3[i]!;
    slopeOf(trial, k4);
    for (let i = 0; i < state.length; i++) state[i]! += (STEP / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!);
  }
  return [...state.subarray(contacts)];
}

export interface RigidSharing {
  readonly what: string;
  readonly contacts: number;
  /** Sets of contacts that push together, one after the other. */
  readonly stages: number;
  /** Of one stage. */
  readonly microseconds: number;
}

/** The block of 004, table 4.1: 2.5 kg, 0.1087 m wide, 0.0645 m high, turning about one lower corner. */
function planarBlock(): ContactProblem {
  const mass = 2.5;
  const [width, height] = [0.1087, 0.0645];
  const inertia = (mass * (width * width + height * height)) / 12;
  const corners = [-width / 2, width / 2].map((x) => [x, -height / 2] as const);
  // Rows of the contact velocities in the velocity of the centre and the spin: tangent and normal of each corner.
  const rows = corners.flatMap(([x, y]) => [[1, 0, -y] as const, [0, 1, x] as const]);
  const speeds = [0.344, -0.5, -9.199] as const;
  const inverse = [1 / mass, 1 / mass, 1 / inertia] as const;
  return {
    dimension: 2,
    contacts: corners.map(() => ({ friction: 0.35, restitution: 0.5 })),
    mobility: rows.map((row) => rows.map((other) => row.reduce((sum, value, i) => sum + value * inverse[i]! * other[i]!, 0))),
    velocity: rows.map((row) => row.reduce((sum, value, i) => sum + value * speeds[i]!, 0)),
    places: corners.map((point) => ({
      point,
      axes: [
        [1, 0],
        [0, 1],
      ],
    })),
  };
}

/** A block of 0.25 kg, 0.1 m by 0.2 m by 0.05 m, comes down on its four lower corners (sizes: 004 section 6.2.1). */
function spatialBlock(angularVelocity: readonly [number, number, number]): ContactProblem {
  const mass = 0.25;
  const [length, width, height] = [0.1, 0.2, 0.05];
  const moment = (a: number, b: number) => (mass * (a * a + b * b)) / 12;
  const block = {
    mass,
    inertia: [moment(width, height), moment(length, height), moment(length, width)] as const,
    position: [0, 0, height / 2] as const,
    velocity: [0.4, 0.1, -1] as const,
    angularVelocity,
  };
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [(x * length) / 2, (y * width) / 2, 0] as const));
  return contactProblemFromBodies(
    { block, floor: "fixed" },
    corners.map((point) => ({ between: ["block", "floor"], point, normal: [0, 0, 1], friction: 0.35, restitution: 0.5 })),
  ).problem;
}

export function measureRigidSharing(rounds: number): RigidSharing[] {
  return (
    [
      ["planar block, rocks from corner to corner", planarBlock()],
      ["block, falls flat and slides", spatialBlock([0, 0, 0])],
      ["block, falls flat, slides and turns", spatialBlock([0, 0, 6])],
      ["block, tumbles", spatialBlock([1, -2, 6])],
    ] as const
  ).map(([what, problem]) => {
    const stages = solveMultipoint(problem).stages!.length;
    return {
      what,
      contacts: problem.contacts.length,
      stages,
      microseconds: (1000 * timeOf(() => solveMultipoint(problem), rounds)) / stages,
    };
  });
}

/** A row of balls that lose energy and clump. */
export interface LossyChain {
  readonly balls: number;
  readonly milliseconds: number;
  /** By which the process has grown, problem and all, MB. */
  readonly megabytes: number;
  /** What the law says about an early end; absent: it came to its end. */
  readonly warning?: string;
}

const LOSSY: ContactMaterial = { friction: 0, restitution: 0.9 };

export function measureLossyChains(): LossyChain[] {
  // The longest first: what later ones use again is not seen.
  return [1000, 300, 100, 30].map((balls) => {
    const before = process.memoryUsage().rss;
    const { problem } = chain(balls, LOSSY);
    let warning: string | undefined;
    const [[milliseconds]] = timeRounds(
      [
        () => {
          warning = solveSimultaneous(problem).warnings.find(({ code }) => code === "not-converged")?.message;
        },
      ],
      1,
    ) as [[number]];
    const megabytes = Math.max(0, process.memoryUsage().rss - before) / 1e6;
    return { balls, milliseconds, megabytes, ...(warning === undefined ? {} : { warning }) };
  });
}

export interface ManyContacts {
  readonly lossy: readonly LossyChain[];
  readonly scale: readonly ScaleRow[];
  readonly cradles: readonly SteppedCradle[];
  readonly blocks: readonly RigidSharing[];
}

export function measureManyContacts(rounds: number): ManyContacts {
  // First, for the sake of their memory.
  const lossy = measureLossyChains();
  return { lossy, scale: measureScale(rounds), cradles: measureCradleMethods(rounds), blocks: measureRigidSharing(rounds) };
}

/** Milliseconds. */
const RACK_LIMIT = 200;
const GRID_LIMIT = 10_000;
const LOSSY_LIMIT = 10_000;
/** MB. */
const LOSSY_MEMORY = 500;
/** Microseconds. */
const PLANAR_LIMIT = 200;
const SPATIAL_LIMIT = 5000;

export function manyContactsClaims({ lossy, scale, cradles, blocks }: ManyContacts): Claim[] {
  const [longest] = lossy as [LossyChain];
  const scene = (kind: string, balls: number) => scale.find((row) => row.kind === kind && row.balls === balls + 1)!;
  const withinTime = (claim: string, { milliseconds, contacts }: ScaleRow, limit: number): Claim => ({
    claim: `simultaneous: ${claim} in under ${digits(limit)} ms`,
    measured: `${digits(milliseconds)} ms (${contacts} contacts)`,
    passed: milliseconds < limit,
  });
  const [linear] = cradles;
  const [planar, ...spatial] = blocks;
  const slowest = Math.max(...spatial.map(({ microseconds }) => microseconds));
  return [
    withinTime("a cue ball breaks a rack of 15 with friction", scene("rack with friction", 15), RACK_LIMIT),
    withinTime("a ball strikes a square grid of 400", scene("square grid", 400), GRID_LIMIT),
    withinTime("a ball strikes a close packing of 400", scene("close packing", 400), GRID_LIMIT),
    {
      claim: `simultaneous: ${longest.balls} balls in line with e = 0.9 in under ${digits(LOSSY_LIMIT)} ms and ${LOSSY_MEMORY} MB`,
      measured: `${digits(longest.milliseconds)} ms, ${digits(longest.megabytes)} MB`,
      passed: longest.milliseconds < LOSSY_LIMIT && longest.megabytes < LOSSY_MEMORY,
    },
    {
      claim:
        `simultaneous, five balls: error at most ${OUR_ERROR} in at most 1/${LEAST_GAIN} of the time of impulse-step at ` +
        `${STEPPED_ERROR}`,
      measured: `${ratio(linear!.ratio)} (errors ${small(linear!.error)} and ${small(linear!.steppedError)})`,
      passed: linear!.ratio <= 1 / LEAST_GAIN && linear!.error <= OUR_ERROR && linear!.steppedError <= STEPPED_ERROR,
    },
    {
      claim: `multipoint: a stage of a planar block on two corners in under ${PLANAR_LIMIT} us`,
      measured: `${digits(planar!.microseconds)} us`,
      passed: planar!.microseconds < PLANAR_LIMIT,
    },
    {
      claim: `multipoint: a stage of a block on four corners in under ${SPATIAL_LIMIT} us`,
      measured: `${digits(slowest)} us`,
      passed: slowest < SPATIAL_LIMIT,
    },
  ];
}

export function printManyContacts({ lossy, scale, cradles, blocks }: ManyContacts, verdicts: readonly Claim[]): void {
  printHeading("Many contacts: cost of one call of simultaneous");
  printTable(
    ["scene", "balls", "contacts", "ms", "events"],
    scale.map(({ kind, balls, contacts, milliseconds, events }) => [kind, balls, contacts, digits(milliseconds), events]),
  );
  printHeading("Balls in line with e = 0.9");
  printTable(
    ["balls", "ms", "MB", "ends"],
    lossy.map(({ balls, milliseconds, megabytes, warning }) => [balls, digits(milliseconds), digits(megabytes), warning ?? "by itself"]),
  );
  printHeading("Five balls in line: the converged law and the source's impulse stepping");
  printTable(
    ["springs", "us", "error", "impulse-step: step / (m v)", "ms", "error", "ratio of times"],
    cradles.map((row) => [
      row.springs,
      digits(1000 * row.milliseconds),
      small(row.error),
      small(row.step),
      digits(row.steppedMilliseconds),
      small(row.steppedError),
      ratio(row.ratio),
    ]),
  );
  printHeading("One rigid block on its corners: cost of a stage of multipoint");
  printTable(
    ["block", "corners", "stages", "us a stage"],
    blocks.map(({ what, contacts, stages, microseconds }) => [what, contacts, stages, digits(microseconds)]),
  );
  printHeading("Claims (many contacts)");
  printTable(
    ["claim", "measured", "verdict"],
    verdicts.map(({ claim, measured, passed }) => [claim, measured, passed ? "PASS" : "FAIL"]),
  );
}
