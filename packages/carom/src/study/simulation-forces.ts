/**
 * Forces inside the impacts of a run, where the pairs that touch say what their surfaces are made of.
 *
 * Each impact is solved once more, for its path; the motion is not changed by a bit. The clock of the run stands still during an impact, so its rows count from the instant of
 * the impact on. An impact of several bodies at once (law `simultaneous`) has no forces that could be told.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { ContactLaw } from "../force/contact-law.js";
import { impactForces } from "../force/forces.js";
import { lawNamed } from "../impact/registry.js";
import type { ResolvedImpact } from "../simulation/impacts.js";
import type { RecordedForces } from "../simulation/record.js";
import type { SceneSystem } from "../simulation/scene-system.js";
import { contactLawOf } from "./contact-law-schema.js";
import type { SimulationStudy } from "./simulation-schema.js";

/** Rows of loading and of unloading. */
const ROWS = 12;
/** An impulse of the second solution that differs by more than this part is not the one of the run. */
const SAME = 1e-6;

/** Undefined where no pair has a contact law. */
export function forcesInRun(
  study: SimulationStudy,
  system: SceneSystem,
): ((impact: ResolvedImpact) => RecordedForces | undefined) | undefined {
  const laws = lawsOfPairs(study, system);
  if (laws.every((law) => law === undefined)) return undefined;
  const options = study.law === undefined ? {} : (study.options ?? {});
  return ({ touches, problem, outcome, last }) => {
    const ofContacts = touches.map(({ feature }) => laws[feature.pair]);
    if (outcome.events.length === 0 || !ofContacts.every((law) => law !== undefined)) return undefined;
    if (touches.length > 1 && outcome.law !== "multipoint") return undefined;
    const own = study.law === outcome.law && !last ? options : {};
    try {
      const again = lawNamed(outcome.law).solve(problem, { ...own, history: true });
      const largest = Math.max(...outcome.impulse.map(Math.abs));
      if (again.impulse.some((value, i) => Math.abs(value - outcome.impulse[i]) > SAME * largest)) return undefined;
      const forces = impactForces(problem, again, ofContacts, { rows: ROWS });
      const normal = problem.dimension - 1;
      return {
        duration: forces.duration,
        time: forces.time,
        contacts: forces.contacts.map(({ force, indentation, peakForce, deepestIndentation, permanentIndentation, regime }) => ({
          normalForce: force.map((row) => row[normal]),
          indentation,
          peakForce,
          deepestIndentation,
          permanentIndentation,
          regime,
        })),
      };
    } catch (error) {
      // Where the pass cannot follow an impact the run goes on without its forces.
      if (error instanceof SolverError || error instanceof InvalidInputError) return undefined;
      throw error;
    }
  };
}

/** The law of each pair; throws InvalidInputError where one cannot be. */
export function lawsOfPairs({ contacts = [], material }: SimulationStudy, { pairs }: SceneSystem): (ContactLaw | undefined)[] {
  const listed = contacts.map(({ contactLaw }, i) =>
    contactLaw === undefined ? undefined : contactLawOf(contactLaw, `contacts[${i}].contactLaw`),
  );
  const common = material?.contactLaw === undefined ? undefined : contactLawOf(material.contactLaw, "material.contactLaw");
  return pairs.map(({ between: [a, b] }) => {
    const place = contacts.findIndex(({ between }) => between.includes(a) && between.includes(b));
    return place < 0 ? common : listed[place];
  });
}
