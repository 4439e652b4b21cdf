/**
 * A stage from its beginning to the end its coefficient of restitution asks for: which way of following it, and how many runs.
 *
 *     energetic    W_f = (1 - e^2) W_c     in restitution for e > 0, at the end of compression for e = 0, still in compression for e < 0
 *     Poisson      p_f = (1 + e) p_c       with p the normal impulse of the reference contact, or of all where none is named
 *
 * Where the end depends on an end of compression that has not been reached by then, or may yet be moved, runs before it find that.
 * A stage that ends in compression leaves contacts that still approach, for the next stage: a negative coefficient is a way to say that
 * contacts which touch at once do not push for the same time. Source: 004 eq. (3.12)-(3.15), (5.50), (5.51).
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { followPlanar, followPlanarPublished } from "./planar.js";
import { followSingle, isSingle } from "./single.js";
import { followSpatial } from "./spatial.js";
import type { FollowStage, StageObserver, StageRun, StageStop } from "./stage.js";
import { type Touching, touchingOf } from "./touching.js";

export interface StageRule {
  readonly termination: "energetic" | "poisson";
  readonly normalWork: "true" | "published";
  /** Place in the problem's list; absent: see touchingOf. */
  readonly reference: number | undefined;
}

/** A stage that is over, and where its compression ended: in the run itself or, if that stopped before, in the run before it. */
export interface FollowedStage {
  readonly run: StageRun;
  readonly compressionWork: number;
  readonly compressionImpulse: number;
}

/**
 * Follows the contacts at the given places of the problem's list from the given velocities of all contacts; `speed` is the largest before
 * the impact.
 */
export function followStage(
  problem: ContactProblem,
  contacts: readonly number[],
  velocity: Float64Array,
  rule: StageRule,
  { restitution, speed }: { readonly restitution: number; readonly speed: number },
  observe?: StageObserver,
): FollowedStage {
  const { dimension } = problem;
  const own = new Float64Array(dimension * contacts.length);
  contacts.forEach((contact, i) => {
    own.set(velocity.subarray(contact * dimension, (contact + 1) * dimension), i * dimension);
  });
  const follow = followerFor(problem, rule);
  // A run may drop contacts, so each has its own.
  const touching = () => touchingOf(problem, contacts, rule.reference);

  if (rule.termination === "poisson") {
    const stop = poissonStop((end) => follow(touching(), own, end, speed), restitution);
    const run = follow(touching(), own, stop.end, speed, observe);
    return { run, compressionWork: stop.compressionWork, compressionImpulse: stop.compressionImpulse };
  }
  if (restitution >= 0) {
    const run = follow(touching(), own, { at: "restitution", restitution }, speed, observe);
    return { run, compressionWork: run.compressionWork, compressionImpulse: run.compressionImpulse };
  }
  const { compressionWork, compressionImpulse } = follow(touching(), own, { at: "restitution", restitution: 0 }, speed);
  const work = (1 - restitution * restitution) * compressionWork;
  return { run: follow(touching(), own, { at: "work", work }, speed, observe), compressionWork, compressionImpulse };
}

/** Every lower low of the work sets the end further out by the factor 1 + e. */
const MOST_LOWS = 100;

/** Where Poisson's rule ends a stage: lows of the work that lie before the end move it, until none does. */
function poissonStop(
  follow: (end: StageStop) => StageRun,
  restitution: number,
): { readonly end: StageStop; readonly compressionWork: number; readonly compressionImpulse: number } {
  const { touching, compressionWork, compressionImpulse, impulseAtCompression } = follow({ at: "restitution", restitution: 0 });
  const { dimension, symmetric, reference } = touching;
  const contact = symmetric ? "all" : reference;
  const impulseOf = (impulse: Float64Array) =>
    impulse.reduce(
      (sum, value, k) => ((k + 1) % dimension === 0 && (symmetric || k === (reference + 1) * dimension - 1) ? sum + value : sum),
      0,
    );
  const endFor = (compressed: number) => ({ at: "impulse", contact, normalImpulse: (1 + restitution) * compressed }) as const;
  let lowest = { impulse: impulseOf(impulseAtCompression), compressionWork, compressionImpulse };
  for (let lows = 0; restitution > 0 && lows < MOST_LOWS; lows++) {
    const { state, ...run } = follow(endFor(lowest.impulse));
    const falling = state.normalWork < run.compressionWork;
    const impulse = impulseOf(falling ? state.impulse : run.impulseAtCompression);
    if (!(impulse > lowest.impulse)) break;
    lowest = {
      impulse,
      compressionWork: falling ? state.normalWork : run.compressionWork,
      compressionImpulse: falling ? state.normalImpulse : run.compressionImpulse,
    };
  }
  const { impulse, ...found } = lowest;
  return { end: endFor(impulse), ...found };
}

function followerFor({ dimension }: ContactProblem, { normalWork }: StageRule): FollowStage {
  if (normalWork === "published") return followPlanarPublished;
  const general = dimension === 2 ? followPlanar : followSpatial;
  return (touching: Touching, velocity, stop, speed, observe) =>
    stop.at === "restitution" && isSingle(touching)
      ? followSingle(touching, velocity, stop.restitution, observe)
      : general(touching, velocity, stop, speed, observe);
}
