/** A drop test written out as the sweep that it stands for. */
import type { DropStudy } from "./drop-schema.js";
import type { SweepMeasure, SweepStudy } from "./schema.js";

const DEFAULT_GRAVITY = 9.81;
const DEFAULT_IMPACTS = 3;
/** How long what follows the fall is computed, s: long enough for a corner, its neighbour and a third. */
const CLATTER = 0.04;
/** Rows a second: how well the pose at an impact is known. */
const RATE = 500;
/** Frequencies of the shock response spectrum that are measured, Hz. */
const MEASURED = [100, 1000] as const;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

export function dropSweep({ drop, runs, ...head }: DropStudy): SweepStudy {
  const { body, height, orientations, floor, points = {}, impacts = DEFAULT_IMPACTS, gravity = DEFAULT_GRAVITY } = drop;
  return {
    ...head,
    base: {
      carom: 1,
      kind: "simulation",
      title: head.title,
      duration: Math.sqrt((2 * height) / gravity) + CLATTER,
      gravity: [0, 0, -gravity],
      bodies: { body: { ...body, position: [0, 0, height], orientation: [0, 0, 0, 1] }, floor: { plane: { normal: [0, 0, 1] } } },
      contacts: [{ between: ["body", "floor"], ...floor }],
      output: { rate: RATE },
    },
    vary: [{ path: "bodies.body.orientation", name: "orientation", distribution: { type: "orientation", ...orientations } }],
    sampler: { type: "sobol", runs },
    measure: [...(floor.contactLaw === undefined ? [] : shocks(points)), ...impulses(impacts), strikesFirst],
    word: { first: impacts, slip: false },
  };
}

const strikesFirst: SweepMeasure = { what: "impact[0].contacts[0].contact", name: "strikes first", optional: true };

function shocks(points: Readonly<Record<string, readonly number[]>>): SweepMeasure[] {
  return [
    { what: "peakForce", name: "peak force", unit: "N", optional: true },
    ...Object.entries(points).flatMap(([name, point]): SweepMeasure[] => {
      const shock = `shock["body ${point.join(" ")}"]`;
      return [
        { what: `${shock}.peak`, name: `peak at ${name}`, unit: "g", optional: true },
        ...MEASURED.map(
          (each): SweepMeasure => ({
            what: `${shock}.spectrum["${each}"]`,
            name: `response at ${name}, ${each} Hz`,
            unit: "g",
            optional: true,
          }),
        ),
      ];
    }),
  ];
}

function impulses(impacts: number): SweepMeasure[] {
  return ORDINALS.slice(0, impacts).map((ordinal, i) => ({
    what: `impact[${i}].contacts[0].impulse[2]`,
    name: `${ordinal} impulse`,
    unit: "N s",
    optional: true,
  }));
}
