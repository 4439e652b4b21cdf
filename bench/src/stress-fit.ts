/**
 * How often the 95 % intervals of fits contain the truth: times of bounces with noise, speeds before and after impacts with noise, and
 * tables of single impacts of balls that slide, whose velocities after have noise. Of 1,000 cases 93 to 97 % must.
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
  const rows = [
    { name: "restitution of bounces", cases, covered: bouncesCovered(cases, normal) },
    { name: "restitution of speeds before and after", cases, covered: speedsCovered(cases, normal) },
    ...impactsCovered(cases, normal).map((covered, i) => ({ name: `${["friction", "restitution"][i]} of impacts`, cases, covered })),
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
    const run = startFit(parseStudy(studyOf(csv), "fit"));
    for (let { tasks } = run; tasks !== undefined; { tasks } = run) run.answered(tasks.map((task) => run.answer(task)));
    const { fit } = run.result();
    if (fit.data === "bounces") continue;
    if (covers(fit.parameters[0]!.interval, FRICTION)) covered[0]++;
    if (covers(fit.parameters[1]!.interval, RESTITUTION)) covered[1]++;
  }
  return covered;
}

function studyOf(csv: string): object {
  return {
    carom: 1,
    kind: "fit",
    title: "impacts",
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
    impacts: { csv, body: "ball" },
    parameters: [
      { path: "contacts[0].friction", from: 0.01, to: 0.6 },
      { path: "contacts[0].restitution", from: 0.05, to: 0.95 },
    ],
    bootstrap: { resamples: 200 },
    search: { points: 0 },
  };
}
