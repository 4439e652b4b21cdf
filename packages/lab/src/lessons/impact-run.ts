/**
 * One impact as a run: free motion before and after it, in straight lines and at an even turn, for the time in which the fastest body goes
 * its own size. No gravity: the study has none. So the scene and the timeline of runs show single impacts too.
 */
import type { RecordedImpact } from "carom/simulation";
import { type BodiesStudy, type ImpactResult, isMovingBody, type SimulationStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";
import type { Run } from "../player/run.js";

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

export interface ImpactRun {
  readonly run: Run;
  /** Bodies as the scene of a run wants them; what is fixed is a plane through the contact. */
  readonly scene: SimulationStudy;
  /** The instant of the impact, s from the beginning of the run. */
  readonly instant: number;
}

/** Bodies turn: more rows than two, so that ghosts and trails follow. */
const ROWS = 24;
/** Before and after: so many times its own size. */
const SIZES_BEFORE = 0.75;
const SIZES_AFTER = 0.9;

interface Motion {
  readonly velocity: Triple;
  readonly angularVelocity: Triple;
}

export function impactRun(study: BodiesStudy, result: ImpactResult): ImpactRun {
  const { bodies = {}, outcome, problem, contacts = [] } = result;
  const names = Object.keys(bodies);
  const size = sizeOf(study, names);
  const fastest = (when: "before" | "after") =>
    names.reduce((most, name) => {
      const { velocity, angularVelocity } = bodies[name][when];
      return Math.max(most, Math.hypot(...velocity) + 0.5 * size * Math.hypot(...angularVelocity));
    }, 1e-9);
  const before = (SIZES_BEFORE * size) / fastest("before");
  const after = (SIZES_AFTER * size) / fastest("after");
  const times = [
    ...Array.from({ length: ROWS }, (_, i) => (before * i) / ROWS),
    ...Array.from({ length: ROWS + 1 }, (_, i) => before + (after * i) / ROWS),
  ];
  const series = Object.fromEntries(
    names.map((name) => {
      const body = study.bodies[name];
      const turn = (body !== undefined && isMovingBody(body) ? body.orientation : undefined) ?? [0, 0, 0, 1];
      const rows = times.map((time) =>
        flown(bodies[name].position, turn, time < before ? bodies[name].before : bodies[name].after, time - before),
      );
      return [
        name,
        {
          position: rows.map(({ position }) => position),
          orientation: rows.map(({ orientation }) => orientation),
          velocity: rows.map(({ motion }) => motion.velocity),
          angularVelocity: rows.map(({ motion }) => motion.angularVelocity),
        },
      ];
    }),
  );
  const impact: RecordedImpact = {
    kind: "impact",
    time: before,
    law: outcome.law,
    last: false,
    energy: outcome.energy,
    contacts: contacts.map(({ between, impulse, normal }, i) => ({
      contact: between.join(" on "),
      between,
      point: study.contacts[i].point,
      normal: normal ?? study.contacts[i].normal,
      velocityBefore: part(problem.velocity, i, problem.dimension),
      velocityAfter: part(outcome.velocity, i, problem.dimension),
      impulse: part(outcome.impulse, i, problem.dimension),
      worldImpulse: impulse,
      slip: outcome.slip[i],
    })),
  };
  const none = times.map(() => 0);
  const kinetic = times.map((time) => (time < before ? outcome.energy.before : outcome.energy.after));
  const lost = outcome.energy.before - outcome.energy.after;
  return {
    instant: before,
    scene: sceneOf(study),
    run: {
      series: {
        time: times,
        bodies: series,
        contacts: [],
        energy: {
          kinetic,
          potential: none,
          total: kinetic,
          impactLoss: times.map((time) => (time < before ? 0 : lost)),
          frictionLoss: none,
          appliedWork: none,
          projectionLoss: none,
        },
      },
      events: [impact],
      impacts: [impact],
      problems: [problem],
      end: before + after,
    },
  };
}

/** Contact components as three: a contact in a plane has no second tangent. */
function part(values: readonly number[], contact: number, dimension: 2 | 3): Triple {
  const [a, b, c] = values.slice(dimension * contact, dimension * (contact + 1));
  return dimension === 3 ? [a, b, c] : [a, 0, b];
}

function flown(place: Triple, turn: Quadruple, motion: Motion, time: number): { position: Triple; orientation: Quadruple; motion: Motion } {
  const { velocity, angularVelocity } = motion;
  const position: Triple = [place[0] + time * velocity[0], place[1] + time * velocity[1], place[2] + time * velocity[2]];
  const spin = new Vector3(...angularVelocity);
  const by = new Quaternion().setFromAxisAngle(spin.clone().normalize(), spin.length() * time);
  const turned = by.multiply(new Quaternion(...turn));
  return { position, orientation: [turned.x, turned.y, turned.z, turned.w], motion };
}

/** Of the largest body, m. */
function sizeOf(study: BodiesStudy, names: readonly string[]): number {
  const places = names.flatMap((name) => {
    const body = study.bodies[name];
    return body === undefined || !isMovingBody(body) ? [] : [body.position];
  });
  const arms = study.contacts.flatMap(({ point }) => places.map((place) => Math.hypot(...place.map((value, i) => value - point[i]))));
  return 2 * Math.max(...arms.filter((arm) => arm < 3 * Math.min(...arms) + 1e-9), 1e-6);
}

/** Bodies without a shape are balls that are as hard to turn, or just touch where they do. */
function sceneOf(study: BodiesStudy): SimulationStudy {
  const bodies: Record<string, unknown> = {};
  for (const [name, body] of Object.entries(study.bodies)) {
    const contact = study.contacts.find(({ between }) => between.includes(name));
    if (!isMovingBody(body)) {
      const sign = contact?.between[1] === name ? 1 : -1;
      if (contact !== undefined) bodies[name] = { plane: { normal: contact.normal.map((value) => sign * value), point: contact.point } };
      continue;
    }
    const reach = contact === undefined ? 1 : Math.hypot(...contact.point.map((value, i) => value - body.position[i]));
    bodies[name] = { ...body, shape: body.shape ?? { type: "sphere", radius: reach }, mass: body.mass ?? 1, inertia: undefined };
  }
  return { carom: 1, kind: "simulation", title: study.title, duration: 1, gravity: [0, 0, 0], bodies } as unknown as SimulationStudy;
}
