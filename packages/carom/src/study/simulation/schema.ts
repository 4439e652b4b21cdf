/**
 * The study file of kind `simulation`: bodies in time.
 *
 *     { "carom": 1, "kind": "simulation", "title": ..., "duration": seconds,
 *       "bodies": { name: moving body | link | plane | fixed body }, "loops": [ joints that close loops ], "gravity": [x, y, z],
 *       "contacts": [ materials of pairs ], "material": that of all other pairs, "loads": [ forces ],
 *       "law": ..., "options": of the law, "method": "events" | "steps" | "auto", "verify": true, "tolerances": { ... },
 *       "output": { "rate": rows per second }, "published": [ ... ] }
 *
 * Fields, types and ranges only; what physics can tell (overlap at the beginning, names that are not there) is checked by
 * `systemFromScene`.
 */
import { z } from "zod";
import { bodyName, material } from "../format/contact.js";
import { contactLawField } from "../format/contact-law.js";
import { count, fields, finite, notOfType, oneOf, positive, quaternion, text, vector } from "../format/fields.js";
import { foot, headOf } from "../format/head.js";
import { lawNames, lawOptions } from "../format/law.js";
import { density, groundShape, inertia, shape } from "../format/shape.js";
import { gear, link, loop } from "./link-schema.js";
import { motion } from "./motion-schema.js";

const orientation = quaternion.describe("unit quaternion [x, y, z, w], shape to world; default: shape axes are world axes");
const notNegative = finite.min(0, "is negative");
const atLeast = (least: number) => z.int("is not a whole number").min(least, `is below ${least}`);

const points = fields({
  grid: z.exactOptional(
    atLeast(2).max(100, "is above 100").describe("points along each edge of a box's faces, >= 2; default: 2, the corners"),
  ),
  ring: z.exactOptional(atLeast(3).max(1000, "is above 1000").describe("points around a round face that lies flat, >= 3; default: 8")),
});

const movingBody = fields({
  shape,
  mass: z.exactOptional(positive.describe("kg, > 0")),
  density: z.exactOptional(density.describe("kg/m^3, > 0, instead of `mass`")),
  inertia: z.exactOptional(
    inertia.describe("instead of what the shape would have; about the centre of mass in shape axes, kg m^2; needs `mass`"),
  ),
  centre: z.exactOptional(vector.describe("of mass, shape axes, m; needs `inertia`; default: that of the shape")),
  position: vector.describe("of the shape's origin, m, world axes"),
  orientation: z.exactOptional(orientation),
  velocity: z.exactOptional(vector.describe("of the centre of mass, m/s, world axes; default: at rest")),
  angularVelocity: z.exactOptional(vector.describe("rad/s, world axes; default: not turning")),
  points: z.exactOptional(points.describe("how flat faces are stood for by points")),
}).check(({ value, issues }) => {
  const complain = (field: keyof typeof value, message: string) =>
    issues.push({ code: "custom", path: [field], input: value[field], message });
  if (value.mass !== undefined && value.density !== undefined) complain("density", "is given besides mass; a body has one of the two");
  else if (value.inertia !== undefined && value.mass === undefined) complain("mass", "is given, but a mass is needed with inertia");
  else if (value.mass === undefined && value.density === undefined && value.shape.type !== "compound")
    complain("mass", "is given, but a body that moves needs a mass or a density");
});

const plane = fields({
  plane: fields({
    normal: vector.describe("towards the side where the bodies are, world axes, any length"),
    point: z.exactOptional(vector.describe("a point of the plane, m; default: the origin")),
  }),
  motion: z.exactOptional(motion),
});

const fixedBody = fields({
  fixed: groundShape,
  position: vector.describe("of the shape's origin, m, world axes"),
  orientation: z.exactOptional(orientation),
  motion: z.exactOptional(motion),
});

const body = z.union(
  [link, movingBody, plane, fixedBody],
  "is neither a body with a shape, nor a link with a joint, nor a plane, nor a fixed body",
);

const { name: _name, ...rigidMaterial } = material;
const pairMaterial = { ...rigidMaterial, contactLaw: z.exactOptional(contactLawField) };
const contact = fields({
  between: z.tuple([text, text], "does not name two bodies").describe("names of two bodies that may touch; one of them moves"),
  ...pairMaterial,
});

const bodyOf = text.describe("name of a body that moves");
const force = vector.describe("N, world axes");
const torque = vector.describe("N m, world axes");
const at = z.exactOptional(vector.describe("where the force acts, body axes from the centre of mass, m; default: the centre of mass"));
const LOAD_TYPES = ["constant", "piecewise", "spring", "damper", "rolling"];

const load = z.discriminatedUnion(
  "type",
  [
    fields({
      type: z.literal("constant"),
      body: bodyOf,
      force: z.exactOptional(force),
      torque: z.exactOptional(torque),
      point: at,
    }),
    fields({
      type: z.literal("piecewise"),
      body: bodyOf,
      times: z
        .array(finite, "is not a list of numbers")
        .min(1, "is empty")
        .describe("s, ascending; between two of them the load goes straight"),
      forces: z.exactOptional(z.array(force, "is not a list of forces").describe("one for each time")),
      torques: z.exactOptional(z.array(torque, "is not a list of torques").describe("one for each time")),
      point: at,
    }),
    fields({
      type: z.literal("spring"),
      between: z.tuple([text, text], "does not name two ends").describe('a body, and another one or "world"'),
      points: z.exactOptional(
        z
          .tuple([vector, vector], "is not a list of two points")
          .describe('where it is fastened, body axes from the centre of mass, world axes for "world", m; default: the centres of mass'),
      ),
      stiffness: positive.describe("N/m, > 0"),
      length: z.exactOptional(notNegative.describe("without force, m, >= 0; default: 0")),
      damping: z.exactOptional(notNegative.describe("N s/m, >= 0; default: 0")),
    }),
    fields({
      type: z.literal("damper"),
      body: bodyOf,
      linear: z.exactOptional(notNegative.describe("against moving, N s/m, >= 0; default: 0")),
      angular: z.exactOptional(notNegative.describe("against turning, N m s, >= 0; default: 0")),
    }),
    fields({
      type: z.literal("rolling"),
      body: bodyOf,
      torque: positive.describe("against turning, as large however fast it turns, N m, > 0"),
      creep: z.exactOptional(positive.describe("angular velocity below which it falls off, rad/s, > 0; default: 0.01")),
    }),
  ],
  notOfType("a load", LOAD_TYPES),
);

const tolerances = fields({
  contactSpeed: z.exactOptional(
    positive.describe(
      "contacts that approach slower than this have come to stay, m/s; default: 1e-4 times the root of the largest body's reach in m",
    ),
  ),
  gapTolerance: z.exactOptional(positive.describe("gaps below this are closed, m; default: 1e-9 of the largest body's reach")),
  relativeTolerance: z.exactOptional(
    finite
      .min(1e-14, "is not between 1e-14 and 1e-3")
      .max(1e-3, "is not between 1e-14 and 1e-3")
      .describe("of the integration, 1e-14 to 1e-3; default: 1e-10"),
  ),
  mostEvents: z.exactOptional(count.describe("events in a tenth of a second beyond which the run stops and says so; default: 20000")),
  mostWork: z.exactOptional(
    count.describe(
      "work of the whole run beyond which it stops and says how far it came: each step and each event counts one, and one more for each " +
        "closed contact; default: 10000000",
    ),
  ),
  stepError: z.exactOptional(
    finite
      .min(1e-8, "is not between 1e-8 and 0.1")
      .max(0.1, "is not between 1e-8 and 0.1")
      .describe("where the motion goes by steps: error of a step, in reaches of the largest body, 1e-8 to 0.1; default: 1e-4"),
  ),
  longestStep: z.exactOptional(positive.describe("where the motion goes by steps, s, > 0; default: 0.01")),
  shortestStep: z.exactOptional(positive.describe("where the motion goes by steps and no hit cuts one, s, > 0; default: 2e-4")),
  penetration: z.exactOptional(
    positive.describe("overlap at which a step is taken again with half its length, in reaches of the largest body, > 0; default: 1e-3"),
  ),
}).check(({ value: { longestStep, shortestStep }, issues }) => {
  if (longestStep === undefined || shortestStep === undefined || shortestStep <= longestStep) return;
  issues.push({ code: "custom", path: ["shortestStep"], input: shortestStep, message: `is above longestStep, ${longestStep}` });
});

/** How the motion may be computed. */
export const SIMULATION_METHODS = ["events", "steps", "auto"] as const;

/** Rows per second where a study does not say. */
export const DEFAULT_RATE = 100;

export const simulationStudySchema = fields({
  ...headOf("simulation"),
  law: z.exactOptional(
    oneOf(lawNames()).describe(
      "the impact law, where it applies; default, by contacts of the impact: frictional for one (compliant with a " +
        "stiffnessRatio), proportional for several of one body or mechanism and where nothing is given back, simultaneous elsewhere",
    ),
  ),
  options: z.exactOptional(fields(lawOptions).describe("of the law, which must be given")),
  method: z.exactOptional(
    oneOf(SIMULATION_METHODS).describe(
      "how the motion is computed: events, exact, one after the other; steps, which always finish; auto, events as long as they do not " +
        "come too fast, else steps of what they come too fast for; default: auto",
    ),
  ),
  verify: z.exactOptional(
    z
      .boolean("is neither true nor false")
      .describe("runs once more at a tenth of the tolerances and says from when on results differ; default: false"),
  ),
  derivatives: z.exactOptional(
    fields({
      of: z
        .array(text, "is not a list of paths")
        .min(1, "is empty")
        .describe(
          "numbers of the result: end or at[TIME] (the whole state, or end.bodies.NAME.velocity[2], end.joints.NAME.position, " +
            "end.energy.kinetic), events[N].time, events[N].contacts[N].worldImpulse[2], accumulations[N].time",
        ),
      by: z
        .array(text, "is not a list of paths")
        .min(1, "is empty")
        .describe(
          "numbers of this study by path, such as bodies.cube.velocity[2], bodies.cube.rotation[0] (the start turned about a world " +
            "axis), bodies.cube.shape.size[0], contacts[0].friction, gravity[2]; or start alone: every number of the state at the start",
        ),
    }).describe("how numbers of the result change with numbers of the study, exactly, through every event; default: none"),
  ),
  duration: positive.describe("simulated time, s, > 0; the run ends before it if everything comes to rest"),
  bodies: z
    .record(bodyName, body, "is not an object of bodies by name")
    .describe(
      "by name: bodies that move (with `shape`), links of mechanisms (with `joint`), planes (with `plane`) and bodies that " +
        "nothing moves (with `fixed`)",
    ),
  loops: z.exactOptional(z.array(loop, "is not a list of loops").describe("joints that close loops of links")),
  gears: z.exactOptional(z.array(gear, "is not a list of gears").describe("joints that move in proportion")),
  gravity: z.exactOptional(vector.describe("m/s^2, world axes; default: [0, 0, -9.81]")),
  contacts: z.exactOptional(z.array(contact, "is not a list of contacts").describe("pairs that may touch, with their material")),
  material: z.exactOptional(
    fields(pairMaterial).describe("of every pair that is not in `contacts`; default: they pass through each other"),
  ),
  loads: z.exactOptional(z.array(load, "is not a list of loads").describe("forces besides gravity and contact")),
  tolerances: z.exactOptional(tolerances),
  output: z.exactOptional(
    fields({
      rate: positive.describe(`rows of the series per second, > 0; it does not change the motion; default: ${DEFAULT_RATE}`),
    }),
  ),
  ...foot,
});

/** A study of kind `simulation`. */
export type SimulationStudy = z.infer<typeof simulationStudySchema>;
