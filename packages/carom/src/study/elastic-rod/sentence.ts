/** What happened in a study of kind `elastic-rod`, in words. */
import { numberText } from "../format/numbers.js";
import type { ElasticRodResult } from "./result.js";

const REASONS = {
  overdamped: "every mode is overdamped, and its strain at the floor never turns",
  weight: "what vibrates is too weak to lift it against its weight",
  faded: "before its strain at the floor can turn, the impact has died down to nothing: no bounce within tolerance",
  horizon: "none was found up to the horizon of the search",
} as const;

/** How fast it leaves, or why it stays. */
export function elasticRodSentence({ bounce, noBounce, rod }: ElasticRodResult): string {
  if (bounce === undefined) return `The rod stays on the floor: ${REASONS[noBounce?.reason ?? "horizon"]}.`;
  return `The rod leaves the floor with ${numberText(bounce.comVelocity)} m/s; it came with ${numberText(rod.impactSpeed)} m/s.`;
}

/** When it leaves, what it keeps, what the floor gives, and what comes after. */
export function elasticRodDetails(result: ElasticRodResult): string[] {
  const { bounce, groups, forces, bounces } = result;
  const push = forces?.peak === undefined ? undefined : `pushes with ${numberText(forces.peak)} N at most`;
  if (bounce === undefined) return push === undefined ? [] : [`The floor ${push}.`];
  const when =
    bounce.branch === "first-return"
      ? "as the first wave comes back"
      : `${numberText(bounce.bounceTime / groups.transitTime)} transits of a wave up and down after the impact`;
  const energy = bounce.energyRestitution === undefined ? "undefined" : numberText(bounce.energyRestitution);
  return [
    `It is on the floor for ${numberText(bounce.bounceTime)} s and leaves ${when}.`,
    `Restitution is ${numberText(bounce.momentumRestitution)} by momentum and ${energy} by energy.`,
    ...(bounce.apex === undefined
      ? []
      : [`Its centre of mass rises to ${numberText(bounce.apex.comDisplacement)} m over where it was at the impact, if nothing stops it.`]),
    ...flightSentences(result),
    ...(forces === undefined ? [] : [`The floor gives ${numberText(forces.impulse ?? 0)} N s${push === undefined ? "" : ` and ${push}`}.`]),
    ...(bounces === undefined
      ? []
      : [
          bounces.cells === undefined
            ? `${ENDINGS[bounces.ending]} Bounces are followed by ${bounces.modes} modes.`
            : `${ENDINGS[bounces.ending]} Times of bounces are those of steps of a lattice of ${bounces.cells} cells.`,
        ]),
  ];
}

/** Heights closer than this are the same to a reader. */
const SAME_HEIGHT = 0.01;

/** The model's damping resists all velocity, that of flight too, which restitution does not tell. */
function flightSentences({ bounce, rod }: ElasticRodResult): string[] {
  if (bounce?.apex === undefined || !(rod.gravity > 0)) return [];
  const free = bounce.comDisplacement + (0.5 * bounce.comVelocity * bounce.comVelocity) / rod.gravity;
  if (!(bounce.apex.comDisplacement < (1 - SAME_HEIGHT) * free)) return [];
  return [`The damping brakes its flight too: with the same restitution and nothing in the air it would rise to ${numberText(free)} m.`];
}

const ENDINGS = {
  rest: "After its bounces it stays on the floor: no wave in it can lift it any more.",
  left: "After its bounces it has left the floor for good.",
  "maximum-bounces": "It goes on; it was followed to the number of bounces asked for.",
  "maximum-time": "It goes on; it was followed to the time asked for.",
} as const;
