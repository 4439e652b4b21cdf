/** Random scenes whose runs are differentiated. */
import { cos, sin } from "../math/elementary.js";
import { createRandom } from "../math/random.js";
import { parseStudy } from "../study/parse.js";
import type { SimulationStudy } from "../study/simulation/schema.js";
import { between, type MadeScene, materialIn, mechanismMakers, pick, type Random } from "./derivative-mechanisms.js";

const vectorIn = (random: Random, reach: number) => [0, 1, 2].map(() => between(random, -reach, reach));

/** Free bodies first; scenes of mechanisms are in derivative-mechanisms.ts. */
const MAKERS: Readonly<Record<string, (random: Random) => MadeScene>> = {
  thrown,
  floor: onFloor,
  incline,
  table,
  pair,
  shaken,
  dome,
  stacked,
  rounded,
  crowd,
  ...mechanismMakers,
};

/** What scenes there are. */
export const derivativeSceneKinds: readonly string[] = Object.keys(MAKERS);

/** One scene of a seed: 1 to 5 bodies in flight, in contact, on ground that moves, or joints with stops, springs, loops and gears. */
export function derivativeScene(seed: number): SimulationStudy {
  const random = createRandom(seed);
  for (let k = 0; k < 8; k++) random();
  const kind = pick(random, derivativeSceneKinds);
  const study = { carom: 1, kind: "simulation", title: `derivatives of scene ${seed}: ${kind}`, method: "events", ...MAKERS[kind](random) };
  return parseStudy({ ...study, tolerances: { relativeTolerance: 1e-12 } }) as SimulationStudy;
}

const FLOOR = { plane: { normal: [0, 0, 1] } };

function shapeOf(random: Random): { readonly shape: object; readonly size: string } {
  if (random() < 0.4) return { shape: { type: "sphere", radius: between(random, 0.03, 0.1) }, size: "shape.radius" };
  return { shape: { type: "box", size: [0, 1, 2].map(() => between(random, 0.08, 0.3)) }, size: `shape.size[${Math.floor(3 * random())}]` };
}

function orientationIn(random: Random): number[] {
  const given = [0, 1, 2, 3].map(() => between(random, -1, 1));
  const length = Math.sqrt(given.reduce((sum, value) => sum + value * value, 0));
  return given.map((value) => value / length);
}

function thrown(random: Random): MadeScene {
  const count = 1 + Math.floor(3 * random());
  const names = Array.from({ length: count }, (_, i) => `b${i}`);
  const sizes: string[] = [];
  const bodies: Record<string, object> = { floor: FLOOR };
  names.forEach((name, i) => {
    const { shape, size } = shapeOf(random);
    sizes.push(size);
    bodies[name] = {
      shape,
      mass: between(random, 0.3, 2),
      position: [0.6 * i, between(random, -0.1, 0.1), between(random, 0.3, 0.7)],
      orientation: orientationIn(random),
      velocity: [between(random, -1, 1) - 0.8 * i, between(random, -0.5, 0.5), between(random, -1, 1)],
      angularVelocity: vectorIn(random, 4),
    };
  });
  const contacts = names.flatMap((name, i) => [
    { between: [name, "floor"], ...materialIn(random) },
    ...names.slice(i + 1).map((other) => ({ between: [name, other], ...materialIn(random) })),
  ]);
  return { bodies, contacts, duration: between(random, 0.3, 0.8), derivatives: { of: ["end"], by: parametersIn(random, "b0", sizes[0]) } };
}

function parametersIn(random: Random, name: string, size: string): string[] {
  const all = [
    `bodies.${name}.position[2]`,
    `bodies.${name}.velocity[${Math.floor(3 * random())}]`,
    `bodies.${name}.angularVelocity[${Math.floor(3 * random())}]`,
    `bodies.${name}.mass`,
    `bodies.${name}.${size}`,
    "contacts[0].friction",
    "contacts[0].restitution",
    "gravity[2]",
  ];
  const first = Math.floor(random() * all.length);
  return [all[first], all[(first + 3) % all.length], all[(first + 5) % all.length]];
}

/** Slides, turns and comes to rest, or rolls. */
function onFloor(random: Random): MadeScene {
  const isBall = random() < 0.5;
  const size = [between(random, 0.2, 0.4), between(random, 0.2, 0.4), between(random, 0.05, 0.15)];
  const radius = between(random, 0.04, 0.1);
  const body = {
    shape: isBall ? { type: "sphere", radius } : { type: "box", size },
    mass: between(random, 0.5, 3),
    position: [0, 0, isBall ? radius : size[2] / 2],
    velocity: [between(random, 0.5, 1.5), between(random, -0.5, 0.5), 0],
    angularVelocity: isBall ? vectorIn(random, 10) : [0, 0, between(random, -2, 2)],
  };
  const by = ["bodies.b.velocity[0]", "bodies.b.angularVelocity[2]", "contacts[0].friction", "bodies.b.velocity[1]"];
  return {
    bodies: { floor: FLOOR, b: body },
    contacts: [{ between: ["b", "floor"], friction: between(random, 0.1, 0.5), restitution: 0 }],
    duration: between(random, 0.2, 1.2),
    derivatives: { of: ["end"], by },
  };
}

function incline(random: Random): MadeScene {
  const made = onFloor(random);
  const angle = between(random, 0.1, 0.5);
  const gravity = [-9.81 * angle, 9.81 * between(random, -0.1, 0.1), -9.81];
  return {
    ...made,
    gravity,
    derivatives: { of: ["end"], by: ["bodies.b.velocity[0]", "contacts[0].friction", "gravity[0]", "gravity[2]"] },
  };
}

function table(random: Random): MadeScene {
  const radius = between(random, 0.04, 0.1);
  const motion = {
    type: "sine",
    amplitude: [0, 0, between(random, 0.005, 0.02)],
    frequency: between(random, 2, 6),
    phase: between(random, 0, 6),
  };
  return {
    bodies: {
      table: { plane: { normal: [0, 0, 1] }, motion },
      b: {
        shape: { type: "sphere", radius },
        mass: 1,
        position: [0, 0, radius + between(random, 0.02, 0.2)],
        velocity: [between(random, -1, 1), 0, 0],
        angularVelocity: vectorIn(random, 5),
      },
    },
    contacts: [{ between: ["b", "table"], friction: between(random, 0.05, 0.5), restitution: between(random, 0.3, 0.8) }],
    duration: between(random, 0.3, 0.7),
    derivatives: {
      of: ["end"],
      by: ["bodies.b.position[2]", "bodies.table.motion.amplitude[2]", "bodies.table.motion.frequency", "contacts[0].friction"],
    },
  };
}

function pair(random: Random): MadeScene {
  const balls = [0, 1, 2].slice(0, 2 + Math.floor(2 * random())).map((i) => [
    `b${i}`,
    {
      shape: { type: "sphere", radius: between(random, 0.05, 0.12) },
      mass: between(random, 0.3, 2),
      position: [0.5 * i, between(random, -0.05, 0.05), between(random, -0.05, 0.05)],
      velocity: [1.5 - 1.5 * i, between(random, -0.1, 0.1), 0],
      angularVelocity: vectorIn(random, 5),
    },
  ]);
  const names = balls.map(([name]) => name as string);
  const contacts = names.flatMap((name, i) => names.slice(i + 1).map((other) => ({ between: [name, other], ...materialIn(random) })));
  return {
    bodies: Object.fromEntries(balls) as Record<string, object>,
    contacts,
    gravity: [0, 0, 0],
    duration: between(random, 0.4, 0.9),
    derivatives: { of: ["end"], by: ["bodies.b0.position[1]", "bodies.b0.velocity[0]", "bodies.b1.mass", "bodies.b0.shape.radius"] },
  };
}

/** On a table that is shaken sideways: slip begins and stops. */
function shaken(random: Random): MadeScene {
  const friction = between(random, 0.1, 0.3);
  const size = [between(random, 0.2, 0.4), between(random, 0.2, 0.4), between(random, 0.05, 0.1)];
  const motion = {
    type: "sine",
    amplitude: [between(random, 0.02, 0.05), 0, 0],
    frequency: between(random, 1, 2),
    phase: between(random, 1, 2),
  };
  return {
    bodies: {
      table: { plane: { normal: [0, 0, 1] }, motion },
      b: { shape: { type: "box", size }, mass: between(random, 0.5, 2), position: [0, 0, size[2] / 2], velocity: [0, 0, 0] },
    },
    contacts: [
      {
        between: ["b", "table"],
        friction,
        restitution: 0,
        ...(random() < 0.5 ? { staticFriction: friction * between(random, 1.05, 1.4) } : {}),
      },
    ],
    duration: between(random, 0.4, 1),
    derivatives: {
      of: ["end"],
      by: [
        "contacts[0].friction",
        "bodies.table.motion.amplitude[0]",
        "bodies.table.motion.frequency",
        "gravity[2]",
        "bodies.b.shape.size[0]",
      ],
    },
  };
}

/** A ball that rolls over the top of a fixed one, slips and leaves it. */
function dome(random: Random): MadeScene {
  const [radius, under, lean] = [between(random, 0.05, 0.1), between(random, 0.3, 0.6), between(random, 0.05, 0.2)];
  const way = between(random, -1, 1);
  const [x, y] = [sin(lean) * cos(way), sin(lean) * sin(way)];
  return {
    bodies: {
      dome: { fixed: { type: "sphere", radius: under }, position: [0, 0, 0] },
      b: {
        shape: { type: "sphere", radius },
        mass: between(random, 0.5, 2),
        position: [x, y, cos(lean)].map((part) => part * (radius + under)),
        angularVelocity: [0, 0, between(random, -2, 2)],
      },
    },
    contacts: [{ between: ["b", "dome"], friction: between(random, 0.1, 0.6), restitution: between(random, 0, 0.5) }],
    duration: between(random, 0.3, 0.7),
    derivatives: { of: ["end"], by: ["contacts[0].friction", "bodies.b.angularVelocity[2]", "gravity[2]", "gravity[0]", "bodies.b.mass"] },
  };
}

/** A block that slides on another, which slides on the floor. */
function stacked(random: Random): MadeScene {
  const [low, high] = [between(random, 0.06, 0.1), between(random, 0.05, 0.1)];
  return {
    bodies: {
      floor: FLOOR,
      one: {
        shape: { type: "box", size: [1, 0.8, low] },
        mass: between(random, 1, 3),
        position: [0, 0, low / 2],
        velocity: [between(random, -0.3, 0.3), 0, 0],
      },
      two: {
        shape: { type: "box", size: [0.15, 0.2, high] },
        mass: between(random, 0.5, 1),
        position: [0, 0, low + high / 2],
        velocity: [between(random, 0.4, 0.8), between(random, -0.2, 0.2), 0],
      },
    },
    contacts: [
      { between: ["one", "floor"], friction: between(random, 0.05, 0.2), restitution: 0 },
      { between: ["two", "one"], friction: between(random, 0.2, 0.5), restitution: 0 },
    ],
    duration: between(random, 0.1, 0.5),
    derivatives: {
      of: ["end"],
      by: ["bodies.two.velocity[0]", "contacts[0].friction", "contacts[1].friction", "bodies.one.mass", "bodies.two.velocity[1]"],
    },
  };
}

/** Round shapes that are thrown at the floor; by one of the laws for one contact. */
function rounded(random: Random): MadeScene {
  const [radius, length] = [between(random, 0.04, 0.1), between(random, 0.1, 0.25)];
  const shape = pick(random, [
    { type: "cylinder", radius, height: length },
    { type: "capsule", radius, length },
    { type: "ellipsoid", halfAxes: [radius, 1.3 * radius, length] },
    { type: "cone", radius, height: length },
    { type: "box", size: [radius, 2 * radius, length], rounding: 0.01 },
  ]);
  return {
    law: pick(random, ["frictional", "poisson", "newton"]),
    bodies: {
      floor: FLOOR,
      b: {
        shape,
        mass: between(random, 0.3, 2),
        position: [0, 0, between(random, 0.35, 0.6)],
        orientation: orientationIn(random),
        velocity: [between(random, -1, 1), between(random, -0.5, 0.5), between(random, -1, 0)],
        angularVelocity: vectorIn(random, 4),
      },
    },
    contacts: [{ between: ["b", "floor"], ...materialIn(random) }],
    loads: [{ type: "damper", body: "b", linear: between(random, 0, 0.2), angular: between(random, 0, 0.002) }],
    duration: between(random, 0.3, 0.6),
    derivatives: {
      of: ["end"],
      by: [
        ...parametersIn(random, "b", pick(random, ["position[2]", "velocity[1]"])).filter((path, i, all) => all.indexOf(path) === i),
        "loads[0].linear",
      ],
    },
  };
}

/** Four or five balls over the floor that meet. */
function crowd(random: Random): MadeScene {
  const names = ["b0", "b1", "b2", "b3", "b4"].slice(0, 4 + Math.floor(2 * random()));
  const bodies = Object.fromEntries(
    names.map((name, i) => [
      name,
      {
        shape: { type: "sphere", radius: between(random, 0.06, 0.12) },
        mass: between(random, 0.3, 2),
        position: [0.3 * (i % 2), 0.3 * Math.floor(i / 2), 0.2 + 0.3 * random()],
        velocity: [between(random, 0, 1) * (i % 2 === 0 ? 1 : -1), between(random, 0, 1) * (i < 2 ? 1 : -1), between(random, -1, 1)],
        angularVelocity: vectorIn(random, 5),
      },
    ]),
  );
  return {
    bodies: { floor: FLOOR, ...bodies },
    contacts: [{ between: ["b0", "floor"], ...materialIn(random) }],
    material: materialIn(random),
    duration: between(random, 0.2, 0.4),
    derivatives: {
      of: ["end"],
      by: ["bodies.b0.velocity[0]", "bodies.b1.mass", "material.friction", "contacts[0].restitution", "bodies.b2.shape.radius"],
    },
  };
}
