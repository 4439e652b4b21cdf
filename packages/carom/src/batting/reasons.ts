/** What a plan says in words: why there is no hit, what it would take, and what the user should know of the one that was found. */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { batPointVelocity, leastBatSpeed } from "./bat-motion.js";
import type { HitLimits } from "./limits.js";
import type { BatTurn, TimeStretch } from "./reach.js";
import type { Hit } from "./task.js";

export function warningsOf(hit: Hit): string[] {
  const leaving = hit.pointVelocity[2];
  return leaving > 0
    ? [`the object moves away from the bat at ${shown(leaving)} m/s along the normal: the bat has to catch up with it`]
    : [];
}

/** Parts of a flight time that count as none. */
const AT_END = 1e-3;

/** Why the best flight is the last one there is. */
export function endOf(time: number, reachable: readonly TimeStretch[]): string {
  for (const { from, to, cut } of reachable)
    for (const [end, name, more] of [[from, "from", "shorter"] as const, [to, "to", "longer"] as const]) {
      if (!(Math.abs(time - end) <= AT_END * end)) continue;
      return cut === name || cut === "both"
        ? `the best flight time is at the end of those looked at: an even ${more} flight would be better still`
        : `the best hit is at the rim of the friction cone: no ${more} flight is possible there`;
    }
  return "the best hit is at the end of a branch of hits: none was found beyond it";
}

const degreesOf = ({ angle }: BatTurn) => `${shown((angle * 180) / Math.PI)} degrees`;

export function noneInside(turn: BatTurn | undefined): string {
  const ever =
    turn?.limit === undefined
      ? "at least"
      : `and more, the ${turn.limit === "shorter" ? "shorter and faster" : "longer"} the flight the less`;
  const need = turn === undefined ? "" : `: it would have to be turned by ${degreesOf(turn)} ${ever}`;
  return `no impulse inside the friction cone sends the object to the target with this pose of the bat${need}`;
}

/** With drag the search has bounds, and what it does not find may be beyond them. */
export function notFound(turn: BatTurn | undefined): string {
  const none = "none was found whose impulse lies inside the friction cone";
  if (turn?.searched === undefined) return `of the flights with drag ${none}`;
  const { flightTimes, from, to } = turn.searched;
  return (
    `among ${flightTimes} flights with drag, of ${shown(from)} to ${shown(to)} s, ${none}; the nearest would do if the bat were turned ` +
    `by ${degreesOf(turn)}`
  );
}

/** What the hit with this contact velocity needs of what is limited. */
export function needsOf(hit: Hit, { contactSpeed, batSpeed, batSpin }: HitLimits, velocity: Vec3): string {
  return [
    ...(contactSpeed === undefined ? [] : [`a contact speed of ${shown(vec3.norm(velocity))} m/s`]),
    ...(batSpeed === undefined ? [] : [`a bat speed of ${shown(leastBatSpeed(hit, batPointVelocity(hit, velocity), batSpin))} m/s`]),
  ].join(" or ");
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
