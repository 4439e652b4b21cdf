/**
 * Planning hits at random; part of `npm run stress`.
 *
 * Targets in the source's square, and random configurations: a plan must hit by the forward law, none of 60 other hits may be slower, and
 * where none is returned the solution curve, sampled densely, must lie outside the friction cone. Configurations made from a hit: the
 * target can be reached, so it must be. Contacts that friction can jam: the same, and what is reported unreachable inside the cone carries
 * a certificate that a denser search must not refute.
 */
import {
  aimAt,
  boundingTriangles,
  checkForward,
  closedFormHits,
  createDeparture,
  flyFor,
  type Hit,
  type HitTask,
  hitFamily,
  LARGEST_MISS,
  planHit,
  readHit,
  scanDirections,
  solutionCurve,
  strike,
  velocityFor,
} from "carom/batting";
import { createRandom } from "carom/math";
import { fromFrame } from "carom/mechanics";
import { randomHitTask, sourceTarget, sourceTask } from "carom/testing";
import { percentile } from "./statistics.js";
import { printHeading, printTable, small } from "./table.js";

/** Other hits that a plan is compared with, unless friction can jam. */
const OTHERS = 60;

type Random = () => number;

interface Tally {
  readonly name: string;
  tasks: number;
  solved: number;
  outside: number;
  certified: number;
  closedForm: number;
  centroid: number;
  midpoint: number;
  readonly misses: number[];
  readonly failures: string[];
}

const createTally = (name: string): Tally => ({
  name,
  tasks: 0,
  solved: 0,
  outside: 0,
  certified: 0,
  closedForm: 0,
  centroid: 0,
  midpoint: 0,
  misses: [],
  failures: [],
});

/**
 * Targets, configurations and hits that were made, each so many; of contacts that can jam a fifth, and twice as many near the rim, of which
 * about 5 % are out of reach.
 */
export function battingCampaign(count: number, seed: number): number {
  const random = createRandom(seed);
  const source = readHit(sourceTask("table"));
  const right = readHit(sourceTask("correct"));
  const tallies = [
    each("the source's targets, its mobility", count, () => aimAt(source, sourceTarget(random))),
    each("the source's targets, right mobility", count, () => aimAt(right, sourceTarget(random))),
    each("random configurations", count, () => readHit(randomHitTask(random))),
    made("made from hits", count, random, () => randomHitTask(random)),
    each("can jam", Math.ceil(count / 5), () => jamming(random)),
    made("can jam, made from hits", Math.ceil(count / 5), random, () => jamming(random).task),
    each("can jam, near the rim", 2 * count, () => nearRim(random)),
  ];
  printHeading(`Hits: ${count} targets and configurations, seed ${seed}`);
  printTable(
    [
      "",
      "tasks",
      "solved",
      "outside the cone",
      "unreachable inside",
      "closed form",
      "centroids to 0.15 m",
      "midpoints",
      "miss median",
      "max",
      "failures",
    ],
    tallies.map((tally) => [
      tally.name,
      tally.tasks,
      tally.solved,
      tally.outside,
      tally.certified,
      tally.closedForm,
      tally.centroid,
      tally.midpoint,
      small(percentile(tally.misses, 0.5)),
      small(percentile(tally.misses, 1)),
      tally.failures.length,
    ]),
  );
  const failures = tallies.flatMap((tally) => tally.failures.map((failure) => `${tally.name}: ${failure}`));
  for (const failure of failures.slice(0, 10)) console.log(failure);
  return failures.length > 0 ? 1 : 0;
}

function jamming(random: Random): Hit {
  for (;;) {
    const hit = readHit(randomHitTask(random, 1, 5));
    if (hit.canJam) return hit;
  }
}

/** A target whose impulse, at one flight time, lies near the rim of the friction cone: often out of reach of a contact that can jam. */
function nearRim(random: Random): Hit {
  const hit = jamming(random);
  const { friction } = hit.contact;
  const [size, angle, normal] = [friction * (0.8 + 0.2 * random()), 2 * Math.PI * random(), Math.exp(3 * (random() - 0.3)) * hit.mass];
  const impulse = [normal * size * Math.cos(angle), normal * size * Math.sin(angle), normal];
  return throughImpulse(hit, impulse, 0.1 + 1.5 * random());
}

/** The hit with the target where this impulse sends the object. */
function throughImpulse(hit: Hit, impulse: readonly number[], time: number): Hit {
  const departure = hit.before.map((value, k) => value + impulse[k]! / hit.mass) as unknown as Hit["before"];
  const place = fromFrame(hit.frame, flyFor(hit, departure, time));
  return aimAt(hit, place.map((value, k) => value + hit.task.object.position[k]!) as unknown as Hit["before"]);
}

function each(name: string, count: number, draw: () => Hit): Tally {
  const tally = createTally(name);
  for (let i = 0; i < count; i++) examine(tally, draw(), false, i);
  return tally;
}

function made(name: string, count: number, random: Random, draw: () => HitTask): Tally {
  const tally = createTally(name);
  for (let i = 0; i < count; i++) {
    const hit = readHit(draw());
    const [ratio, angle, speed] = [Math.exp(4 * (random() - 0.5)), 2 * Math.PI * random(), Math.exp(2 * (random() - 0.3))];
    const impulse = strike(hit.contact, [speed * ratio * Math.cos(angle), speed * ratio * Math.sin(angle), -speed]);
    examine(tally, throughImpulse(hit, impulse, 0.1 + 1.5 * random()), true, i);
  }
  return tally;
}

function examine(tally: Tally, hit: Hit, reachable: boolean, i: number): void {
  tally.tasks++;
  const complain = (what: string) => tally.failures.push(`${what}: ${JSON.stringify(hit.task)}`);
  const plan = planHit(hit);
  const distance = Math.max(1, Math.hypot(...hit.displacement));
  if (plan.status === "solved") {
    tally.solved++;
    const { miss } = checkForward(hit, plan.hit.components, plan.hit.flightTime);
    tally.misses.push(miss);
    if (!(miss <= LARGEST_MISS.iterative * distance)) complain(`misses by ${small(miss)} m`);
    const slower = hit.canJam
      ? undefined
      : hitFamily(hit, OTHERS).find(({ contactSpeed }) => contactSpeed < plan.hit.contactSpeed * (1 - 1e-7));
    if (slower !== undefined) complain(`a flight of ${slower.flightTime} s needs less contact speed`);
  } else if (reachable) complain(`not solved (${plan.reason})`);
  else if (plan.reachable.length === 0) {
    tally.outside++;
    if (isInside(hit)) complain("inside the cone, and reported outside");
  } else if (plan.certificate !== undefined) {
    tally.certified++;
    if (tally.certified <= 100 && isFoundDensely(hit, plan.reachable)) complain("a denser search finds a hit");
  } else complain(plan.reason);
  const closed = closedFormHits(hit);
  if (closed.length > 0) {
    tally.closedForm++;
    if (plan.status !== "solved") complain("a hit in closed form, and no plan");
    if (closed.some(({ miss }) => !(miss <= LARGEST_MISS["closed form"] * distance))) complain("a hit in closed form misses");
  }
  if (boundingTriangles(hit, { seed: i + 1 }).status === "solved") tally.centroid++;
  if (boundingTriangles(hit, { seed: i + 1, update: "midpoint" }).status === "solved") tally.midpoint++;
}

/** Whether a dense sample of the solution curve enters the friction cone by more than rounding. */
function isInside(hit: Hit): boolean {
  const departure = createDeparture();
  const curve = solutionCurve(hit);
  const natural = Math.sqrt((2 * Math.hypot(...hit.displacement)) / Math.max(hit.gravity, 1e-9));
  for (let time = 1e-3 * natural; time < 1e3 * natural; time *= 1.002) {
    curve(time, departure);
    const [i1, i2, normal] = departure.impulse;
    if (normal > 0 && Math.hypot(i1, i2) < hit.contact.friction * normal * (1 - 1e-9)) return true;
  }
  return false;
}

/** Whether four times the directions and the flight times lead to a hit. */
function isFoundDensely(hit: Hit, stretches: Parameters<typeof scanDirections>[2]): boolean {
  const curve = solutionCurve(hit);
  const departure = createDeparture();
  return scanDirections(hit, curve, stretches, [48, 128, 400]).seeds.some(({ time, velocity }) => {
    curve(time, departure);
    return velocityFor(hit.contact, departure.impulse, [...velocity], true);
  });
}
