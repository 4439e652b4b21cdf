/** From where a run is looked at first. */
import type { SimulationStudy } from "carom/study";
import { Box3, Mesh, Quaternion, Vector3 } from "three";
import type { Motion } from "../motion.js";
import { impulseOf, type Run } from "../run.js";
import { placed, solidOf } from "../solids.js";

/** A body is thin where one side is shorter than this part of the next. */
const THIN = 0.4;
/** Its broad face is looked at where that stands upright, at least so much of it. */
const UPRIGHT = 0.35;
/** Up, for each metre away along the ground. */
const FROM_ABOVE = 0.26;
/** Not straight at it: a little to its side, so that its edge is seen. */
const ASIDE = 0.4;

/** A table from above; one thin body at its broad face, as it stands in the hardest impact; all else from the front. */
export function viewOf(box: Box3, study: SimulationStudy, run: Run, motion: Motion, names: readonly string[]): Vector3 {
  const extent = box.getSize(new Vector3());
  if (extent.z < 0.25 * Math.max(extent.x, extent.y)) return new Vector3(0.15, -1, 0.95);
  return (names.length === 1 ? broadFace(study, run, motion, names[0]!) : undefined) ?? new Vector3(0.28, -1, 0.3);
}

function broadFace(study: SimulationStudy, run: Run, motion: Motion, name: string): Vector3 | undefined {
  const body = study.bodies[name];
  const solid = body === undefined ? undefined : solidOf(body);
  if (solid === undefined || run.impacts.length === 0) return undefined;
  const own = new Box3();
  for (const geometry of placed(solid)) own.expandByObject(new Mesh(geometry));
  const sides = own.getSize(new Vector3()).toArray();
  const [thin, next] = [0, 1, 2].sort((a, b) => sides[a]! - sides[b]!);
  if (sides[thin!]! > THIN * sides[next!]!) return undefined;
  const hardest = run.impacts.reduce((best, impact) => (impulseOf(impact) > impulseOf(best) ? impact : best));
  const orientation = new Quaternion();
  motion.pose(name, hardest.time, new Vector3(), orientation);
  const normal = new Vector3().setComponent(thin!, 1).applyQuaternion(orientation);
  const along = Math.hypot(normal.x, normal.y);
  if (along < UPRIGHT) return undefined;
  // Of its two faces the one towards the front.
  const sense = normal.y > 0 ? -1 : 1;
  const [x, y] = [(sense * normal.x) / along, (sense * normal.y) / along];
  return new Vector3(x - ASIDE * y, y + ASIDE * x, FROM_ABOVE);
}
