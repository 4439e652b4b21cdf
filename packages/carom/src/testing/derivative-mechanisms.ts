/** Random scenes of mechanisms whose runs are differentiated: stops, springs, loops, gears, drives. */

export type Random = () => number;
export const between = (random: Random, least: number, most: number) => least + (most - least) * random();
export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];

/** A scene without its head. */
export interface MadeScene {
  readonly bodies: Readonly<Record<string, object>>;
  readonly contacts: readonly object[];
  readonly material?: object;
  readonly loads?: readonly object[];
  readonly loops?: readonly object[];
  readonly gears?: readonly object[];
  readonly law?: string;
  readonly gravity?: readonly number[];
  readonly duration: number;
  readonly derivatives: { readonly of: readonly string[]; readonly by: readonly string[] };
}

export function materialIn(random: Random): { readonly friction: number; readonly restitution: number } {
  return { friction: between(random, 0.05, 0.8), restitution: between(random, 0.1, 0.9) };
}

export const mechanismMakers = { pendulum, chain, linkage, geared, driven };

/** A rod on a hinge that strikes its stop. */
function pendulum(random: Random): MadeScene {
  const length = between(random, 0.3, 0.8);
  const link = {
    joint: {
      type: "revolute",
      axis: [0, 1, 0],
      limits: { lower: 0, restitution: between(random, 0.2, 0.8) },
      damping: between(random, 0, 0.05),
      start: { position: between(random, 0.5, 1.2), speed: between(random, -1, 1) },
    },
    mass: between(random, 0.5, 2),
    centre: [0, 0, -length],
    inertia: [0.01, 0.01, 0.005],
  };
  return {
    bodies: { rod: link },
    contacts: [],
    duration: between(random, 0.4, 1.2),
    derivatives: {
      of: ["end"],
      by: ["bodies.rod.joint.start.position", "bodies.rod.centre[2]", "bodies.rod.joint.limits.restitution", "bodies.rod.joint.damping"],
    },
  };
}

/** Two links with a ball at the end that strikes the floor. */
function chain(random: Random): MadeScene {
  const [upper, lower] = [between(random, 0.3, 0.5), between(random, 0.3, 0.5)];
  const hinge = (position: readonly number[], start: number) => ({
    type: "revolute",
    axis: [0, 1, 0],
    position,
    start: { position: start, speed: between(random, -1, 1) },
  });
  const radius = 0.05;
  return {
    bodies: {
      floor: { plane: { normal: [0, 0, 1], point: [0, 0, -(upper + lower) * between(random, 0.75, 0.85) - radius] } },
      one: { joint: hinge([0, 0, 0], between(random, 1, 1.4)), mass: 1, centre: [0, 0, -upper / 2], inertia: [0.01, 0.01, 0.002] },
      two: {
        joint: { ...hinge([0, 0, -upper], between(random, -0.3, 0.3)), parent: "one" },
        shape: { type: "sphere", radius },
        position: [0, 0, -lower],
        mass: between(random, 0.5, 2),
      },
    },
    contacts: [{ between: ["two", "floor"], ...materialIn(random) }],
    duration: between(random, 0.3, 0.7),
    derivatives: {
      of: ["end"],
      by: ["bodies.one.joint.start.position", "bodies.two.mass", "bodies.two.position[2]", "contacts[0].friction"],
    },
  };
}

/** Hinges about -y. */
const hinge = (more: object) => ({ type: "revolute", axis: [0, -1, 0], ...more });
/** A rod along x from the joint. */
const bar = (length: number, mass: number) => ({
  shape: { type: "rod", length, radius: 0.004 },
  position: [length / 2, 0, 0],
  orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
  mass,
});

/** Four bars, a loop, with a stop and a spring. */
function linkage(random: Random): MadeScene {
  const [crank, coupler, rocker] = [between(random, 0.09, 0.11), between(random, 0.29, 0.31), between(random, 0.24, 0.26)];
  const spring = { stiffness: between(random, 0.5, 3), position: between(random, -0.5, 0.5) };
  return {
    bodies: {
      crank: {
        joint: hinge({ start: { position: between(random, 0.8, 1.2), speed: between(random, -8, -4) }, spring, damping: 0.001 }),
        ...bar(crank, between(random, 0.1, 0.3)),
      },
      coupler: { joint: hinge({ parent: "crank", position: [crank, 0, 0], start: { near: -0.4 } }), ...bar(coupler, 0.5) },
      rocker: {
        joint: hinge({ position: [0.3, 0, 0], limits: { upper: 2.2, restitution: between(random, 0.3, 0.8) }, start: { near: 1.6 } }),
        ...bar(rocker, between(random, 0.3, 0.5)),
      },
    },
    loops: [
      {
        between: ["coupler", "rocker"],
        type: "revolute",
        frames: [{ position: [coupler, 0, 0] }, { position: [rocker, 0, 0] }],
        axis: [0, -1, 0],
      },
    ],
    contacts: [],
    duration: between(random, 0.15, 0.4),
    derivatives: {
      of: ["end"],
      by: [
        "bodies.crank.joint.start.speed",
        "bodies.crank.joint.spring.stiffness",
        "bodies.rocker.mass",
        "bodies.rocker.joint.limits.restitution",
        "bodies.rocker.joint.position[0]",
      ],
    },
  };
}

/** A ball that falls on a bar that is geared to a wheel. */
function geared(random: Random): MadeScene {
  const inertia = (of: number) => [of, of, of];
  return {
    gravity: [0, 0, -9.81 * (random() < 0.5 ? 1 : 0)],
    bodies: {
      bar: {
        joint: hinge({ spring: { stiffness: between(random, 1, 5) } }),
        shape: { type: "box", size: [1, 0.1, 0.02] },
        position: [0.5, 0, 0],
        mass: 1,
        centre: [0, 0, 0],
        inertia: inertia(between(random, 0.2, 0.4)),
      },
      wheel: {
        joint: hinge({ position: [-0.2, 0, 0], damping: between(random, 0, 0.01) }),
        mass: 1,
        centre: [0, 0, 0],
        inertia: inertia(0.05),
      },
      ball: {
        shape: { type: "sphere", radius: 0.05 },
        mass: between(random, 0.2, 0.4),
        position: [between(random, 0.6, 0.9), between(random, -0.02, 0.02), between(random, 0.08, 0.15)],
        velocity: [between(random, -0.3, 0.3), 0, -2],
        angularVelocity: [0, between(random, -3, 3), 0],
      },
    },
    gears: [{ between: ["bar", "wheel"], ratio: between(random, -3, -2) }],
    contacts: [{ between: ["ball", "bar"], ...materialIn(random) }],
    duration: between(random, 0.08, 0.2),
    derivatives: {
      of: ["end"],
      by: [
        "bodies.ball.position[0]",
        "gears[0].ratio",
        "bodies.wheel.inertia[1]",
        "contacts[0].friction",
        "bodies.bar.joint.spring.stiffness",
      ],
    },
  };
}

/** A slide that is driven to and fro under a pendulum with friction and a motor, whose bob strikes a ball. */
function driven(random: Random): MadeScene {
  const length = between(random, 0.3, 0.4);
  return {
    bodies: {
      slide: {
        joint: {
          type: "prismatic",
          axis: [1, 0, 0],
          motion: { type: "sine", amplitude: between(random, 0.02, 0.05), frequency: between(random, 1, 2), phase: between(random, 0, 6) },
        },
        mass: 1,
        centre: [0, 0, 0],
        inertia: [0.01, 0.01, 0.01],
      },
      bob: {
        joint: {
          ...hinge({ parent: "slide", start: { position: between(random, -1, -0.7) } }),
          motor: { effort: between(random, -0.2, 0.2) },
          damping: 0.01,
        },
        shape: { type: "sphere", radius: 0.05 },
        position: [0, 0, -length],
        mass: between(random, 0.5, 1.5),
      },
      ball: { shape: { type: "sphere", radius: 0.06 }, mass: 0.5, position: [0.15, between(random, -0.02, 0.02), -length + 0.02] },
    },
    contacts: [{ between: ["bob", "ball"], ...materialIn(random) }],
    gravity: [0, 0, -9.81],
    loads: [{ type: "constant", body: "ball", force: [0, 0, 0.5 * 9.81] }],
    duration: between(random, 0.35, 0.6),
    derivatives: {
      of: ["end"],
      by: [
        "bodies.bob.joint.start.position",
        "bodies.slide.joint.motion.amplitude",
        "bodies.bob.joint.motor.effort",
        "bodies.bob.joint.damping",
        "contacts[0].friction",
      ],
    },
  };
}
