/** A drop test written out as the sweep that it stands for. */
import { pathText } from "../format/read-json.js";
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
  const { height, orientations, floor, materials = {}, points = {}, impacts = DEFAULT_IMPACTS, gravity = DEFAULT_GRAVITY } = drop;
  const heights = typeof height === "number" ? [height] : height;
  const { bodies, orientation, position } = letGo(drop, heights[0]);
  const touching =
    drop.bodies === undefined ? ["body"] : Object.keys(drop.bodies).filter((name) => drop.bodies?.[name].shape !== undefined);
  const hasForces = [floor, ...Object.values(materials)].some(({ contactLaw }) => contactLaw !== undefined);
  return {
    ...head,
    base: {
      carom: 1,
      kind: "simulation",
      title: head.title,
      duration: Math.sqrt((2 * Math.max(...heights)) / gravity) + CLATTER,
      gravity: [0, 0, -gravity],
      bodies: { ...bodies, floor: { plane: { normal: [0, 0, 1] } } },
      ...(drop.gears === undefined ? {} : { gears: drop.gears }),
      contacts: touching.map((name) => ({ between: [name, "floor"], ...(materials[name] ?? floor) })),
      output: { rate: RATE },
    },
    vary: [
      { path: orientation, name: "orientation", distribution: { type: "orientation", ...orientations } },
      ...(heights.length === 1 ? [] : [{ path: position, name: "height", values: heights }]),
    ],
    sampler: { type: "sobol", runs },
    measure: [...(hasForces ? shocks(points) : []), ...impulses(impacts), strikesFirst],
    word: { first: impacts, slip: false },
  };
}

/** What falls, at its height, and the paths to its orientation and height. */
function letGo({ body, bodies = {} }: DropStudy["drop"], height: number) {
  const orientation = [0, 0, 0, 1];
  const position = [0, 0, height];
  if (body !== undefined)
    return {
      bodies: { body: { ...body, position, orientation } },
      orientation: "bodies.body.orientation",
      position: "bodies.body.position[2]",
    };
  const [name] = Object.keys(bodies).filter((each) => bodies[each].joint.type === "free");
  const { joint } = bodies[name];
  const start = pathText(["bodies", name, "joint", "start"]);
  return {
    bodies: { ...bodies, [name]: { ...bodies[name], joint: { ...joint, start: { ...joint.start, position, orientation } } } },
    orientation: `${start}.orientation`,
    position: `${start}.position[2]`,
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
