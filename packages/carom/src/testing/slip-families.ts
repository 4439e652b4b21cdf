/**
 * Families of random contacts on which the methods are tested, timed and stressed.
 *
 * The generic family is what bodies give: the mobility of one or two boxes of random size, mass and attitude touching at a random point of
 * their surface, any friction and restitution, any direction of approach. Each of the others puts one difficulty on top, over many orders
 * of magnitude: a start beside an invariant direction, friction at the limit of sticking, a path that nearly stops, friction that jams,
 * two invariant directions about to merge, grazing and steep incidence. The last one holds exact special values.
 */

import { canJam, completeSlipContact, type SlipContact } from "../impact/slip/contact.js";
import { invariantDirections } from "../impact/slip/directions.js";
import { cbrt, exp } from "../math/elementary.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** Numbers uniform in [0, 1). */
export type Random = () => number;

/** Contacts of one sort. */
export interface ProblemFamily {
  /** For titles and complaints. */
  readonly name: string;
  /** Overwrites every field of `contact` with a random problem of the family. */
  readonly draw: (random: Random, contact: SlipContact) => void;
}

/** A contact as a problem, without static friction. */
export function problemOf(contact: SlipContact): ContactProblem {
  const { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, restitution } = contact;
  return {
    dimension: 3,
    contacts: [{ friction, restitution }],
    mobility: [
      [b11, b12, d1],
      [b12, b22, d2],
      [d1, d2, normal],
    ],
    velocity: [slip1, slip2, normalVelocity],
  };
}

/** All families. */
export const problemFamilies: readonly ProblemFamily[] = [
  { name: "generic", draw: drawGeneric },
  { name: "near an invariant direction", draw: drawNearInvariant },
  { name: "at the limit of sticking", draw: drawAtStickLimit },
  { name: "passing near rest", draw: drawPassingNearRest },
  { name: "jam", draw: drawJam },
  { name: "nearly double direction", draw: drawNearlyDouble },
  { name: "grazing", draw: drawGrazing },
  { name: "steep", draw: drawSteep },
  { name: "degenerate", draw: drawDegenerate },
];

function drawGeneric(random: Random, contact: SlipContact): void {
  do drawAny(random, contact);
  while (canJam(contact));
}

function drawNearInvariant(random: Random, contact: SlipContact): void {
  drawGeneric(random, contact);
  aimNear(contact, pick(random, invariantDirections(contact)).direction, powerOfTen(random, -13, -2) * sign(random));
}

function drawAtStickLimit(random: Random, contact: SlipContact): void {
  do {
    drawAny(random, contact);
    const needed = Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2);
    setFriction(contact, needed / (1 + sign(random) * powerOfTen(random, -12, -1)));
  } while (canJam(contact));
}

/** Starts beside an inward direction that repels, with friction too low to stick and an approach that outlasts the slip. */
function drawPassingNearRest(random: Random, contact: SlipContact): void {
  for (;;) {
    drawAny(random, contact);
    const needed = Math.sqrt(contact.hold1 * contact.hold1 + contact.hold2 * contact.hold2);
    setFriction(contact, needed * between(random, 0.1, 0.95));
    if (canJam(contact)) continue;
    const inward = invariantDirections(contact).filter((direction) => direction.stability === "repelling");
    if (inward.length === 0) continue;
    const along = pick(random, inward);
    aimNear(contact, along.direction, powerOfTen(random, -6, -0.5) * sign(random));
    const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
    contact.normalVelocity = ((speed / along.radialRate) * contact.normal * between(random, 0.6, 3)) / (1 + contact.restitution);
    return;
  }
}

function drawJam(random: Random, contact: SlipContact): void {
  drawAny(random, contact);
  setFriction(contact, (contact.normal / Math.sqrt(contact.d1 * contact.d1 + contact.d2 * contact.d2)) * between(random, 1, 3));
}

/**
 * Two invariant directions merge where d lies on the astroid D1^(2/3) + D2^(2/3) = k^(2/3) (D1, D2 components of d along the principal axes
 * of B, k friction times the difference of its eigenvalues). Friction is set so, up to the square of the gap between the two.
 */
function drawNearlyDouble(random: Random, contact: SlipContact): void {
  do {
    drawAny(random, contact);
    const { b11, b12, b22, d1, d2 } = contact;
    const half = 0.5 * (b11 - b22);
    const radius = Math.sqrt(half * half + b12 * b12);
    const axis1 = Math.sqrt(0.5 * (1 + half / radius));
    const axis2 = (0.5 * b12) / (radius * axis1);
    const first = cbrt(d1 * axis1 + d2 * axis2);
    const second = cbrt(d2 * axis1 - d1 * axis2);
    const root = Math.sqrt(first * first + second * second);
    const gap = powerOfTen(random, -10, -0.5);
    setFriction(contact, ((root * root * root) / (2 * radius)) * (1 + sign(random) * gap * gap));
  } while (canJam(contact) || contact.friction < 0.02 || contact.friction > 5);
}

function drawGrazing(random: Random, contact: SlipContact): void {
  drawGeneric(random, contact);
  contact.normalVelocity *= powerOfTen(random, -5, -1);
}

function drawSteep(random: Random, contact: SlipContact): void {
  drawGeneric(random, contact);
  const factor = powerOfTen(random, -5, -1);
  contact.slip1 *= factor;
  contact.slip2 *= factor;
}

/** A generic contact with some of its numbers replaced by exact special ones. */
function drawDegenerate(random: Random, contact: SlipContact): void {
  drawAny(random, contact);
  const mobility = pick(random, ["any", "no coupling", "isotropic", "isotropic, no coupling", "planar", "axes", "diagonal"] as const);
  if (mobility === "no coupling" || mobility === "isotropic, no coupling") contact.d1 = contact.d2 = 0;
  if (mobility === "isotropic" || mobility === "isotropic, no coupling") {
    contact.b22 = contact.b11;
    contact.b12 = 0;
  }
  if (mobility === "planar" || mobility === "axes") contact.b12 = contact.d2 = 0;
  if (mobility === "diagonal") contact.b12 = 0;
  if (mobility === "planar") contact.slip2 = 0;
  // The mobility must stay positive definite.
  while (completeSlipContact(contact).stickSlope < 0.02 * contact.normal) {
    contact.d1 *= 0.5;
    contact.d2 *= 0.5;
  }

  const slip = pick(random, ["any", "any", "any", "axis 1", "axis 2", "coupling", "against coupling", "none", "tiny"] as const);
  if (slip === "axis 1") contact.slip2 = 0;
  if (slip === "axis 2") contact.slip1 = 0;
  if (slip === "coupling" || slip === "against coupling") {
    contact.slip1 = slip === "coupling" ? contact.d1 : -contact.d1;
    contact.slip2 = slip === "coupling" ? contact.d2 : -contact.d2;
  }
  if (slip === "none") contact.slip1 = contact.slip2 = 0;
  if (slip === "tiny") {
    contact.slip1 *= 1e-14;
    contact.slip2 *= 1e-14;
  }
  contact.restitution = pick(random, [0, 1, contact.restitution]);
  setFriction(contact, pick(random, [0, 1e-9, 20, 0.1, contact.friction]));
}

/** Any mobility, friction, restitution and direction of approach; may jam. The speed of approach is 1. */
function drawAny(random: Random, contact: SlipContact): void {
  contact.b11 = contact.b12 = contact.b22 = contact.d1 = contact.d2 = contact.normal = 0;
  addBox(random, contact);
  if (random() < 0.5) addBox(random, contact);
  const velocity = unitVector(random);
  contact.slip1 = velocity[0];
  contact.slip2 = velocity[1];
  contact.normalVelocity = -Math.abs(velocity[2]);
  contact.restitution = random();
  setFriction(contact, between(random, 0.05, 1.5));
}

function setFriction(contact: SlipContact, friction: number): void {
  contact.friction = friction;
  contact.staticFriction = friction;
  completeSlipContact(contact);
}

/** Adds the mobility of a box with random edges and density, touched at a random point of its surface, in a random attitude. */
function addBox(random: Random, contact: SlipContact): void {
  const edges = [between(random, 0.2, 1), between(random, 0.2, 1), between(random, 0.2, 1)] as const;
  const mass = between(random, 0.5, 2) * edges[0] * edges[1] * edges[2];
  const face = Math.floor(3 * random());
  const arm = edges.map((edge, axis) => (axis === face ? 0.5 * edge : edge * (random() - 0.5)));
  const axes = frame(random);
  const [x, y, z] = [0, 1, 2].map((row) => axes[0][row] * arm[0] + axes[1][row] * arm[1] + axes[2][row] * arm[2]) as [
    number,
    number,
    number,
  ];
  contact.b11 += 1 / mass;
  contact.b22 += 1 / mass;
  contact.normal += 1 / mass;
  for (let axis = 0; axis < 3; axis++) {
    const [a, b] = [edges[(axis + 1) % 3], edges[(axis + 2) % 3]];
    const inertia = (mass / 12) * (a * a + b * b);
    const [u, v, w] = axes[axis];
    // The axis dotted with (arm x unit vector) for the three unit vectors of the contact.
    const [p1, p2, p3] = [v * z - w * y, w * x - u * z, u * y - v * x];
    contact.b11 += (p1 * p1) / inertia;
    contact.b12 += (p1 * p2) / inertia;
    contact.b22 += (p2 * p2) / inertia;
    contact.d1 += (p1 * p3) / inertia;
    contact.d2 += (p2 * p3) / inertia;
    contact.normal += (p3 * p3) / inertia;
  }
}

/** Aims the slip at a direction, off by a small angle. */
function aimNear(contact: SlipContact, direction: readonly [number, number], angle: number): void {
  const speed = Math.sqrt(contact.slip1 * contact.slip1 + contact.slip2 * contact.slip2);
  const length = Math.sqrt(1 + angle * angle);
  contact.slip1 = (speed * (direction[0] - angle * direction[1])) / length;
  contact.slip2 = (speed * (direction[1] + angle * direction[0])) / length;
}

type Triple = readonly [number, number, number];

/** Three random orthogonal unit vectors. */
function frame(random: Random): readonly Triple[] {
  const first = unitVector(random);
  for (;;) {
    const other = unitVector(random);
    const along = first[0] * other[0] + first[1] * other[1] + first[2] * other[2];
    const rest = 1 - along * along;
    if (rest < 0.01) continue;
    const length = Math.sqrt(rest);
    const second = other.map((value, i) => (value - along * first[i]) / length) as [number, number, number];
    const third: Triple = [
      first[1] * second[2] - first[2] * second[1],
      first[2] * second[0] - first[0] * second[2],
      first[0] * second[1] - first[1] * second[0],
    ];
    return [first, second, third];
  }
}

function unitVector(random: Random): Triple {
  for (;;) {
    const [x, y, z] = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)];
    const square = x * x + y * y + z * z;
    if (square > 1 || square < 0.01) continue;
    const length = Math.sqrt(square);
    return [x / length, y / length, z / length];
  }
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)];
}

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

function sign(random: Random): number {
  return random() < 0.5 ? -1 : 1;
}

function powerOfTen(random: Random, low: number, high: number): number {
  return exp(Math.LN10 * between(random, low, high));
}
