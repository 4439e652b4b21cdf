/**
 * All directions of the contact velocity at once: the search of last resort, and the certificate where it finds nothing.
 *
 * Where friction can jam, hits do not reach all of the friction cone: slip that presses the bodies together gives a whole impact however slow the approach,
 * so the impulses of grazing hits end inside. Then a grid over all directions (rings of slip over approach, sectors of slip direction) is struck once. Its
 * cells are triangles in the plane of c = I_t/I_n; the solution curve is a line in that plane. Where it crosses the edge of a triangle, Newton's method
 * starts from there. Where nothing comes of it the grid tells how near any hit came: at the flight time T a hit with the right normal impulse is off by T I_n |c - c(T)|/m.
 */
import type { SlipContact } from "../impact/slip/contact.js";
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

export interface ScanSeed {
  readonly time: number;
  readonly velocity: Vec3;
}

export interface Scan {
  readonly seeds: readonly ScanSeed[];
  readonly certificate: ScanCertificate;
}

/** Slip over approach of the outermost ring: all but grazing. */
const OUTERMOST = 1e6;

interface Grid {
  readonly rings: number;
  readonly sectors: number;
  /** c of each node, two numbers; the last node is the one without slip. */
  readonly ratios: Float64Array;
  readonly velocities: readonly Vec3[];
}

function strikeGrid(contact: SlipContact, rings: number, sectors: number): Grid {
  const velocities: Vec3[] = [];
  for (let ring = 1; ring <= rings; ring++) {
    const ratio = ring === rings ? OUTERMOST : tan((0.5 * Math.PI * ring) / rings);
    // Slip is measured in units of the mobilities' ratio, so that the rings spread over what happens.
    const unit = (ratio * Math.sqrt(contact.b11 + contact.b22)) / Math.sqrt(2 * contact.normal);
    for (let sector = 0; sector < sectors; sector++) {
      const angle = (2 * Math.PI * (sector + 0.5 * (ring % 2))) / sectors;
      velocities.push([unit * cos(angle), unit * sin(angle), -1]);
    }
  }
  velocities.push([0, 0, -1]);
  const ratios = new Float64Array(2 * velocities.length);
  const impulse: MutableVec3 = [0, 0, 0];
  velocities.forEach((velocity, i) => {
    strike(contact, velocity, impulse);
    ratios[2 * i] = impulse[0] / impulse[2];
    ratios[2 * i + 1] = impulse[1] / impulse[2];
  });
  return { rings, sectors, ratios, velocities };
}

/** Pairs of neighbouring nodes. */
function edgesOf({ rings, sectors, velocities }: Grid): [number, number][] {
  const centre = velocities.length - 1;
  const node = (ring: number, sector: number) => ring * sectors + ((sector + sectors) % sectors);
  const edges: [number, number][] = [];
  for (let sector = 0; sector < sectors; sector++) edges.push([centre, node(0, sector)]);
  for (let ring = 0; ring < rings; ring++)
    for (let sector = 0; sector < sectors; sector++) {
      edges.push([node(ring, sector), node(ring, sector + 1)]);
      if (ring + 1 === rings) continue;
      edges.push([node(ring, sector), node(ring + 1, sector)]);
      // Rings are turned by half a sector against each other, so the second neighbour alternates.
      edges.push([node(ring, sector), node(ring + 1, sector + (ring % 2 === 0 ? 1 : -1))]);
    }
  return edges;
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

/** Strikes in all directions and crosses the images of neighbours with the solution curve. */
export function scanDirections(
  hit: Hit,
  curve: SolutionCurve,
  stretches: readonly TimeStretch[],
  rings: number,
  sectors: number,
  points: number,
): Scan {
  const grid = strikeGrid(hit.contact, rings, sectors);
  const line = lineOf(hit, curve, stretches, points);
  return {
    seeds: crossings(grid, line),
    certificate: { directions: grid.velocities.length, flightTimes: line.times.length, closestMiss: closestMiss(grid, line) },
  };
}

function crossings(grid: Grid, line: Line): ScanSeed[] {
  const seeds: ScanSeed[] = [];
  const { ratios, velocities } = grid;
  const { times, joined } = line;
  for (const [a, b] of edgesOf(grid)) {
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

function closestMiss({ ratios }: Grid, line: Line): number {
  let closest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < line.times.length; i++) {
    const [x, y, scale] = [line.ratios[2 * i], line.ratios[2 * i + 1], line.scales[i]];
    for (let node = 0; node < ratios.length; node += 2) {
      const u = ratios[node] - x;
      const w = ratios[node + 1] - y;
      const off = scale * scale * (u * u + w * w);
      if (off < closest) closest = off;
    }
  }
  return Math.sqrt(closest);
}
