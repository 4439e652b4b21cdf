/**
 * Places that push within a step, and impacts of many places, in the words in which events are told: keys of features, forces and
 * impulses in world axes, problems and outcomes.
 */

import type { ImpactOutcome, SlipOutcome } from "../../impact/outcome.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { resolvedContacts } from "../../mechanics/restitution.js";
import type { ContactMode } from "../contact/closed-contact.js";
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Feature } from "../system/mechanical-system.js";
import { type ContactList, featureOf, velocityOf } from "./contact-list.js";
import type { RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

type Triple = readonly [number, number, number];

/** A place that pushed in the last step. */
export interface HeldContact {
  /** Which place. */
  readonly feature: Feature;
  /** Whether it sticks or slips. */
  readonly mode: ContactMode;
  /** The node that the first body belongs to. */
  readonly body: number;
  /** At the beginning of the step, m. */
  readonly point: Triple;
  /** N: tangent 1, tangent 2, normal. */
  readonly force: Triple;
  /** The same in world axes. */
  readonly worldForce: Triple;
}

/** Part of the friction at its limit from which on a place slips. */
const AT_LIMIT = 1 - 1e-6;

function featureAt({ surfaces, contacts }: RunState, i: number): Feature {
  return featureOf(surfaces, contacts.ids[i]);
}

function axesAt({ contacts }: RunState, i: number): readonly [Triple, Triple, Triple] {
  const read = (values: Float64Array): Triple => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
  const [tangent, normal] = [read(contacts.tangent), read(contacts.normal)];
  return [tangent, vec3.cross(normal, tangent), normal];
}

/** The places that push in the step that was just solved. */
export function heldContacts(run: RunState): HeldContact[] {
  const held: HeldContact[] = [];
  for (let i = 0; i < run.contacts.count; i += 1) if (run.rows[i] >= 0) hold(run, i, held);
  return held;
}

/** The places that push a body on its way through a step, of which it is the first of the two. */
export function heldOnCourse(run: RunState, body: number): HeldContact[] {
  const { courses, contacts } = run;
  const held: HeldContact[] = [];
  for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1)
    for (let i = courses.head[courses.pairs[at]]; i >= 0; i = courses.next[i])
      if (courses.rowed[i] === 1 && contacts.bodies[2 * i] === body) hold(run, i, held);
  return held;
}

/** Place i of the list, if it pushes. */
function hold(run: RunState, i: number, held: HeldContact[]): void {
  const { contacts, force, surfaces } = run;
  const at = 3 * contacts.ids[i];
  if (!(force[at + 2] > 0)) return;
  const components: Triple = [force[at], force[at + 1], force[at + 2]];
  const limit = AT_LIMIT * surfaces.friction[contacts.pairs[i]] * components[2];
  held.push({
    feature: featureAt(run, i),
    mode: components[0] * components[0] + components[1] * components[1] >= limit * limit ? "slip" : "stick",
    body: contacts.bodies[2 * i],
    point: [contacts.point[3 * i], contacts.point[3 * i + 1], contacts.point[3 * i + 2]],
    force: components,
    worldForce: inWorld(contacts, i, components),
  });
}

/** A force along the axes of place i, in those of the world. Without vectors on the way: it is asked of every place in every step. */
function inWorld({ tangent, normal }: ContactList, i: number, [a, b, c]: Triple): Triple {
  const k = 3 * i;
  const [x, y, z] = [tangent[k], tangent[k + 1], tangent[k + 2]];
  const [nx, ny, nz] = [normal[k], normal[k + 1], normal[k + 2]];
  return [x * a + (ny * z - nz * y) * b + nx * c, y * a + (nz * x - nx * z) * b + ny * c, z * a + (nx * y - ny * x) * b + nz * c];
}

/** An impact by the capped law: the velocities of the run's contacts are still those before it, the speeds are those after. */
interface StepImpact {
  /** Places in the list of contacts. */
  readonly contacts: readonly number[];
  /** N s: three components for each. */
  readonly impulse: ArrayLike<number>;
  /** Kinetic energy of what takes part, J. */
  readonly energyBefore: number;
  readonly energyAfter: number;
}

/** An impact as the event regime tells one. */
export function resolvedImpact(run: RunState, impact: StepImpact): ResolvedImpact {
  const { system, contacts } = run;
  const { energyBefore, energyAfter } = impact;
  const problem = problemOf(run, impact);
  return {
    touches: impact.contacts.map((i) => {
      const [tangent1, tangent2, normal] = axesAt(run, i);
      const feature = featureAt(run, i);
      return {
        feature,
        parts: system.pairs[feature.pair].parts ?? [],
        speeds: [],
        state: {
          point: [contacts.point[3 * i], contacts.point[3 * i + 1], contacts.point[3 * i + 2]],
          tangent1: [...tangent1],
          tangent2: [...tangent2],
          normal: [...normal],
          gap: contacts.gap[i],
          jacobian: NOTHING,
          bias: NOTHING,
        },
        velocity: Float64Array.from([0, 1, 2], (c) => velocityOf(contacts, i, c, run.speeds)),
        response: NOTHING,
        column: NOTHING,
      };
    }),
    problem,
    outcome: outcomeOf(run, impact, problem),
    last: false,
    energyBefore,
    energyAfter,
    groundWork: 0,
  };
}

const NOTHING = Object.freeze([]) as unknown as Float64Array;

/** The mobility is computed where it is asked for: of a hundred places it has ninety thousand numbers. */
function problemOf(run: RunState, { contacts: listed, energyBefore }: StepImpact): ContactProblem {
  const { system, contacts } = run;
  const places = listed.map((i) => rowsAt(run, i));
  const masses = new Map(places.flatMap(({ nodes }) => nodes).map((node) => [node, inverseMassOf(run, node)]));
  const velocity = listed.flatMap((i) => [0, 1, 2].map((c) => contacts.velocity[3 * i + c]));
  return {
    dimension: 3,
    contacts: resolvedContacts(
      listed.map((i) => system.pairs[contacts.pairs[i]].material),
      velocity,
      3,
    ),
    get mobility() {
      return mobilityOf(places, masses);
    },
    velocity,
    kineticEnergy: energyBefore,
    places: listed.map((i) => ({
      point: [contacts.point[3 * i], contacts.point[3 * i + 1], contacts.point[3 * i + 2]] as const,
      axes: axesAt(run, i),
    })),
  };
}

/** Rows of a place: of each of its nodes three, one after the other. */
interface PlaceRows {
  readonly nodes: readonly number[];
  readonly rows: readonly Float64Array[];
}

function rowsAt({ contacts, nodes }: RunState, i: number): PlaceRows {
  const sides = [0, 1].filter((side) => contacts.bodies[2 * i + side] !== GROUND);
  const own = sides.map((side) => contacts.bodies[2 * i + side]);
  return {
    nodes: own,
    rows: own.map((node, k) => {
      const at = contacts.width * (i + 0.5 * sides[k]);
      return contacts.jacobian.slice(at, at + 3 * (nodes.speeds[node + 1] - nodes.speeds[node]));
    }),
  };
}

/** M^-1 of a node, row by row. */
function inverseMassOf({ free, nodes }: RunState, node: number): Float64Array {
  if (node < nodes.bodyCount) return free.inverseMass.slice(36 * node, 36 * node + 36);
  return free.mechanisms.mobilities[node - nodes.bodyCount].matrix.slice();
}

function mobilityOf(places: readonly PlaceRows[], masses: ReadonlyMap<number, Float64Array>): number[][] {
  const entry = (one: PlaceRows, c: number, other: PlaceRows, d: number) => {
    let sum = 0;
    one.nodes.forEach((node, side) => {
      const away = other.nodes.indexOf(node);
      const mass = masses.get(node);
      if (away < 0 || mass === undefined) return;
      const n = Math.sqrt(mass.length);
      for (let k = 0; k < n; k += 1)
        for (let l = 0; l < n; l += 1) sum += one.rows[side][n * c + k] * mass[n * k + l] * other.rows[away][n * d + l];
    });
    return sum;
  };
  const all = places.flatMap((place) => [0, 1, 2].map((c) => [place, c] as const));
  return all.map(([one, c], r) => all.map(([other, d], s) => (r <= s ? entry(one, c, other, d) : entry(other, d, one, c))));
}

/** Slip below this part of the fastest contact velocity is none. */
const STUCK = 1e-9;

function outcomeOf(
  { contacts, speeds }: RunState,
  impact: StepImpact,
  { velocity: before, contacts: materials }: ContactProblem,
): ImpactOutcome {
  const { contacts: listed, energyBefore, energyAfter } = impact;
  const impulse = Array.from(impact.impulse);
  const velocity = listed.flatMap((i) => [0, 1, 2].map((c) => velocityOf(contacts, i, c, speeds)));
  const fastest = before.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let frictionLoss = 0;
  impulse.forEach((value, row) => {
    if (row % 3 !== 2) frictionLoss -= 0.5 * value * (before[row] + velocity[row]);
  });
  const slip = materials.map(({ friction }, i): SlipOutcome => {
    if (!(impulse[3 * i + 2] > 0)) return "untouched";
    if (friction === 0) return "frictionless";
    return Math.max(Math.abs(velocity[3 * i]), Math.abs(velocity[3 * i + 1])) <= STUCK * fastest ? "sticks" : "slides";
  });
  const normalImpulse = materials.reduce((sum, _, i) => sum + impulse[3 * i + 2], 0);
  return {
    law: "capped-newton",
    impulse,
    velocity,
    events: [{ kind: "end", normalImpulse, impulse, velocity, storedEnergy: 0, frictionLoss }],
    energy: {
      before: energyBefore,
      after: energyAfter,
      restitutionLoss: energyBefore - energyAfter - frictionLoss,
      frictionLoss,
      residual: 0,
    },
    warnings: [],
    slip,
  };
}
