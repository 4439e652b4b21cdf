/** Studies to start from, one for each form. */
import { jsonText } from "./output/json-text.js";

export interface Template {
  readonly name: string;
  /** One line for the list. */
  readonly summary: string;
  readonly study: object;
}

export const templates: readonly Template[] = [
  {
    name: "bodies",
    summary: "rigid bodies with shapes: a ball with topspin strikes the floor",
    study: {
      carom: 1,
      kind: "impact",
      title: "Ball with topspin on the floor",
      law: "frictional",
      bodies: {
        ball: {
          shape: { type: "sphere", radius: 0.033 },
          mass: 0.058,
          position: [0, 0, 0.033],
          velocity: [10, 0, -5],
          angularVelocity: [0, 100, 0],
        },
        floor: "fixed",
      },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.6, restitution: 0.75 }],
    },
  },
  {
    name: "system",
    summary: "generalised coordinates: mass matrix, contact Jacobian and speeds of a rod that strikes the floor",
    study: {
      carom: 1,
      kind: "impact",
      title: "Rod in the plane, coordinates x, z and angle",
      law: "frictional",
      system: {
        massMatrix: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 0.083333],
        ],
        jacobian: [
          [1, 0, -0.36355],
          [0, 1, 0.35355],
        ],
        speeds: [0.61697, -1, 0],
      },
      contacts: [{ friction: 0.5, restitution: 0.9 }],
    },
  },
  {
    name: "problem",
    summary: "the contact problem itself: mobility and contact velocity",
    study: {
      carom: 1,
      kind: "impact",
      title: "One contact, given by its mobility",
      law: "frictional",
      problem: {
        mobility: [
          [11.5984, -0.910367, 2.44236],
          [-0.910367, 9.90134, 1.95747],
          [2.44236, 1.95747, 2.59042],
        ],
        velocity: [-0.261988168, 0.386328061, -0.0771748],
      },
      contacts: [{ friction: 0.8, restitution: 0.95 }],
    },
  },
  {
    name: "simulation",
    summary: "bodies in time: a box is thrown on the floor, bounces, slides and comes to rest",
    study: {
      carom: 1,
      kind: "simulation",
      title: "Box thrown on the floor",
      duration: 2,
      bodies: {
        box: {
          shape: { type: "box", size: [0.2, 0.3, 0.1] },
          mass: 1,
          position: [0, 0, 0.4],
          velocity: [0.5, 0.2, 0],
          angularVelocity: [2, 1, 0.5],
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["box", "floor"], friction: 0.3, restitution: 0.4 }],
    },
  },
  {
    name: "clatter",
    summary: "a rod falls on the floor, end after end",
    study: {
      carom: 1,
      kind: "clatter",
      title: "Rod dropped from one metre",
      rod: { mass: 0.2, length: 0.5, angle: 0.35, dropHeight: 1, gravity: 9.81, restitution: 0.5, restSpeed: 0.01 },
    },
  },
  {
    name: "batting",
    summary: "the hit that sends a flying ball over ten metres into a target",
    study: {
      carom: 1,
      kind: "batting",
      title: "Ball batted into a target",
      object: {
        shape: { type: "sphere", radius: 0.037 },
        mass: 0.145,
        position: [0, 0, 1],
        velocity: [-15, 0.5, -1],
        angularVelocity: [0, -60, 0],
      },
      bat: {
        shape: { type: "cylinder", radius: 0.033, height: 0.84 },
        mass: 0.9,
        position: [-0.07, 0.2, 1],
        orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      },
      contact: { point: [-0.037, 0, 1], normal: [1, 0, 0], friction: 0.4, restitution: 0.55 },
      target: [10, 1, 2],
    },
  },
  {
    name: "elastic-rod",
    summary: "an upright steel rod falls on the floor: waves, contact time, restitution",
    study: {
      carom: 1,
      kind: "elastic-rod",
      title: "Steel rod dropped from a tenth of a metre",
      rod: { length: 1, material: "steel", area: 1e-4, damping: 1, gravity: 9.81, dropHeight: 0.1, bounces: { maximumBounces: 5 } },
    },
  },
  {
    name: "rest-shape",
    summary: "the shape of a soft body without gravity, from its shape on the table",
    study: {
      carom: 1,
      kind: "rest-shape",
      title: "Gelatin cake, as it would be without gravity",
      mesh: { type: "frustum", bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 4, layers: 4 },
      material: { youngModulus: 3000, poissonRatio: 0.4, density: 960 },
      flip: true,
    },
  },
  {
    name: "pickup",
    summary: "two fingers squeeze a soft body and lift it from the table",
    study: {
      carom: 1,
      kind: "pickup",
      title: "A soft box between two fingers",
      mesh: { type: "box", size: [0.06, 0.06, 0.06], cells: [4, 4, 4] },
      material: { youngModulus: 6000, poissonRatio: 0.3 },
      weight: 0.489,
      table: { friction: 0.5 },
      fingers: [
        { near: [0, 0.03, 0.03], radius: 0.04, friction: 0.5 },
        { near: [0.06, 0.03, 0.03], radius: 0.04, friction: 0.5 },
      ],
      squeeze: { step: 0.0005, maximumDepth: 0.008 },
    },
  },
  {
    name: "grasp",
    summary: "a hand of any fingers takes a soft body, turns it and puts it down",
    study: {
      carom: 1,
      kind: "grasp",
      title: "A soft box between two pads",
      mesh: { type: "box", size: [0.06, 0.06, 0.06], cells: [4, 4, 4] },
      material: { youngModulus: 6000, poissonRatio: 0.3, law: "neo-hooke" },
      weight: 0.489,
      table: { friction: 0.5 },
      fingers: [
        { shape: { type: "pad", size: [0.01, 0.04, 0.04], rounding: 0.002 }, at: [0.03, 0.03, 0.03], direction: [1, 0, 0], friction: 0.5 },
        { shape: { type: "pad", size: [0.01, 0.04, 0.04], rounding: 0.002 }, at: [0.03, 0.03, 0.03], direction: [-1, 0, 0], friction: 0.5 },
      ],
      close: { push: 0.7, steps: 5 },
      carry: [{ turn: { axis: [0, 1, 0], angle: 0.8 } }],
      putDown: true,
    },
  },
];

export function templateText({ study }: Template): string {
  return `${jsonText(study)}\n`;
}
