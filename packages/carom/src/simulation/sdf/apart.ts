/** Links of one model do not touch each other unless one of them, or the model, says `self_collide`. */
import type { Account } from "../urdf/account.js";
import type { BodyOfLink } from "../urdf/assemble.js";
import type { BodiesApart } from "../urdf/robot.js";
import { flagIn } from "./frames.js";
import type { SdfItem } from "./models.js";

/** Of each outermost model, the bodies all of whose links are its own and touch none of the others. */
export function modelsApart(links: readonly SdfItem[], bodyOf: BodyOfLink, account: Account): BodiesApart[] {
  const quiet = new Map<string, number>();
  for (const { element, path, name, selfCollide, outermost } of links) {
    const body = bodyOf(name);
    if (body === undefined) continue;
    const touches = account.attempt(() => flagIn(element, "self_collide", path, selfCollide), selfCollide);
    const own = quiet.get(body) ?? outermost;
    quiet.set(body, touches || own !== outermost ? MIXED : own);
  }
  const models = new Map<number, string[]>();
  for (const [body, model] of quiet) if (model !== MIXED) models.set(model, [...(models.get(model) ?? []), body]);
  return [...models.values()].filter((bodies) => bodies.length > 1).map((bodies) => [bodies, bodies]);
}

/** Instead of the number of a model: links that touch, or of several models. */
const MIXED = -1;
