/**
 * Hunt and Crossley's force, tuned to a restitution e_in at the speed v of the hit by the energy that a nearly elastic hit loses:
 *
 *     f = k delta^(3/2) (1 + (3/4) (1 - e_in^2) delta'/v)
 *
 * What comes out is not what goes in: with d = (3/4)(1 - e_in^2) the hit has the restitution of damped-power.ts, e_in + (3/2)(1 - e_in)^2
 * for e_in near 1 and 0.66 for e_in = 0. Source: Lankarani and Nikravesh, J. Mechanical Design 112 (1990) 369.
 */
import { tunedToRestitution } from "./damped-power.js";
import type { ForceLaw } from "./law.js";

/** Parameters of `lankarani-nikravesh`. */
export type LankaraniNikraveshParameters = {
  /** k, N/m^(3/2), > 0. Default: (4/3) E sqrt(R) of the surfaces. */
  readonly stiffness: number;
  /** e_in, 0 to 1. Default: that of the contact. */
  readonly restitution: number;
};

const dampingOf = ({ restitution }: LankaraniNikraveshParameters) => 0.75 * (1 - restitution) * (1 + restitution);

export const lankaraniNikravesh: ForceLaw<LankaraniNikraveshParameters> = {
  summary: "tuned to a restitution near 1; below, more comes out than goes in",
  source: "Lankarani and Nikravesh, J. Mechanical Design 112 (1990) 369",
  parameters: {
    stiffness: { meaning: "force over approach^(3/2), N/m^(3/2)", byDefault: "Hertz's, of the surfaces", range: "> 0" },
    restitution: { meaning: "the restitution that goes in", byDefault: "the contact's", range: "0 to 1" },
  },
  fromSurfaces: ({ contact, restitution }, _, given) => ({ stiffness: contact.hertz, restitution, ...given }),
  ...tunedToRestitution(dampingOf),
};
