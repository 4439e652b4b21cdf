/** One impact of a run as a study of its own: the problem that the law was given, and the bodies as they stood then, to be drawn. */
import type { ContactProblem } from "carom/mechanics";
import type { ImpactPicture, ImpactStudy, SimulationStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";
import { fixedShape } from "../stage/fixed-shape.js";
import type { Motion } from "./motion.js";
import type { Run } from "./run.js";
import { solidOf } from "./solids.js";

type StudyShape = ImpactPicture["bodies"][string]["shape"];

interface Played {
  readonly study: SimulationStudy;
  readonly run: Run;
  readonly motion: Motion;
}

/** @param changed law of a copy. Default: that of the run */
export function impactStudyOf({ study, run, motion }: Played, index: number, problem: ContactProblem, changed?: string): ImpactStudy {
  const { time, law: recorded } = run.impacts[index];
  const law = changed ?? recorded;
  const { contacts, mobility, velocity, kineticEnergy, places } = problem;
  return {
    carom: 1,
    kind: "impact",
    title: `${study.title}: impact ${index + 1}`,
    description: `Impact ${index + 1} of the run, at ${time} s, as the law ${law} was given it.`,
    law,
    ...(study.law === law && study.options !== undefined ? { options: study.options } : {}),
    problem: {
      mobility: mobility.map((row) => [...row]),
      velocity: [...velocity],
      ...(kineticEnergy === undefined ? {} : { kineticEnergy }),
      ...(places === undefined || contacts.length === 1 ? {} : { places }),
    },
    contacts: contacts.map((contact) => ({ ...contact })),
    picture: pictureOf({ study, run, motion }, index),
  } as ImpactStudy;
}

/** The bodies of the contacts with their shapes, and where these touch. What has no shape of its own is left out. */
function pictureOf({ study, run, motion }: Played, index: number): ImpactPicture {
  const { time, contacts } = run.impacts[index];
  const bodies: Record<string, ImpactPicture["bodies"][string]> = {};
  const [place, turn] = [new Vector3(), new Quaternion()];
  for (const name of new Set(contacts.flatMap(({ between }) => between))) {
    const body = study.bodies[name];
    if (body === undefined || "plane" in body) continue;
    const solid = "fixed" in body ? { shape: fixedShape(body.fixed, name), offset: [0, 0, 0] as const } : solidOf(body);
    if (solid === undefined) continue;
    if (motion.bodies.includes(name)) motion.pose(name, time, place, turn);
    else if ("fixed" in body) {
      place.set(...body.position);
      turn.set(...(body.orientation ?? [0, 0, 0, 1]));
    }
    const origin = new Vector3(...solid.offset).applyQuaternion(turn).add(place);
    bodies[name] = { shape: solid.shape as StudyShape, position: origin.toArray(), orientation: turn.toArray() };
  }
  return {
    bodies,
    contacts: contacts.map(({ between: [first, second], point, normal }) => ({
      between: [first, second],
      point: [...point],
      normal: [...normal],
    })),
  };
}
