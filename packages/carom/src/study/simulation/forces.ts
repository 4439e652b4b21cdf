/**
 * Forces inside the impacts of a run, where the pairs that touch say what their surfaces are made of.
 *
 * Each impact is solved once more, for its path; the motion is not changed by a bit. The clock of the run stands still during an impact, so
 * its rows count from the instant of the impact on. An impact of several bodies at once (law `simultaneous`) has no forces that could be
 * told.
 */
import { SolverError } from "../../errors.js";
import type { ContactLaw } from "../../force/contact-law.js";
import { impactForces } from "../../force/forces.js";
import { lawNamed } from "../../impact/registry.js";
import * as vec3 from "../../math/vec3.js";
import type { ResolvedImpact } from "../../simulation/impacts/resolve-impacts.js";
import type { ToldForces } from "../../simulation/record/record.js";
import type { SceneSystem } from "../../simulation/system/scene-system.js";
import { contactLawOf } from "../format/contact-law.js";
import type { SimulationStudy } from "./schema.js";

/** Rows of loading and of unloading. */
const ROWS = 12;
/** An impulse of the second solution that differs by more than this part is not the one of the run. */
const SAME = 1e-6;

/** Undefined where no pair has a contact law. */
export function forcesInRun(study: SimulationStudy, system: SceneSystem): ((impact: ResolvedImpact) => ToldForces) | undefined {
  const laws = lawsOfPairs(study, system);
  if (laws.every((law) => law === undefined)) return undefined;
  const options = study.law === undefined ? {} : (study.options ?? {});
  return (impact) => {
    const { touches, problem, outcome, last } = impact;
    if (outcome.events.length === 0) return { warnings: [] };
    const ofContacts = touches.map(({ feature }) => laws[feature.pair]);
    if (!ofContacts.every((law) => law !== undefined)) {
      // Where no pair of the impact has one, nobody asked.
      return ofContacts.every((law) => law === undefined) ? { warnings: [] } : without("a pair that touches has no contactLaw");
    }
    if (touches.length > 1 && outcome.law !== "multipoint") return without(`the law ${outcome.law} has none for several contacts at once`);
    const own = study.law === outcome.law && !last ? options : {};
    try {
      const again = lawNamed(outcome.law).solve(problem, { ...own, history: true });
      const largest = Math.max(...outcome.impulse.map(Math.abs));
      if (again.impulse.some((value, i) => Math.abs(value - outcome.impulse[i]) > SAME * largest))
        return without("the impact, solved once more for its path, comes out otherwise");
      const { warnings, ...forces } = impactForces(problem, again, ofContacts, { rows: ROWS });
      return {
        warnings,
        forces: {
          duration: forces.duration,
          time: forces.time,
          normalImpulse: forces.normalImpulse,
          contacts: forces.contacts.map(({ force, indentation, peakForce, deepestIndentation, permanentIndentation, regime }, i) => ({
            normalForce: force.map((row) => row[2]),
            force: force.map((row) => inWorld(row, touches[i].state)),
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
