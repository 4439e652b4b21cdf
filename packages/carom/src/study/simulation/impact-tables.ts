/**
 * The impacts of a simulation: those of surfaces, and those at the stops of joints, each with the units it has. A joint that turns comes to
 * its stop at rad/s and is pushed back by N m s.
 *
 * An impact of both kinds at one instant has a row in each table, with what belongs there, and its energy in the first of them.
 */
import type { RecordedImpact, RecordedImpactContact } from "../../simulation/record/record.js";
import { withoutRounding } from "../format/numbers.js";
import type { ResultTable } from "../format/table.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";

/** What is struck: surfaces, or stops of joints by their type. */
type Struck = "surface" | "revolute" | "prismatic";

interface Sort {
  readonly struck: Struck;
  readonly name: string;
  readonly title: string;
  /** Its unit. */
  readonly speed: string;
  /** Its unit. */
  readonly impulse: string;
}

const SORTS: readonly Sort[] = [
  { struck: "surface", name: "impacts", title: "Impacts", speed: "m/s", impulse: "N s" },
  { struck: "revolute", name: "stops", title: "Impacts at stops of joints that turn", speed: "rad/s", impulse: "N m s" },
  { struck: "prismatic", name: "sliding-stops", title: "Impacts at stops of joints that slide", speed: "m/s", impulse: "N s" },
];

export function impactTables(result: SimulationResult): ResultTable[] {
  const impacts = impactsOf(result);
  return SORTS.flatMap((sort) => {
    const struck = impacts.filter(({ contacts }) => contacts.some((contact) => struckBy(contact, result) === sort.struck));
    return struck.length === 0 ? [] : [impactTable(sort, struck, result)];
  });
}

/** Joints of a run by their links; only their types matter. */
type Joints = Readonly<Record<string, { readonly type: string }>>;

/** The units of a place that is struck: those of surfaces, or of the stop of a joint. */
export function unitsOfImpact(contact: RecordedImpactContact, joints: Joints = {}): Pick<Sort, "speed" | "impulse"> {
  const { speed, impulse } = SORTS.find(({ struck }) => struck === struckBy(contact, { joints }))!;
  return { speed, impulse };
}

function struckBy({ contact, between }: RecordedImpactContact, { joints = {} }: { readonly joints?: Joints }): Struck {
  if (!contact.endsWith(" stop")) return "surface";
  return joints[between[0]]?.type === "prismatic" ? "prismatic" : "revolute";
}

function impactTable(
  { struck, name, title, speed, impulse }: Sort,
  impacts: readonly RecordedImpact[],
  result: SimulationResult,
): ResultTable {
  // Forces are those of surfaces.
  const known = struck === "surface" && impacts.some(({ forces }) => forces !== undefined);
  return {
    name,
    title,
    use: "page",
    columns: [
      { name: "t", unit: "s", digits: 7 },
      { name: struck === "surface" ? "between" : "stop" },
      ...(struck === "surface" ? [{ name: "contacts" }] : []),
      { name: "approach", unit: speed, digits: 4 },
      { name: struck === "surface" ? "normal impulse" : "impulse", unit: impulse, digits: 4 },
      { name: "energy lost", unit: "J", digits: 3 },
      ...(known ? [{ name: "peak force", unit: "N", digits: 4 }] : []),
      { name: "law" },
      { name: "" },
    ],
    rows: impacts.map(({ time, contacts, energy, law, last, forces }) => {
      const own = contacts.filter((contact) => struckBy(contact, result) === struck);
      const first = SORTS.find((sort) => contacts.some((contact) => struckBy(contact, result) === sort.struck));
      const [lost] = withoutRounding([energy.before - energy.after], [energy.before]);
      const peak = forces === undefined ? "" : Math.max(...forces.contacts.map(({ peakForce }) => peakForce));
      return [
        time,
        struck === "surface" ? pairsOf(own) : own.map(({ contact }) => contact).join(", "),
        ...(struck === "surface" ? [own.length] : []),
        Math.max(...own.map(({ velocityBefore }) => -velocityBefore[2])),
        own.reduce((sum, contact) => sum + contact.impulse[2], 0),
        first?.struck === struck ? lost : "",
        ...(known ? [peak] : []),
        law,
        last ? "the last: stays" : "",
      ];
    }),
  };
}

/** More pairs than these are counted. */
const MOST_PAIRS = 3;

function pairsOf(contacts: RecordedImpact["contacts"]): string {
  const names = [...new Set(contacts.map(({ between }) => between.join("/")))];
  const more = names.length - MOST_PAIRS;
  return more <= 0 ? names.join(", ") : `${names.slice(0, MOST_PAIRS).join(", ")} and ${more} more`;
}
