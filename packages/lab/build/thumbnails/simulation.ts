/** Bodies in time: where they go, and where they are now and then; from the side, or from above where nothing rises. */
import type { Shape } from "carom/mechanics";
import type { SimulationRecord } from "carom/simulation";
import { type SimulationStudy, startSimulation } from "carom/study";
import { linkOf, solidOf } from "../../src/player/solids.js";
import { createPen, fit, type Pictured, type Point, type Thumbnail } from "./drawing.js";
import { peakOf } from "./force.js";
import { hull, hullPoints, rotate } from "./outline.js";

type Triple = readonly [number, number, number];

/** Bodies drawn several times; of more bodies only the beginning and the end. */
const MOST_GHOSTED = 3;
const GHOSTS = 9;
/** Times at which a mechanism is drawn, as parts of the run. */
const POSES = [0, 0.35, 0.7, 1];

/** A picture is not worth more of the build's time than this, ms: a longer run is drawn as far as it came. */
const LONGEST = 800;

export function simulationPicture(study: SimulationStudy): Pictured {
  const until = performance.now() + LONGEST;
  const run = startSimulation(study);
  while (!run.done && performance.now() < until) run.advance();
  const record = run.done ? run.result() : run.checkpoint().record;
  const thumbnail = simulationThumbnail(study, record);
  const impacts = record.events.filter((event) => event.kind === "impact");
  const peak = impacts.reduce((most, { forces }) => (forces === undefined ? most : Math.max(most, peakOf(forces))), 0);
  return { ...(thumbnail === undefined ? {} : { thumbnail }), facts: run.done ? { impacts: impacts.length, end: run.time, peak } : {} };
}

function simulationThumbnail(study: SimulationStudy, { series }: Pick<SimulationRecord, "series">): Thumbnail | undefined {
  // Ground that is moved has no place of its own in the picture.
  const names = Object.keys(series.bodies).filter((name) => !("plane" in (study.bodies[name] ?? {})));
  const rows = series.time.length;
  if (rows === 0 || names.length === 0) return undefined;
  const solids = names.map((name) => ({ name, points: pointsOf(study, name), bars: barsOf(study, name) }));
  const isChain = solids.some(({ bars }) => bars.length > 0);
  const every = Math.max(1, Math.floor(rows / 60));
  const shownRows = Array.from({ length: Math.ceil(rows / every) }, (_, i) => Math.min(rows - 1, i * every));
  const outline = (name: string, points: readonly Triple[], row: number, flat: (point: Triple) => Point) =>
    hull(points.map((point) => seen(name, point, row, flat)));
  /** A point of a body in the picture, before it is fitted. */
  const seen = (name: string, point: Triple, row: number, flat: (point: Triple) => Point): Point => {
    const { position, orientation } = series.bodies[name];
    const [a, b, c] = rotate(orientation[row], point);
    return flat([a + position[row][0], b + position[row][1], c + position[row][2]]);
  };
  const places = names.flatMap((name) => shownRows.map((row) => series.bodies[name].position[row]));
  const spread = [0, 1, 2].map((k) => Math.max(...places.map((place) => place[k])) - Math.min(...places.map((place) => place[k])));
  // A table from above; else from the side along which it moves less.
  const fromAbove = spread[2] < 0.1 * Math.max(spread[0], spread[1]) && names.length > 3;
  const [right, up] = fromAbove ? [0, 1] : [spread[1] > 1.5 * spread[0] ? 1 : 0, 2];
  const flat = (point: Triple): Point => [point[right], point[up]];
  const poses = POSES.map((part) => Math.round(part * (rows - 1)));
  const extent = solids.flatMap(({ name, points, bars }) => [
    ...[0, Math.floor(rows / 2), rows - 1].flatMap((row) => outline(name, points, row, flat)),
    ...poses.flatMap((row) => bars.flat().map((end) => seen(name, end, row, flat))),
  ]);
  const place = fit([...places.map(flat), ...extent]);
  const pen = createPen();
  if (!fromAbove) ground(study, flat, place, pen, [...places.map(flat), ...extent]);
  const ghosts = names.length <= MOST_GHOSTED ? GHOSTS : 1;
  for (const { name, bars } of solids)
    poses.forEach((row, i) => {
      for (const ends of bars)
        pen.line(
          i === poses.length - 1 ? "ink" : "line",
          ends.map((end) => place(seen(name, end, row, flat))),
        );
    });
  for (const { name, points } of solids) {
    if (points.length === 0) continue;
    if (names.length <= 12 && !isChain)
      pen.line(
        "trail",
        shownRows.map((row) => place(flat(series.bodies[name].position[row]))),
      );
    for (let i = 0; i < ghosts && !isChain; i++)
      pen.line("ghost", outline(name, points, Math.floor((i * (rows - 1)) / ghosts), flat).map(place), true);
    pen.line("body", outline(name, points, rows - 1, flat).map(place), true);
  }
  return pen.done();
}

/** From the centre of mass, in body axes. */
function pointsOf(study: SimulationStudy, name: string): Triple[] {
  const body = study.bodies[name];
  const solid = body === undefined ? undefined : solidOf(body);
  if (solid === undefined) return [];
  const { shape, offset } = solid;
  return hullPoints(shape as Shape).map(([x, y, z]) => [x + offset[0], y + offset[1], z + offset[2]]);
}

/** Of a link: from its joint to where it reaches. */
function barsOf(study: SimulationStudy, name: string): (readonly [Triple, Triple])[] {
  return (linkOf(name, study)?.reaches ?? []).map((ends) => ends.map(({ x, y, z }) => [x, y, z] as const) as unknown as [Triple, Triple]);
}

function ground(
  study: SimulationStudy,
  flat: (point: Triple) => Point,
  place: (point: Point) => Point,
  pen: ReturnType<typeof createPen>,
  all: readonly Point[],
): void {
  const xs = all.map(([x]) => x);
  const width = Math.max(...xs) - Math.min(...xs) || 1;
  const middle = (Math.max(...xs) + Math.min(...xs)) / 2;
  for (const body of Object.values(study.bodies)) {
    if (!("plane" in body)) continue;
    const { normal, point = [0, 0, 0] } = body.plane;
    const [nx, ny] = flat(normal as Triple);
    if (Math.abs(ny) < 0.2 * Math.hypot(nx, ny) || Math.hypot(nx, ny) === 0) continue;
    const [px, py] = flat(point as Triple);
    const at = (x: number): Point => place([x, py - (nx / ny) * (x - px)]);
    pen.line("ground", [at(middle - 0.9 * width - 0.05), at(middle + 0.9 * width + 0.05)]);
  }
}
