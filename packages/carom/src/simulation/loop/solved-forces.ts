/** Forces of closed contacts, as they were solved last, for whoever asks. */
import { modeName } from "../contact/closed-contact.js";
import type { FeatureTable } from "../contact/find-touches.js";
import { type Cluster, contactsOf } from "./cluster.js";
import type { ContactForce } from "./interface.js";

/** In the order of pairs and features. */
export function solvedForces(moving: readonly Cluster[], { indexOf }: FeatureTable): ContactForce[] {
  return moving
    .flatMap(({ closed, workspace }) =>
      closed.map(({ touch, mode }, i): ContactForce => {
        const { forces } = contactsOf(workspace).solution;
        const force = [forces[3 * i], forces[3 * i + 1], forces[3 * i + 2]] as const;
        const { tangent1, tangent2, normal, point } = touch.state;
        const world = (c: 0 | 1 | 2) => force[0] * tangent1[c] + force[1] * tangent2[c] + force[2] * normal[c];
        return {
          feature: touch.feature,
          point: [...point],
          force,
          worldForce: [world(0), world(1), world(2)],
          mode: modeName(mode),
        };
      }),
    )
    .sort(({ feature: a }, { feature: b }) => a.pair - b.pair || indexOf(a) - indexOf(b));
}
