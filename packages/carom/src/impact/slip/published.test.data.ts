/**
 * The two impacts of 000 chapter 2 as contacts: truncated icosahedron on tetrahedron (figure 2.3) and bowling pin on ball (figure 2.16).
 *
 * The icosahedron's mobility is the one the source computed with, to more digits than eq. (2.12) prints: its mistakes with the
 * tetrahedron's inertia (docs/errata.md), repeated on the exact shapes, give every digit that is printed. The source prints no orientation
 * of the first body, so both contact velocities are inferred: the first agrees with the printed angular velocities after impact, the second
 * reproduces the printed impulse of the pin.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { completeSlipContact, createSlipContact, type SlipContact } from "./contact.js";

type Triple = readonly [number, number, number];

export interface PublishedImpact {
  readonly mobility: readonly Triple[];
  readonly velocity: Triple;
  readonly friction: number;
  readonly restitution: number;
}

export const icosaTetra: PublishedImpact = {
  mobility: [
    [11.59843469, -0.91036773, 2.44235526],
    [-0.91036773, 9.90133324, 1.95746913],
    [2.44235526, 1.95746913, 2.59042602],
  ],
  velocity: [-0.261988168, 0.386328061, -0.0771748],
  friction: 0.8,
  restitution: 0.95,
};

export const pinBall: PublishedImpact = {
  mobility: [
    [1.55465, 0.00238675, -0.360808],
    [0.00238675, 5.15191, -0.00313296],
    [-0.360808, -0.00313296, 1.105],
  ],
  velocity: [-0.20706, 0.11031, -1.5069],
  friction: 0.7,
  restitution: 0.7,
};

/** The variations of figures 2.5, 2.8 and 2.12: friction, velocity of the first body instead of (-0.1, 0.5, 0.95), and what is printed. */
export const variations = [
  { figure: "2.5a", friction: 0.8, velocity: [-0.1, 0.5, 0.95], label: "S2", directions: undefined, sticks: true },
  { figure: "2.5b", friction: 0.4, velocity: [-0.1, 0.5, 0.2], label: "L1", directions: { centripetal: 2, centrifugal: 0 }, sticks: true },
  {
    figure: "2.5c",
    friction: 0.25,
    velocity: [-0.1, 0.5, 0.2],
    label: "L4",
    directions: { centripetal: 1, centrifugal: 1 },
    sticks: false,
  },
  { figure: "2.5d", friction: 3, velocity: [-0.1, 0.5, 0.5], label: "S1", directions: { centripetal: 4, centrifugal: 0 }, sticks: true },
  { figure: "2.8", friction: 0.25, velocity: [-0.7, -0.35, -0.5], label: "S1", directions: undefined, sticks: false },
  { figure: "2.12a", friction: 0.35, velocity: [-0.1, 0.5, 0.2], label: "L2a", directions: undefined, sticks: true },
  { figure: "2.12b", friction: 0.25, velocity: [-0.1, 0.5, -1], label: "L2b", directions: undefined, sticks: false },
  { figure: "2.12c", friction: 0.55, velocity: [-0.1, 0.5, 0.9], label: "L3", directions: undefined, sticks: true },
] as const;

export function variation({ friction, velocity: [x, y, z] }: (typeof variations)[number]): PublishedImpact {
  const [vx, vy, vz] = icosaTetra.velocity;
  return { ...icosaTetra, friction, velocity: [vx + x + 0.1, vy + y - 0.5, vz + z - 0.95] };
}

export function contactOf({
  mobility: [[b11, b12, d1], [, b22, d2], [, , normal]],
  velocity: [slip1, slip2, normalVelocity],
  friction,
  restitution,
}: PublishedImpact): SlipContact {
  const numbers = { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, staticFriction: friction, restitution };
  return completeSlipContact(Object.assign(createSlipContact(), numbers));
}

export function problemOf({ mobility, velocity, friction, restitution }: PublishedImpact): ContactProblem {
  return { dimension: 3, contacts: [{ friction, restitution }], mobility, velocity };
}
