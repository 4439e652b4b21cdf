/**
 * The study file of kind `clatter`: a rod or a plate that falls on the floor, end after end or corner after corner.
 *
 *     { "carom": 1, "kind": "clatter", "title": ..., one of "rod": { ... }, "plate": { ... }, "published": [ ... ] }
 */
import { z } from "zod";
import { count, fields, finite, oneOf, positive, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";

const notNegative = finite.min(0, "is negative");
const restitution = finite.min(0, "is not between 0 and 1").max(1, "is not between 0 and 1").describe("coefficient of restitution, 0 to 1");
const speed = {
  impactSpeed: z.exactOptional(finite.describe("of the mass centre, downwards, just before the first impact, m/s")),
  dropHeight: z.exactOptional(positive.describe("instead of `impactSpeed`: from which it falls, m; needs a `gravity`")),
};
const ending = {
  gravity: z.exactOptional(notNegative.describe("m/s^2; default: 0, as the closed forms have it")),
  maximumImpacts: z.exactOptional(count.describe("impacts after which to stop")),
  maximumTime: z.exactOptional(positive.describe("time after which to stop, s")),
};
const exponents = z.exactOptional(
  fields({
    force: z.exactOptional(finite.describe("n, of the depth in the spring, 1 to 20; default: 3/2")),
    damping: z.exactOptional(finite.describe("p, of the depth in the damper, 0 to 20; default: force")),
    rate: z.exactOptional(finite.describe("q, of the rate of depth, above 0; default: 1")),
  }).describe("restitution changes with speed as the force k x^n + b x^p v^q has it; `restitution` is that of the first impact"),
);
const pair = z.tuple([finite, finite]);
const ratio = "tangential over normal impulse of every impact, given and not found; default: nothing acts along the floor";
const turned = "slip after an impact is minus this times slip before, -1 to 1, instead of `impulseRatio`";
const friction = z.exactOptional(
  notNegative.describe("Coulomb's coefficient, instead of `impulseRatio`; `restitution` is then the energetic one"),
);

const rod = fields({
  mass: z.exactOptional(positive.describe("kg, > 0; default: 1")),
  length: z.exactOptional(positive.describe("m, > 0; default: 1")),
  inertia: z.exactOptional(positive.describe("about the middle, kg m^2, at most m l^2 / 4; default: m l^2 / 12, uniform")),
  angle: finite.describe("between rod and floor when end A strikes, rad, above 0 and at most a right angle"),
  ...speed,
  angularVelocity: z.exactOptional(finite.describe("then, rad/s, positive lifts end B; default: 0")),
  horizontalVelocity: z.exactOptional(finite.describe("then, along the floor, m/s; default: 0")),
  restitution,
  exponents,
  impulseRatio: z.exactOptional(finite.describe(ratio)),
  tangentialRestitution: z.exactOptional(finite.describe(turned)),
  friction,
  ...ending,
  gravityModel: z.exactOptional(
    oneOf(["consistent", "position-only"]).describe(
      "position-only: the source's, which lowers the rod and does not speed it up; default: consistent",
    ),
  ),
  restSpeed: z.exactOptional(notNegative.describe("approach speed below which the rod has come to stay, m/s; default: 0")),
});

const plate = fields({
  mass: z.exactOptional(positive.describe("kg, > 0; default: 1")),
  length: z.exactOptional(positive.describe("along the plate's x axis, m, > 0; default: 1")),
  width: positive.describe("along its y axis, m, > 0"),
  thickness: z.exactOptional(notNegative.describe("m; impacts count it in the inertia only; default: 0")),
  heading: z.exactOptional(finite.describe("turn about z, rad; default: 0, and without friction it does not matter")),
  tilt: finite.describe("turn about the new x axis, rad"),
  roll: finite.describe("turn about the new z axis, rad; between -90 degrees and 0 the corner +- strikes first"),
  ...speed,
  angularVelocity: z.exactOptional(vector.describe("then, rad/s, world axes; default: none")),
  horizontalVelocity: z.exactOptional(pair.describe("then, along x and y, m/s; default: none")),
  restitution,
  exponents,
  impulseRatio: z.exactOptional(pair.describe(`along x and y: ${ratio}`)),
  tangentialRestitution: z.exactOptional(pair.describe(`along x and y: ${turned}`)),
  friction,
  ...ending,
  floor: z.exactOptional(
    fields({
      stiffness: positive.describe("N/m^3, > 0"),
      damping: z.exactOptional(notNegative.describe("N s/m^4; default: what gives the restitution at the impact speed")),
      friction: z.exactOptional(notNegative.describe("coefficient of friction of the floor that yields; default: 0")),
      contacts: z.exactOptional(count.describe("how many times on the floor are followed; default: 1")),
      steps: z.exactOptional(count.describe("in the time the corner is expected to stay down, >= 200; default: 1000")),
    }).describe("a floor that yields: the same fall once more, pressed on it in time, beside the impacts; needs a thickness"),
  ),
});

export const clatterStudySchema = fields({
  ...headOf("clatter"),
  rod: z.exactOptional(rod.describe("a rod that falls with one end first")),
  plate: z.exactOptional(plate.describe("a rectangular plate that falls with one corner first")),
  ...foot,
}).check(({ value, issues }) => {
  const complain = (path: (string | number)[], input: unknown, message: string) => issues.push({ code: "custom", path, input, message });
  if (value.rod === undefined && value.plate === undefined) complain(["rod"], undefined, "is given: a clatter study has a rod or a plate");
  if (value.rod !== undefined && value.plate !== undefined)
    complain(["plate"], value.plate, "is given besides rod: a clatter study has one of the two");
  for (const body of ["rod", "plate"] as const) {
    const { impactSpeed, dropHeight, gravity = 0 } = value[body] ?? { impactSpeed: 0 };
    if (impactSpeed === undefined && dropHeight === undefined)
      complain([body, "impactSpeed"], undefined, "is given (it is required, or dropHeight)");
    if (impactSpeed !== undefined && dropHeight !== undefined)
      complain([body, "dropHeight"], dropHeight, "is given besides impactSpeed: a fall has one of the two");
    if (dropHeight !== undefined && !(gravity > 0)) complain([body, "gravity"], gravity, "is not positive, and a dropHeight needs it");
  }
});

/** A study of kind `clatter`. */
export type ClatterStudy = z.infer<typeof clatterStudySchema>;
