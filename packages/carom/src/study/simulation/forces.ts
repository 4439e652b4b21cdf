/**
 * Forces inside the impacts of a run, where the pairs that touch say what their surfaces are made of.
 *
 * Each impact is solved once more, for its path; the motion is not changed by a bit. The clock of the run stands still during an impact, so
 * its rows count from the instant of the impact on. Contacts that carried a load begin at it. An impact under `simultaneous` has no forces
 * that could be told: its springs have a clock of their own, whose unit it does not know.
 */
import { SolverError } from "../../errors.js";
import type { ContactLaw } from "../../force/contact-law.js";
import { impactForces } from "../../force/forces.js";
import { laws as impactLaws } from "../../impact/registry.js";
import * as vec3 from "../../math/vec3.js";
import { pathOfImpact } from "../../simulation/impacts/impact-path.js";
import type { ResolvedImpact } from "../../simulation/impacts/resolve-impacts.js";
import type { ToldForces } from "../../simulation/record/record.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import { contactLawOf } from "../format/contact-law.js";
import type { SimulationStudy } from "./schema.js";

/** Rows of loading and of unloading. */
const ROWS = 12;
/** Laws of one contact: all that are laws. One that was locked because nothing else helped has no path. */
const FOR_ONE = impactLaws.map(({ name }) => name);
/** Laws that tell how several contacts push together. */
const FOR_SEVERAL = ["proportional", "multipoint"];

/** Undefined where no pair has a contact law. */
export function forcesInRun(study: SimulationStudy, system: SceneSystem): ((impact: ResolvedImpact) => ToldForces) | undefined {
  const laws = lawsOfPairs(study, system);
  if (laws.every((law) => law === undefined)) return undefined;
  const options = study.law === undefined ? {} : (study.options ?? {});
  return (impact) => {
    const { touches, outcome, last } = impact;
    if (outcome.events.length === 0) return { warnings: [] };
    const ofContacts = touches.map(({ feature }) => laws[feature.pair]);
    if (!ofContacts.every((law) => law !== undefined)) {
      // Where no pair of the impact has one, nobody asked.
      return ofContacts.every((law) => law === undefined) ? { warnings: [] } : without("a pair that touches has no contactLaw");
    }
    if (!(touches.length > 1 ? FOR_SEVERAL : FOR_ONE).includes(outcome.law))
      return without(`the law ${outcome.law} has none${touches.length > 1 ? " for several contacts at once" : ""}`);
    const own = study.law === outcome.law && !last ? options : {};
    try {
      const path = pathOfImpact(impact, own);
      if (path === undefined) return without("the impact, solved once more for its path, comes out otherwise");
      const { warnings, ...forces } = impactForces(path.problem, path.outcome, ofContacts, {
        rows: ROWS,
        ...(impact.loads === undefined ? {} : { initialForce: impact.loads }),
      });
      return {
        warnings,
        forces: {
          duration: forces.duration,
          time: forces.time,
          normalImpulse: forces.normalImpulse,
          contacts: forces.contacts.map(({ force, indentation, peakForce, deepestIndentation, permanentIndentation, regime }, i) => ({
            normalForce: force.map((row) => row[row.length - 1]),
            force: force.map((row) => inWorld(path.inSpace(i, row), touches[i].state)),
            indentation,
            peakForce,
            deepestIndentation,
            permanentIndentation,
            regime,
          })),
        },
      };
    } catch (error) {
      // The run goes on without the forces of an impact that the pass cannot follow.
      if (error instanceof SolverError) return without(error.message);
      throw error;
    }
  };
}

/** Contact components in world axes. */
function inWorld([f1, f2, f3]: readonly number[], { tangent1, tangent2, normal }: ResolvedImpact["touches"][number]["state"]): vec3.Vec3 {
  return vec3.add(vec3.add(vec3.scale(tangent1, f1), vec3.scale(tangent2, f2)), vec3.scale(normal, f3));
}

function without(reason: string): ToldForces {
  return { warnings: [{ code: "no-forces", message: `an impact is told without forces: ${reason}` }] };
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
