/**
 * Places that push within a step, and impacts of many places, in the words in which events are told: keys of features, forces and
 * impulses in world axes, problems and outcomes.
 */
import type { ImpactOutcome, SlipOutcome } from "../../impact/outcome.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { ContactMode } from "../contact/closed-contact.js";
import type { ResolvedImpact } from "../impacts/resolve-impacts.js";
import type { Feature } from "../system/mechanical-system.js";
import { velocityOf } from "./contact-list.js";
import type { StepImpact } from "./observe.js";
import type { RunState } from "./run-state.js";
import { GROUND, ROWS } from "./solver/problem.js";

type Triple = readonly [number, number, number];

/** A place that pushed in the last step. */
export interface HeldContact {
  /** Which place. */
  readonly feature: Feature;
  /** Whether it sticks or slips. */
  readonly mode: ContactMode;
  /** Of the first body, its place in the names. */
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
  const pair = contacts.pairs[i];
  return surfaces.features[pair][contacts.ids[i] - surfaces.offsets[pair]];
}

function axesAt({ contacts }: RunState, i: number): readonly [Triple, Triple, Triple] {
  const read = (values: Float64Array): Triple => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
  const [tangent, normal] = [read(contacts.tangent), read(contacts.normal)];
  return [tangent, vec3.cross(normal, tangent), normal];
}

/** The places that push in the step that was just solved. */
export function heldContacts(run: RunState): HeldContact[] {
  const { contacts, rows, force, surfaces } = run;
  const held: HeldContact[] = [];
  for (let i = 0; i < contacts.count; i += 1) {
    const at = 3 * contacts.ids[i];
    if (rows[i] < 0 || !(force[at + 2] > 0)) continue;
    const components: Triple = [force[at], force[at + 1], force[at + 2]];
    const limit = AT_LIMIT * surfaces.friction[contacts.pairs[i]] * components[2];
    held.push({
      feature: featureAt(run, i),
      mode: components[0] * components[0] + components[1] * components[1] >= limit * limit ? "slip" : "stick",
      body: contacts.bodies[2 * i],
      point: [contacts.point[3 * i], contacts.point[3 * i + 1], contacts.point[3 * i + 2]],
      force: components,
      worldForce: inWorld(components, axesAt(run, i)),
    });
  }
  return held;
}

function inWorld([a, b, c]: Triple, [first, second, third]: readonly [Triple, Triple, Triple]): Triple {
  return vec3.add(vec3.add(vec3.scale(first, a), vec3.scale(second, b)), vec3.scale(third, c));
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
    outcome: impact.outcome ?? outcomeOf(run, impact, problem),
    last: false,
    energyBefore,
    energyAfter,
    groundWork: 0,
  };
}

const NOTHING = Object.freeze([]) as unknown as Float64Array;

/** The mobility is computed where it is asked for: of a hundred places it has ninety thousand numbers. */
function problemOf(run: RunState, { contacts: listed, energyBefore }: StepImpact): ContactProblem {
  const { system, contacts, free } = run;
  const bodies = listed.map((i) => [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]] as const);
  const rows = listed.map((i) => contacts.jacobian.slice(ROWS * i, ROWS * (i + 1)));
  const masses = new Map(bodies.flat().map((body) => [body, free.inverseMass.slice(36 * body, 36 * body + 36)]));
  return {
    dimension: 3,
    contacts: listed.map((i) => system.pairs[contacts.pairs[i]].material),
    get mobility() {
      return mobilityOf(bodies, rows, masses);
    },
    velocity: listed.flatMap((i) => [0, 1, 2].map((c) => contacts.velocity[3 * i + c])),
    kineticEnergy: energyBefore,
    places: listed.map((i) => ({
      point: [contacts.point[3 * i], contacts.point[3 * i + 1], contacts.point[3 * i + 2]] as const,
      axes: axesAt(run, i),
    })),
  };
}

function mobilityOf(
  bodies: readonly (readonly [number, number])[],
  rows: readonly Float64Array[],
  masses: ReadonlyMap<number, Float64Array>,
): number[][] {
  const entry = (i: number, c: number, j: number, d: number) => {
    let sum = 0;
    for (const side of [0, 1] as const)
      for (const other of [0, 1] as const) {
        const body = bodies[i][side];
        const mass = masses.get(body);
        if (body === GROUND || body !== bodies[j][other] || mass === undefined) continue;
        for (let k = 0; k < 6; k += 1)
          for (let l = 0; l < 6; l += 1) sum += rows[i][18 * side + 6 * c + k] * mass[6 * k + l] * rows[j][18 * other + 6 * d + l];
      }
    return sum;
  };
  const all = rows.flatMap((_, i) => [0, 1, 2].map((c) => [i, c] as const));
  return all.map(([i, c], r) => all.map(([j, d], s) => (r <= s ? entry(i, c, j, d) : entry(j, d, i, c))));
}

/** Slip below this part of the fastest contact velocity is none. */
const STUCK = 1e-9;

function outcomeOf(
  { contacts, speeds }: RunState,
  impact: StepImpact,
  { velocity: before, contacts: materials }: ContactProblem,
): ImpactOutcome {
  const { law, contacts: listed, energyBefore, energyAfter } = impact;
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
    law,
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
