/**
 * What an impact writes to files: its events, its path against the normal impulse, and the forces inside it. Rows are made when they are
 * asked for.
 */
import type { ImpactForces } from "../../force/forces.js";
import type { ForceLawHits } from "../../force/laws/at-contact.js";
import type { ImpactHistory } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ResultColumn, ResultTable } from "../format/table.js";
import type { ImpactResult } from "./result.js";

export function impactSeries({ problem, outcome, forces, forceLaws }: ImpactResult): ResultTable[] {
  return [
    eventSeries(problem, outcome),
    ...(outcome.history === undefined ? [] : [historySeries(problem, outcome.history)]),
    ...(forces === undefined ? [] : [forceSeries(problem, forces)]),
    ...(forceLaws === undefined ? [] : [forceLawSeries(forceLaws)]),
  ];
}

/** Components of one quantity, numbered from 0 where there are several contacts. */
function components(what: string, unit: string, { dimension, contacts }: ContactProblem): ResultColumn[] {
  const axes = dimension === 3 ? ["tangent1", "tangent2", "normal"] : ["tangent", "normal"];
  if (contacts.length === 1) return axes.map((axis) => ({ name: `${what} ${axis}`, unit }));
  return contacts.flatMap((_, i) => axes.map((axis) => ({ name: `${what} ${axis} ${i}`, unit })));
}

/** In their order. The contact's place in the list is empty where an event belongs to all contacts. */
function eventSeries(problem: ContactProblem, { events }: ImpactResult["outcome"]): ResultTable {
  return {
    name: "events",
    title: "Events",
    use: "file",
    columns: [
      { name: "event" },
      { name: "contact" },
      { name: "normal impulse", unit: "N s" },
      ...components("impulse", "N s", problem),
      ...components("velocity", "m/s", problem),
      { name: "stored energy", unit: "J" },
      { name: "friction loss", unit: "J" },
    ],
    get rows() {
      return events.map((event) => [
        event.kind,
        event.contact ?? "",
        event.normalImpulse,
        ...event.impulse,
        ...event.velocity,
        event.storedEnergy,
        event.frictionLoss,
      ]);
    },
  };
}

type Series = readonly [ResultColumn, readonly (string | number)[]];

/** The path against the growing normal impulse; of several contacts also what each of them does. */
function historySeries(problem: ContactProblem, history: ImpactHistory): ResultTable {
  const further = [...workSeries(history), ...(problem.contacts.length > 1 ? contactSeries(history) : [])];
  return {
    name: "history",
    title: "Path against the normal impulse",
    use: "file",
    columns: [
      { name: "normal impulse", unit: "N s" },
      ...components("impulse", "N s", problem),
      ...components("velocity", "m/s", problem),
      { name: "stored energy", unit: "J" },
      { name: "friction loss", unit: "J" },
      { name: "mode" },
      ...further.map(([column]) => column),
    ],
    get rows() {
      return history.normalImpulse.map((normalImpulse, row) => [
        normalImpulse,
        ...history.impulse[row],
        ...history.velocity[row],
        history.storedEnergy[row],
        history.frictionLoss[row],
        history.mode[row],
        ...further.map(([, values]) => values[row]),
      ]);
    },
  };
}

function workSeries({ normalWork }: ImpactHistory): Series[] {
  return normalWork === undefined ? [] : [[{ name: "normal work", unit: "J" }, normalWork]];
}

/** What only histories of several contacts have. */
function contactSeries({ contacts = [], tangentialEnergy }: ImpactHistory): Series[] {
  const springs: Series[] = tangentialEnergy === undefined ? [] : [[{ name: "tangential energy", unit: "J" }, tangentialEnergy]];
  return [
    ...springs,
    ...contacts.flatMap(({ phase, mode, storedEnergy }, i): Series[] => [
      [{ name: `phase ${i}` }, phase],
      [{ name: `mode ${i}` }, mode],
      ...(storedEnergy === undefined ? [] : [[{ name: `stored energy ${i}`, unit: "J" }, storedEnergy] satisfies Series]),
    ]),
  ];
}

/** The hit by each force law, one after the other. */
function forceLawSeries({ hits }: ForceLawHits): ResultTable {
  return {
    name: "force-law-curves",
    title: "The hit by force laws",
    use: "file",
    columns: [
      { name: "force law" },
      { name: "time", unit: "s" },
      { name: "approach", unit: "m" },
      { name: "rate", unit: "m/s" },
      { name: "force", unit: "N" },
    ],
    get rows() {
      return hits.flatMap(({ name, time, approach, rate, force }) => time.map((t, row) => [name, t, approach[row], rate[row], force[row]]));
    },
  };
}

/** Forces, impulses and indentations of every contact against time. */
function forceSeries(problem: ContactProblem, forces: ImpactForces): ResultTable {
  const each = (name: string, unit: string): ResultColumn[] =>
    problem.contacts.map((_, i) => ({ name: problem.contacts.length === 1 ? name : `${name} ${i}`, unit }));
  return {
    name: "forces",
    title: "Forces",
    use: "file",
    columns: [
      { name: "time", unit: "s" },
      { name: "normal impulse", unit: "N s" },
      ...components("impulse", "N s", problem),
      ...components("force", "N", problem),
      ...each("local normal force", "N"),
      ...each("indentation", "m"),
    ],
    get rows() {
      return forces.time.map((time, row) => [
        time,
        forces.normalImpulse[row],
        ...forces.impulse[row],
        ...forces.contacts.flatMap(({ force }) => force[row]),
        ...forces.contacts.map(({ localForce }) => localForce[row][problem.dimension - 1]),
        ...forces.contacts.map(({ indentation }) => indentation[row]),
      ]);
    },
  };
}
