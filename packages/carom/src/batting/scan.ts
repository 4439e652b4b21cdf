/**
 * All directions of the contact velocity at once: the search of last resort, and the certificate where it finds nothing.
 *
 * Where friction can jam, hits do not reach all of the friction cone: slip that presses the bodies together gives a whole impact however
 * slow the approach, so the impulses of grazing hits end inside. Then a grid over all directions (rings of slip over approach, sectors of
 * slip direction) is struck once. Its cells are triangles in the plane of c = I_t/I_n; the solution curve is a line in that plane. Where it
 * crosses the edge of a triangle, Newton's method starts from there. Where nothing comes of it, finer and finer patches around the places
 * where the line comes nearest are struck in the same way: the line may dip into what can be reached between two nodes. What is left tells
 * how near any hit came: at the flight time T a hit with the right normal impulse is off by T I_n |c - c(T)|/m.
 */
import type { SlipContact } from "../impact/slip/contact.js";
import { createSlipPath } from "../impact/slip/path.js";
import { cos, exp, log, sin, tan } from "../math/elementary.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import { createDeparture, type SolutionCurve } from "./flight.js";
import type { TimeStretch } from "./reach.js";
import { strike } from "./strike.js";
import type { Hit } from "./task.js";

/** What was looked at in vain. */
export interface ScanCertificate {
  /** Directions of the contact velocity. */
  readonly directions: number;
  /** Flight times inside the friction cone. */
  readonly flightTimes: number;
  /** Least distance from the target among all pairs of them, m. */
  readonly closestMiss: number;
}

/** A hit to start the search from. */
export interface ScanSeed {
  /** Of the flight, s. */
  readonly time: number;
  /** Of the contact before the hit, m/s. */
  readonly velocity: Vec3;
}

/** What a scan of the directions of slip has found. */
export interface Scan {
  /** Hits to start from. */
  readonly seeds: readonly ScanSeed[];
  /** What the scan has shown where it found none. */
  readonly certificate: ScanCertificate;
}

/** Slip over approach of the outermost ring: all but grazing. */
const OUTERMOST = 1e6;

interface Grid {
  /** Of each node: how far it is from no slip at all (0) to grazing (a right angle), and the slip's direction, rad. */
  readonly steepness: readonly number[];
  readonly angles: readonly number[];
  readonly velocities: readonly Vec3[];
  /** c of each node, two numbers. */
  readonly ratios: Float64Array;
  /** Pairs of neighbouring nodes. */
  readonly edges: readonly (readonly [number, number])[];
}

const RIGHT_ANGLE = 0.5 * Math.PI;

function velocityAt({ b11, b22, normal }: SlipContact, steepness: number, angle: number): Vec3 {
  const ratio = steepness < RIGHT_ANGLE ? Math.min(OUTERMOST, Math.abs(tan(steepness))) : OUTERMOST;
  // Slip is measured in units of the mobilities' ratio, so that the rings spread over what happens.
  const slip = (ratio * Math.sqrt(b11 + b22)) / Math.sqrt(2 * normal);
  return [slip * cos(angle), slip * sin(angle), -1];
}

function strikeGrid(contact: SlipContact, steepness: readonly number[], angles: readonly number[], edges: Grid["edges"]): Grid {
  const velocities = steepness.map((value, i) => velocityAt(contact, value, angles[i]));
  const ratios = new Float64Array(2 * velocities.length);
  const impulse: MutableVec3 = [0, 0, 0];
  const path = createSlipPath();
  velocities.forEach((velocity, i) => {
    strike(contact, velocity, impulse, path);
    ratios[2 * i] = impulse[0] / impulse[2];
    ratios[2 * i + 1] = impulse[1] / impulse[2];
  });
  return { steepness, angles, velocities, ratios, edges };
}

/** Rings turned by half a sector against each other, and the one node without slip. */
function wholeGrid(contact: SlipContact, rings: number, sectors: number): Grid {
  const steepness: number[] = [];
  const angles: number[] = [];
  for (let ring = 1; ring <= rings; ring++)
    for (let sector = 0; sector < sectors; sector++) {
      steepness.push((RIGHT_ANGLE * ring) / rings);
      angles.push((2 * Math.PI * (sector + 0.5 * (ring % 2))) / sectors);
    }
  const centre = steepness.length;
  steepness.push(0);
  angles.push(0);
  const node = (ring: number, sector: number) => ring * sectors + ((sector + sectors) % sectors);
  const edges: [number, number][] = [];
  for (let sector = 0; sector < sectors; sector++) edges.push([centre, node(0, sector)]);
  for (let ring = 0; ring < rings; ring++)
    for (let sector = 0; sector < sectors; sector++) {
      edges.push([node(ring, sector), node(ring, sector + 1)]);
      if (ring + 1 === rings) continue;
      edges.push([node(ring, sector), node(ring + 1, sector)]);
      // The second neighbour alternates with the turn of the rings.
      edges.push([node(ring, sector), node(ring + 1, sector + (ring % 2 === 0 ? 1 : -1))]);
    }
  return strikeGrid(contact, steepness, angles, edges);
}

/** Nodes along either side of a patch. */
const PATCH = 9;

/** A square of nodes around a place. */
function patchGrid(contact: SlipContact, place: Place, halfSteepness: number, halfAngle: number): Grid {
  const steepness: number[] = [];
  const angles: number[] = [];
  const edges: [number, number][] = [];
  for (let i = 0; i < PATCH; i++)
    for (let j = 0; j < PATCH; j++) {
      const [u, w] = [(2 * i) / (PATCH - 1) - 1, (2 * j) / (PATCH - 1) - 1];
      steepness.push(Math.min(RIGHT_ANGLE, Math.max(0, place.steepness + halfSteepness * u)));
      angles.push(place.angle + halfAngle * w);
      const node = i * PATCH + j;
      if (j + 1 < PATCH) edges.push([node, node + 1]);
      if (i + 1 < PATCH) edges.push([node, node + PATCH]);
      if (i + 1 < PATCH && j + 1 < PATCH) edges.push([node, node + PATCH + 1]);
    }
  return strikeGrid(contact, steepness, angles, edges);
}

/** Points of the solution curve in the plane of c. */
interface Line {
  readonly times: readonly number[];
  readonly ratios: Float64Array;
  /** Distance from the target per distance in the plane of c, m. */
  readonly scales: Float64Array;
  /** Whether a point goes on to the next. */
  readonly joined: readonly boolean[];
}

function lineOf(hit: Hit, curve: SolutionCurve, stretches: readonly TimeStretch[], points: number): Line {
  const departure = createDeparture();
  const times: number[] = [];
  const joined: boolean[] = [];
  const ratios: number[] = [];
  const scales: number[] = [];
  for (const { from, to } of stretches)
    for (let i = 0; i < points; i++) {
      const time = exp(log(from) + ((log(to) - log(from)) * (i + 0.5)) / points);
      if (!curve(time, departure) || !(departure.impulse[2] > 0)) continue;
      const [i1, i2, normal] = departure.impulse;
      times.push(time);
      joined.push(i + 1 < points);
      ratios.push(i1 / normal, i2 / normal);
      scales.push((time * normal) / hit.mass);
    }
  return { times, ratios: Float64Array.from(ratios), scales: Float64Array.from(scales), joined };
}

/** Rings and sectors of directions, and points on each stretch of flight times. */
export type ScanDensity = readonly [rings: number, sectors: number, points: number];

/** Places from which a scan goes into finer patches, and how often. */
const PLACES = 6;
const LEVELS = 5;
const PATCH_TIMES = 48;
/** Each patch has this part of the width of the one before. */
const SHRINK = 0.35;

/** Strikes in all directions and crosses the images of neighbours with the solution curve. */
export function scanDirections(hit: Hit, curve: SolutionCurve, stretches: readonly TimeStretch[], density: ScanDensity): Scan {
  const [rings, sectors, points] = density;
  const grid = wholeGrid(hit.contact, rings, sectors);
  const line = lineOf(hit, curve, stretches, points);
  const nearest = nearestPlaces(grid, line, 1);
  return {
    seeds: crossings(grid, line),
    certificate: {
      directions: grid.velocities.length,
      flightTimes: line.times.length,
      closestMiss: nearest[0]?.miss ?? Number.POSITIVE_INFINITY,
    },
  };
}

/** As scanDirections, then into patches around the nearest places until the curve crosses one. Its seeds are those of the patches. */
export function scanClosely(hit: Hit, curve: SolutionCurve, stretches: readonly TimeStretch[], density: ScanDensity): Scan {
  const [rings, sectors, points] = density;
  const grid = wholeGrid(hit.contact, rings, sectors);
  const line = lineOf(hit, curve, stretches, points);
  const seeds: ScanSeed[] = [];
  const count = { directions: grid.velocities.length, flightTimes: line.times.length };
  let closestMiss = Number.POSITIVE_INFINITY;
  for (const start of nearestPlaces(grid, line, PLACES)) {
    closestMiss = Math.min(closestMiss, start.miss);
    const stretch = stretches.find(({ from, to }) => start.time >= from && start.time <= to);
    if (stretch === undefined) continue;
    let place = start;
    let halfSteepness = RIGHT_ANGLE / rings;
    let halfAngle = (2 * Math.PI) / sectors;
    let factor = exp((2 * log(stretch.to / stretch.from)) / points);
    for (let level = 0; level < LEVELS; level++) {
      const patch = patchGrid(hit.contact, place, halfSteepness, halfAngle);
      const around = { from: Math.max(stretch.from, place.time / factor), to: Math.min(stretch.to, place.time * factor) };
      const piece = lineOf(hit, curve, [around], PATCH_TIMES);
      count.directions += patch.velocities.length;
      count.flightTimes += piece.times.length;
      const crossed = crossings(patch, piece);
      seeds.push(...crossed);
      const [nearer] = nearestPlaces(patch, piece, 1);
      if (nearer === undefined) break;
      closestMiss = Math.min(closestMiss, nearer.miss);
      place = nearer;
      halfSteepness *= SHRINK;
      halfAngle *= SHRINK;
      factor = exp(SHRINK * log(factor));
    }
  }
  return { seeds, certificate: { ...count, closestMiss } };
}

/** A direction and a flight time that come near each other. */
interface Place {
  readonly steepness: number;
  readonly angle: number;
  readonly time: number;
  /** m. */
  readonly miss: number;
}

/** The nearest flight time of each direction, nearest first. */
function nearestPlaces({ ratios, steepness, angles }: Grid, line: Line, count: number): Place[] {
  const places: Place[] = steepness.map((value, node) => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < line.times.length; i++) {
      const u = ratios[2 * node] - line.ratios[2 * i];
      const w = ratios[2 * node + 1] - line.ratios[2 * i + 1];
      const off = line.scales[i] * line.scales[i] * (u * u + w * w);
      if (off < least) [best, least] = [i, off];
    }
    return { steepness: value, angle: angles[node], time: line.times[best], miss: Math.sqrt(least) };
  });
  return line.times.length === 0 ? [] : places.sort((a, b) => a.miss - b.miss).slice(0, count);
}

function crossings(grid: Grid, line: Line): ScanSeed[] {
  const seeds: ScanSeed[] = [];
  const { ratios, velocities, edges } = grid;
  const { times, joined } = line;
  for (const [a, b] of edges) {
    const [ax, ay, bx, by] = [ratios[2 * a], ratios[2 * a + 1], ratios[2 * b], ratios[2 * b + 1]];
    for (let i = 0; i + 1 < times.length; i++) {
      if (!joined[i]) continue;
      const px = line.ratios[2 * i];
      const py = line.ratios[2 * i + 1];
      const qx = line.ratios[2 * i + 2];
      const qy = line.ratios[2 * i + 3];
      const sideP = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
      const sideQ = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax);
      if (sideP > 0 === sideQ > 0) continue;
      const sideA = (qx - px) * (ay - py) - (qy - py) * (ax - px);
      const sideB = (qx - px) * (by - py) - (qy - py) * (bx - px);
      if (sideA > 0 === sideB > 0) continue;
      const part = sideA / (sideA - sideB);
      const along = sideP / (sideP - sideQ);
      const [va, vb] = [velocities[a], velocities[b]];
      seeds.push({
        time: times[i] + along * (times[i + 1] - times[i]),
        velocity: [va[0] + part * (vb[0] - va[0]), va[1] + part * (vb[1] - va[1]), -1],
      });
    }
  }
  return seeds;
}
