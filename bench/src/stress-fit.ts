/**
 * How often the 95 % intervals of fits contain the truth: times of bounces with noise, speeds before and after impacts with noise, tables
 * of single impacts of balls that slide, whose velocities after have noise, and, a fifth as often, tosses of such balls whose poses have
 * noise and whose starts are fitted to their flights. Of 1,000 cases 93 to 97 % must, of 200 tosses 91 to 99 %.
 */
import { fitBounces, restitutionOfImpacts } from "carom/fit";
import { createRandom } from "carom/math";
import { parseStudy, startFit } from "carom/study";
import { normalQuantile } from "carom/sweep";
import { printHeading, printTable } from "./table.js";

/** How far the part covered may be from 95 %, in deviations of the binomial; 2.9 of 1,000 cases are 2 %. */
const DEVIATIONS = 2.9;

type Normal = () => number;

/** 1 if a part is off, else 0. */
export function fitCampaign(cases: number, seed: number): number {
  printHeading(`Intervals of fits: ${cases} cases each`);
  const random = createRandom(seed);
  const normal: Normal = () => normalQuantile(Math.min(1 - 1e-15, Math.max(1e-15, random())));
  const fewer = Math.ceil(cases / 5);
  const rows = [
    { name: "restitution of bounces", cases, covered: bouncesCovered(cases, normal) },
    { name: "restitution of speeds before and after", cases, covered: speedsCovered(cases, normal) },
    ...impactsCovered(cases, normal).map((covered, i) => ({ name: `${["friction", "restitution"][i]} of impacts`, cases, covered })),
    ...tossesCovered(fewer, normal).map((covered, i) => ({ name: `${["friction", "restitution"][i]} of tosses`, cases: fewer, covered })),
  ];
  printTable(
    ["value", "cases", "covered, %"],
    rows.map(({ name, cases: count, covered }) => [name, count, ((100 * covered) / count).toFixed(1)]),
  );
  const isOff = ({ cases: count, covered }: (typeof rows)[number]) =>
    Math.abs(covered / count - 0.95) > DEVIATIONS * Math.sqrt((0.95 * 0.05) / count);
  return rows.some(isOff) ? 1 : 0;
}

const covers = (interval: readonly [number, number] | null | undefined, truth: number) =>
  interval !== null && interval !== undefined && interval[0] <= truth && truth <= interval[1];

function bouncesCovered(cases: number, normal: Normal): number {
  let covered = 0;
  for (let i = 0; i < cases; i++) {
    const times = [0.4];
    for (let k = 1, span = 0.8; k < 6; k++, span *= 0.7) times.push(times[k - 1]! + span);
    if (covers(fitBounces(times.map((time) => time + 0.001 * normal())).restitution.interval, 0.7)) covered++;
  }
  return covered;
}

/** Speeds of 20 impacts, before and after with the same noise. */
function speedsCovered(cases: number, normal: Normal): number {
  let covered = 0;
  for (let i = 0; i < cases; i++) {
    const speeds = Array.from({ length: 20 }, (_, k) => 0.5 + 0.1 * k);
    const { interval } = restitutionOfImpacts(
      speeds.map((speed) => speed + 0.05 * normal()),
      speeds.map((speed) => RESTITUTION * speed + 0.05 * normal()),
    );
    if (covers(interval, RESTITUTION)) covered++;
  }
  return covered;
}

const NOISE = 0.01;
const [FRICTION, RESTITUTION, RADIUS] = [0.15, 0.6, 0.03];
const IMPACTS = 24;

function impactsCovered(cases: number, normal: Normal): [number, number] {
  const covered: [number, number] = [0, 0];
  for (let i = 0; i < cases; i++) {
    const rows = Array.from({ length: IMPACTS }, (_, k) => {
      const [vx, vz] = [2 + 0.1 * k, -1 - 0.02 * k];
      const push = (1 + RESTITUTION) * -vz;
      const drag = FRICTION * push;
      const after = [vx - drag, 0, vz + push, 0, drag / (0.4 * RADIUS), 0];
      const speed = Math.hypot(vx, vz);
      return [vx, 0, vz, 0, 0, 0, ...after.map((value, c) => value + ((NOISE * speed) / (c < 3 ? 1 : Math.sqrt(0.4) * RADIUS)) * normal())];
    });
    const csv = ["vx,vy,vz,wx,wy,wz,vx2,vy2,vz2,wx2,wy2,wz2", ...rows.map((row) => row.join(","))].join("\n");
    count(covered, studyOf({ impacts: { csv, body: "ball" } }));
  }
  return covered;
}

/** Fits friction and restitution, and adds one where the interval has the truth. */
function count(covered: [number, number], study: object): void {
  const run = startFit(parseStudy(study, "fit"));
  for (let { tasks } = run; tasks !== undefined; { tasks } = run) run.answered(tasks.map((task) => run.answer(task)));
  const { fit } = run.result();
  if (fit.data === "bounces") return;
  if (covers(fit.parameters[0]!.interval, FRICTION)) covered[0]++;
  if (covers(fit.parameters[1]!.interval, RESTITUTION)) covered[1]++;
}

const [TOSSES, RATE, FRAMES, CONTACT] = [24, 150, 23, 0.078];
/** Of a frame: m, rad. */
const [PLACE_NOISE, TURN_NOISE] = [5e-5, 4e-4];
const GRAVITY = 9.81;
/** rad/s, about the axis across the throw. */
const SPIN = 4;

function tossesCovered(cases: number, normal: Normal): [number, number] {
  const covered: [number, number] = [0, 0];
  for (let i = 0; i < cases; i++) {
    const rows = Array.from({ length: TOSSES }, (_, toss) => tossRows(toss, normal)).flat();
    const csv = ["toss,time,x,y,z,qw,qx,qy,qz", ...rows.map((row) => row.join(","))].join("\n");
    count(covered, studyOf({ recordings: [{ csv, group: "toss", body: "ball" }] }));
  }
  return covered;
}

/** Two flights of a ball that slides through its impact, in closed form, with noise. */
function tossRows(toss: number, normal: Normal): number[][] {
  const [vx, vz] = [2 + 0.1 * toss, -1 - 0.02 * toss];
  const push = (1 + RESTITUTION) * -vz;
  const drag = FRICTION * push;
  const contact = CONTACT + 0.0001 * toss;
  return Array.from({ length: FRAMES }, (_, k) => {
    const t = k / RATE - contact;
    const isAfter = t > 0;
    const x = (isAfter ? vx - drag : vx) * t;
    const z = RADIUS + (isAfter ? vz + push : vz) * t - 0.5 * GRAVITY * t * t;
    const turn = (SPIN + (isAfter ? drag / (0.4 * RADIUS) : 0)) * t;
    const noise = [0, 1, 2].map(() => 0.5 * TURN_NOISE * normal());
    const [c, s] = [Math.cos(0.5 * turn), Math.sin(0.5 * turn)];
    // The small turn of the noise after the turn about y; its length is 1 but for the noise's square.
    const q = [c - noise[1]! * s, noise[0]! * c - noise[2]! * s, s + noise[1]! * c, noise[2]! * c + noise[0]! * s];
    const size = Math.hypot(...q);
    const place = [x, 0, z].map((value) => value + PLACE_NOISE * normal());
    return [toss, k / RATE, ...place, ...q.map((value) => value / size)];
  });
}

function studyOf(measured: object): object {
  return {
    carom: 1,
    kind: "fit",
    title: "balls",
    base: {
      carom: 1,
      kind: "simulation",
      title: "ball",
      duration: 1,
      bodies: {
        ball: { shape: { type: "sphere", radius: RADIUS }, mass: 0.1, position: [0, 0, 0.1] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["ball", "floor"], friction: FRICTION, restitution: RESTITUTION }],
    },
    ...measured,
    parameters: [
      { path: "contacts[0].friction", from: 0.01, to: 0.6 },
      { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
    ],
    bootstrap: { resamples: 200 },
    search: { points: 0 },
  };
}
