/**
 * Many bodies in flight, and what a look at one pair costs.
 *
 *     crowd    bodies between six walls (testing/flying-crowd.ts), 0.5 s by events: processor time for each hit should not grow with their
 *              number, that of all pairs does
 *     pairs    of each two kinds of shapes, microseconds: nearest points by the public function, which reads the shapes anew; the gap of
 *              shapes that are kept, and the first touch of shapes that move
 */
import { closestPoints, firstTouch, gapBetween } from "carom/geometry";
import { vec3 } from "carom/math";
import { createSimulation, systemFromScene } from "carom/simulation";
import { createShapeDraw, flyingCrowd, SHAPE_KINDS, type ShapeKind } from "carom/testing";
import type { Claim } from "./claims.js";
import { timed } from "./dense.js";
import { digits, printHeading, printTable, ratio } from "./table.js";

const SIZES = [100, 300, 1000];
/** Bodies up to which every pair is also looked at by itself. */
const MOST_BY_PAIRS = 300;
/** s. */
const DURATION = 0.5;

export interface CrowdRow {
  readonly bodies: number;
  readonly pairs: number;
  readonly hits: number;
  /** s of processor time: to make the scene, and to simulate it. */
  readonly making: number;
  readonly time: number;
  /** The same with every pair looked at; undefined where that was not tried. */
  readonly byPairs: number | undefined;
}

export interface PairRow {
  readonly pair: string;
  /** Microseconds. */
  readonly nearest: number;
  readonly gap: number;
  readonly touch: number;
}

export function measureCrowds(seed: number): { readonly crowds: CrowdRow[]; readonly pairs: PairRow[] } {
  runCrowd(30, seed, true);
  const pairs = SHAPE_KINDS.flatMap((first, i) => SHAPE_KINDS.slice(i).map((second) => measurePair(first, second, seed)));
  return { crowds: SIZES.map((count) => runCrowd(count, seed, count <= MOST_BY_PAIRS)), pairs };
}

function runCrowd(count: number, seed: number, alsoByPairs: boolean): CrowdRow {
  const scene = flyingCrowd(count, seed);
  const making = timed(() => systemFromScene(scene));
  const system = systemFromScene(scene);
  const run = (isWhole: boolean) => {
    const { balls, ...rest } = system;
    const simulation = createSimulation(isWhole ? { ...rest, ...(balls === undefined ? {} : { balls }) } : rest, system.initialState(), {
      method: "events",
    });
    let hits = 0;
    const time = timed(() =>
      simulation.advance(DURATION, {
        event: ({ kind }) => {
          if (kind === "impact") hits++;
        },
      }),
    );
    return { hits, time };
  };
  return { bodies: count, pairs: system.pairs.length, making, ...run(true), byPairs: alsoByPairs ? run(false).time : undefined };
}

/** Draws of each pair, and how often each is looked at. */
const [DRAWS, LOOKS] = [20, 10];

function measurePair(first: ShapeKind, second: ShapeKind, seed: number): PairRow {
  const draw = createShapeDraw(seed);
  const drawn = Array.from({ length: DRAWS }, (_, k) => {
    const from = draw.unit();
    return {
      a: { shape: draw.shape(first, k % 2 === 0), orientation: draw.orientation(), position: vec3.ZERO },
      b: {
        shape: draw.shape(second, k % 4 < 2),
        orientation: draw.orientation(),
        position: vec3.scale(from, 4),
        velocity: vec3.scale(from, -4),
        angularVelocity: vec3.scale(draw.unit(), 3),
      },
    };
  });
  const repeat = (look: (pair: (typeof drawn)[number], k: number) => void) => {
    const all = () => {
      for (let k = 0; k < LOOKS; k++) for (const pair of drawn) look(pair, k);
    };
    all();
    return (1e6 * timed(all)) / (DRAWS * LOOKS);
  };
  const gaps = drawn.map(({ a, b }) => gapBetween(a.shape, b.shape));
  return {
    pair: `${first}, ${second}`,
    nearest: repeat(({ a, b }) => closestPoints(a, b)),
    // A little on the way at each look, as along a motion.
    gap: repeat((pair, k) => {
      const { a, b } = pair;
      gaps[drawn.indexOf(pair)]!(a, { ...b, position: vec3.scale(b.position, 1 - 0.01 * k) });
    }),
    touch: repeat(({ a, b }) => firstTouch(a, b, 1)),
  };
}

export function printCrowds({ crowds, pairs }: ReturnType<typeof measureCrowds>): void {
  printHeading("Bodies in flight, 0.5 s by events");
  printTable(
    ["bodies", "pairs", "hits", "scene, s", "time, s", "ms/hit", "every pair, s", "ratio"],
    crowds.map(({ bodies, pairs: count, hits, making, time, byPairs }) => [
      bodies,
      count,
      hits,
      digits(making),
      digits(time),
      digits((1000 * time) / hits),
      byPairs === undefined ? "" : digits(byPairs),
      byPairs === undefined ? "" : ratio(byPairs / time),
    ]),
  );
  printHeading("Cost of a look at a pair, µs");
  printTable(
    ["pair", "nearest points", "gap, kept", "first touch"],
    pairs.map(({ pair, nearest, gap, touch }) => [pair, digits(nearest), digits(gap), digits(touch)]),
  );
}

/** A hit among so many more bodies may cost so many times more: each has to be shown at it. */
const MOST_GROWTH = 4;

export function crowdClaims({ crowds }: ReturnType<typeof measureCrowds>): Claim[] {
  const [few, many] = [crowds[0]!, crowds.at(-1)!];
  const growth = many.time / many.hits / (few.time / few.hits);
  return [
    {
      claim: `a hit among ${many.bodies} bodies costs at most ${MOST_GROWTH} times one among ${few.bodies}`,
      passed: growth <= MOST_GROWTH,
      measured: ratio(growth),
    },
  ];
}
