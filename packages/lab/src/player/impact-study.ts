/** One impact of a run as a study of its own: the problem that the law was given. */
import type { ImpactStudy, SimulationStudy } from "carom/study";
import type { OpenedImpact } from "./opened.js";
import type { Run } from "./run.js";

export function impactStudyOf(study: SimulationStudy, run: Run, index: number, { problem }: OpenedImpact): ImpactStudy {
  const { law, time } = run.impacts[index];
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
  } as ImpactStudy;
}
