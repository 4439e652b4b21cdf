/** The numbers of a study of kind `clatter`: every impact, and the contacts of a floor that yields beside them. */
import type { PlateImpact } from "../../clatter/plate-sequence.js";
import type { RodImpact } from "../../clatter/rod-sequence.js";
import { norm } from "../../math/vec3.js";
import { withoutRounding } from "../format/numbers.js";
import type { ResultTable } from "../format/table.js";
import type { ClatterResult } from "./result.js";

export function clatterTables(result: ClatterResult): ResultTable[] {
  return [impactsTable(result), ...afterTables(result), ...floorTables(result)];
}

/** How the motion goes on where the sequence ends on the floor. */
function afterTables({ after }: ClatterResult): ResultTable[] {
  if (after === undefined || after.impacts.length === 0) return [];
  return [
    {
      name: "impacts-after",
      title: "Impacts after it has come to stay on one end or corner",
      use: "file",
      columns: [{ name: "time", unit: "s", digits: 4 }, { name: "impulse", unit: "N s", digits: 4 }, { name: "points" }],
      rows: after.impacts.map(({ time, impulse, points }) => [time, impulse, points]),
    },
  ];
}

/** An impact of a rod or of a plate. */
export interface StruckPlace {
  /** `end 1`, `corner 2`. */
  readonly place: string;
  /** s. */
  readonly time: number;
  /** Of the rod, or the plate's tilt, degrees. */
  readonly angle: number;
  /** m/s. */
  readonly approachSpeed: number;
  /** N s. */
  readonly impulse: number;
  /** Of the centre of mass, after, m/s. */
  readonly verticalVelocity: number;
  /** After, rad/s. */
  readonly spin: number;
  /** Where it changes from impact to impact. */
  readonly restitution?: number;
  /** Where something acts along the floor: its impulse, N s. */
  readonly tangentialImpulse?: number;
  /** And the speed of slip after, m/s. */
  readonly slipAfter?: number;
  /** J. */
  readonly energyLoss: number;
}

const DEGREE = Math.PI / 180;
/** A loss below this part of the energy before is rounding. */
const ROUNDING = 1e-12;

/** The impacts in their order. */
export function struck({ rod, plate }: ClatterResult): StruckPlace[] {
  const least = ROUNDING * ((rod ?? plate)?.energyBefore ?? 0);
  const common = ({ time, approachSpeed, impulse, verticalVelocity, energyLoss, restitution, ...rest }: RodImpact | PlateImpact) => ({
    time,
    approachSpeed,
    impulse,
    verticalVelocity,
    energyLoss: Math.abs(energyLoss) < least ? 0 : energyLoss,
    ...(restitution === undefined ? {} : { restitution }),
    ...(rest.tangentialImpulse === undefined || rest.slipAfter === undefined
      ? {}
      : { tangentialImpulse: sizeOf(rest.tangentialImpulse), slipAfter: sizeOf(rest.slipAfter) }),
  });
  return [
    ...(rod?.impacts ?? []).map((impact) => ({
      ...common(impact),
      place: `end ${impact.end}`,
      angle: impact.angle / DEGREE,
      spin: impact.angularVelocity,
    })),
    ...(plate?.impacts ?? []).map((impact) => ({
      ...common(impact),
      place: `corner ${impact.corner}`,
      angle: impact.tilt / DEGREE,
      spin: norm(impact.angularVelocity),
    })),
  ];
}

/** Of a rod with its sign; of a plate how large it is. */
function sizeOf(along: number | readonly [number, number]): number {
  return typeof along === "number" ? along : norm([along[0], along[1], 0]);
}

function impactsTable(result: ClatterResult): ResultTable {
  const places = struck(result);
  const extra = (
    [
      ["restitution", { name: "restitution", digits: 4 }],
      ["tangentialImpulse", { name: "impulse along the floor", unit: "N s", digits: 4 }],
      ["slipAfter", { name: "slip after", unit: "m/s", digits: 4 }],
    ] as const
  ).filter(([field]) => places.some((place) => place[field] !== undefined));
  return {
    name: "impacts",
    title: "Impacts",
    use: "both",
    columns: [
      { name: "place" },
      { name: "time", unit: "s", digits: 6 },
      { name: "angle", unit: "deg", digits: 4 },
      { name: "approach", unit: "m/s", digits: 4 },
      { name: "impulse", unit: "N s", digits: 4 },
      { name: "vertical velocity after", unit: "m/s", digits: 4 },
      { name: "spin after", unit: "rad/s", digits: 4 },
      { name: "energy loss", unit: "J", digits: 4 },
      ...extra.map(([, column]) => column),
    ],
    rows: places.map((place) => [
      place.place,
      place.time,
      place.angle,
      place.approachSpeed,
      place.impulse,
      place.verticalVelocity,
      place.spin,
      place.energyLoss,
      ...extra.map(([field]) => place[field] ?? 0),
    ]),
  };
}

function floorTables({ floor }: ClatterResult): ResultTable[] {
  if (floor === undefined) return [];
  const { contacts, damping, friction, impulseRatio, impulse, rigidImpulse, difference } = floor;
  return [
    {
      name: "floor-contacts",
      title: "On the floor that yields",
      use: "page",
      columns: [
        { name: "" },
        { name: "time", unit: "s", digits: 6 },
        { name: "angle", unit: "deg", digits: 4 },
        { name: "lasts", unit: "s", digits: 3 },
        { name: "approach", unit: "m/s", digits: 4 },
        { name: "impulse", unit: "N s", digits: 4 },
        { name: "peak force", unit: "N", digits: 3 },
        { name: "depth", unit: "m", digits: 3 },
        { name: "vertical velocity after", unit: "m/s", digits: 4 },
        { name: "spin after", unit: "rad/s", digits: 4 },
        { name: "energy left", unit: "J", digits: 4 },
      ],
      rows: contacts.map((contact, i) => [
        `contact ${i + 1}`,
        contact.time,
        contact.tilt / DEGREE,
        contact.duration,
        contact.approachSpeed,
        contact.impulse[2],
        contact.peakForce,
        contact.peakDepth,
        contact.velocity[2],
        norm(contact.angularVelocity),
        contact.energyAfter,
      ]),
    },
    {
      name: "floor-impulses",
      title: "Impulse of the first contact",
      use: "page",
      columns: [{ name: "" }, ...["x", "y", "z"].map((name) => ({ name, unit: "N s", digits: 4 }))],
      rows: [
        ["on the floor that yields", ...withoutRounding(impulse)],
        ["on a rigid floor, corner of the box", ...withoutRounding(rigidImpulse)],
      ],
    },
    {
      name: "floor",
      title: "The first contact beside the impact",
      use: "page",
      columns: [{ name: "" }, { name: "", digits: 5 }, { name: "" }],
      rows: [
        ["damping of the floor", damping, "N s/m^4"],
        ["friction of the floor", friction, ""],
        ["vertical impulse over that of the impact", impulseRatio, ""],
        ["difference from a rigid floor", 100 * difference, "%"],
      ],
    },
  ];
}
