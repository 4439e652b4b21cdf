/**
 * Hunt and Crossley's force, tuned to a restitution e_in at the speed v of the hit over the whole range, soft surfaces too:
 *
 *     f = k delta^(3/2) (1 + (8 (1 - e_in) / (5 e_in)) delta'/v)
 *
 * With d = 8 (1 - e_in)/(5 e_in) the hit has the restitution of damped-power.ts: within 0.046 of e_in everywhere, and going to (5/8) e_in
 * for plastic hits. Source: Flores, Machado, Silva and Martins, Multibody System Dynamics 25 (2011) 357.
 */
import { tunedToRestitution } from "./damped-power.js";
import { surfaceRestitution } from "./from-surfaces.js";
import type { ForceLaw } from "./law.js";

/** Parameters of `flores`. */
export type FloresParameters = {
  /** k, N/m^(3/2), > 0. Default: (4/3) E sqrt(R) of the surfaces. */
  readonly stiffness: number;
  /** e_in, above 0, at most 1. Default: that of the contact. */
  readonly restitution: number;
};

const dampingOf = ({ restitution }: FloresParameters) => (1.6 * (1 - restitution)) / restitution;

export const flores: ForceLaw<FloresParameters> = {
  summary: "tuned to a restitution over the whole range: what comes out is close to what goes in",
  source: "Flores, Machado, Silva and Martins, Multibody System Dynamics 25 (2011) 357",
  parameters: {
    stiffness: { meaning: "force over approach^(3/2), N/m^(3/2)", byDefault: "Hertz's, of the surfaces", range: "> 0" },
    restitution: { meaning: "the restitution that goes in", byDefault: "the contact's", range: "above 0, at most 1" },
  },
  fromSurfaces: (surfaces, _, { stiffness = surfaces.contact.hertz, restitution }) => ({
    stiffness,
    restitution: restitution ?? surfaceRestitution(surfaces, "restitution"),
  }),
  ...tunedToRestitution(dampingOf),
};
