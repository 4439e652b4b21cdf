/**
 * Derivatives of the law `planar`: its formulas, differentiated as they stand.
 *
 * With the letters of slip/planar.ts, P the impulse at which slip stops, w the normal velocity there, x the impulse after it, f1, f2 the
 * ratios of the two legs and k = c + f b:
 *
 *     slides:         p = -(1 + e) v/k1
 *     stops, w < 0:   R^2 = w^2 - k2 P (v + w)      x = (e R - w)/k2           compression work (w^2/k2 - P (v + w))/2
 *     stops, w >= 0:  D = (e^2 v^2 - w^2)/k1        x = D/(w + sqrt(w^2 + k2 D))        compression work v^2/(2 k1)
 *
 * A contact that starts at rest and sticks stops a small slip at once, so there v counts as v - b slip/a. Where there is no friction, the
 * first bit of it asks for the sign of the slip on the way, which may change once.
 *
 * Source: sheet derivatives section 3, `planar`.
 */
import { type PlanarContact, planarContactOf } from "../planar.js";
import {
  COMPRESSION_IMPULSE,
  NORMAL_IMPULSE,
  PLANAR_COMPRESSION_STICK,
  PLANAR_LOCK,
  PLANAR_NONE,
  PLANAR_RESTITUTION_STICK,
  PLANAR_SIZE,
  PLANAR_SLIDES,
  PLANAR_START_SLIP,
  PLANAR_START_STICK,
  planarImpact,
  SLIP_AFTER,
  STOP_IMPULSE,
  TANGENTIAL_IMPULSE,
} from "../slip/planar.js";
import type { LawTangents, RawTangent } from "./law-tangents.js";
import type { ImpactChange, ImpactEdge } from "./quantities.js";

/** The law `planar`. */
export const planarTangents: LawTangents = (problem, changes) => {
  const contact = planarContactOf(problem);
  const { a, b, c, slip, normalVelocity, friction, staticFriction, restitution } = contact;
  const found = new Float64Array(PLANAR_SIZE);
  const branch = planarImpact(a, b, c, slip, normalVelocity, friction, staticFriction, restitution, found);
  const ownStatic = problem.contacts[0].staticFriction !== undefined;
  const columns = changes.map((change) => columnOf(change, ownStatic));
  const parts = columns.map((column) => differentiate(contact, found, branch, column));
  return {
    impulse: [found[TANGENTIAL_IMPULSE], found[NORMAL_IMPULSE]],
    tangents: parts.map(({ tangent }) => tangent),
    edges: edgesOf(contact, found, branch, columns, parts),
  };
};

/** Changes of a contact's numbers. */
type Column = PlanarContact;

function columnOf({ mobility, velocity, contacts }: ImpactChange, ownStatic: boolean): Column {
  const { friction = 0, staticFriction = 0, restitution = 0 } = contacts?.[0] ?? {};
  return {
    a: mobility?.[0][0] ?? 0,
    b: mobility === undefined ? 0 : 0.5 * (mobility[0][1] + mobility[1][0]),
    c: mobility?.[1][1] ?? 0,
    slip: velocity?.[0] ?? 0,
    normalVelocity: velocity?.[1] ?? 0,
    friction,
    staticFriction: ownStatic ? staticFriction : friction,
    restitution,
  };
}

interface Part {
  readonly tangent: RawTangent;
  /** Change of the slip left at the end, or of the impulse since slip stopped. */
  readonly margin: number;
  /** Change of the impulse from the end of compression to where slip stops. */
  readonly stopsLater: number;
}

function differentiate(contact: PlanarContact, found: Float64Array, branch: number, column: Column): Part {
  if (branch === PLANAR_NONE) return { tangent: { impulse: [0, 0], restitutionLoss: 0 }, margin: 0, stopsLater: 0 };
  if (branch === PLANAR_LOCK)
    return {
      tangent: { reason: "the mechanism is locked: any change of the mobility that frees it changes the impact by a jump" },
      margin: 0,
      stopsLater: 0,
    };
  if (contact.friction === 0 || contact.a === 0) return differentiateFree(contact, column);
  if (branch === PLANAR_SLIDES) return differentiateSlide(contact, found, column);
  if (branch === PLANAR_START_SLIP && column.slip !== 0)
    return {
      tangent: { reason: "slip starts from rest: the impulse changes by a different law in each direction" },
      margin: 0,
      stopsLater: 0,
    };
  return differentiateStop(contact, found, branch, column);
}

/** No friction, or nothing that friction could act on. */
function differentiateFree(contact: PlanarContact, column: Column): Part {
  const { a, b, c, slip, normalVelocity: v, restitution: e } = contact;
  const impulse = (-(1 + e) * v) / c;
  const work = (0.5 * v * v) / c;
  const asFree = impulse * (column.normalVelocity / v - column.c / c) - (v * column.restitution) / c;
  const workChange = work * ((2 * column.normalVelocity) / v - column.c / c);
  const friction = a === 0 ? 0 : column.friction;
  // Signed length of the way with slip to one side less that to the other, up to an impulse; and its integral.
  const sign = slip !== 0 ? Math.sign(slip) : Math.sign(b);
  const turn = slip * b < 0 ? -slip / b : Number.POSITIVE_INFINITY;
  const signed = (p: number) => sign * (p <= turn ? p : 2 * turn - p);
  const area = (p: number) => sign * (p <= turn ? 0.5 * p * p : turn * turn - 0.5 * (2 * turn - p) * (2 * turn - p));
  const compression = -v / c;
  // dv = -b signed(p) by the friction; the energy given back is e^2 of what compression stored.
  const stored = b * area(compression);
  const left = b * area(impulse) - (1 - e * e) * stored;
  const shift = e > 0 ? left / (-e * v) : (b * signed(compression)) / c;
  return {
    tangent: {
      impulse: [-friction * signed(impulse), asFree + friction * shift],
      restitutionLoss: (1 - e * e) * (workChange + friction * stored) - 2 * e * column.restitution * work,
    },
    margin: 0,
    stopsLater: 0,
  };
}

function differentiateSlide(contact: PlanarContact, found: Float64Array, column: Column): Part {
  const { a, b, c, slip, normalVelocity: v, friction, restitution: e } = contact;
  const side = slip > 0 ? -1 : 1;
  const ratio = side * friction;
  const dRatio = side * column.friction;
  const slope = c + ratio * b;
  const dSlope = column.c + dRatio * b + ratio * column.b;
  const impulse = found[NORMAL_IMPULSE];
  const dImpulse = (-(1 + e) * column.normalVelocity - column.restitution * v - impulse * dSlope) / slope;
  const work = (0.5 * v * v) / slope;
  const dWork = (v * column.normalVelocity - work * dSlope) / slope;
  return {
    tangent: {
      impulse: [dRatio * impulse + ratio * dImpulse, dImpulse],
      restitutionLoss: (1 - e * e) * dWork - 2 * e * column.restitution * work,
    },
    margin: -side * (column.slip + (column.b + dRatio * a + ratio * column.a) * impulse + (b + ratio * a) * dImpulse),
    stopsLater: 0,
  };
}

function differentiateStop(contact: PlanarContact, found: Float64Array, branch: number, column: Column): Part {
  const { a, b, c, slip, normalVelocity: v, friction, restitution: e } = contact;
  const starts = branch === PLANAR_START_STICK || branch === PLANAR_START_SLIP;
  const sticks = branch === PLANAR_START_STICK || branch === PLANAR_COMPRESSION_STICK || branch === PLANAR_RESTITUTION_STICK;
  const ratio = starts ? 0 : slip > 0 ? -friction : friction;
  const dRatio = starts ? 0 : slip > 0 ? -column.friction : column.friction;
  const slope = c + ratio * b;
  const dSlope = column.c + dRatio * b + ratio * column.b;
  const stop = found[STOP_IMPULSE];
  const dStop = starts ? 0 : -(column.slip + (column.b + dRatio * a + ratio * column.a) * stop) / (b + ratio * a);
  const speed = v + slope * stop;
  // A small slip of a contact at rest is stopped at once by -slip/a.
  const dSpeed = column.normalVelocity + dSlope * stop + slope * dStop - (starts ? (b / a) * column.slip : 0);
  const dStart = starts ? dSpeed : column.normalVelocity;
  const next = sticks ? -b / a : b > 0 ? -friction : friction;
  const dNext = sticks ? -(column.b + next * column.a) / a : b > 0 ? -column.friction : column.friction;
  const nextSlope = c + next * b;
  const dNextSlope = column.c + dNext * b + next * column.b;
  const rest = found[NORMAL_IMPULSE] - stop;
  let dRest: number;
  let loss: number;
  if (speed < 0) {
    const root = Math.sqrt(speed * speed - nextSlope * stop * (v + speed));
    const dSquare = 2 * speed * dSpeed - (dNextSlope * stop + nextSlope * dStop) * (v + speed) - nextSlope * stop * (dStart + dSpeed);
    dRest = (column.restitution * root + (e * dSquare) / (2 * root) - dSpeed - rest * dNextSlope) / nextSlope;
    const work = 0.5 * ((speed * speed) / nextSlope - stop * (v + speed));
    const dWork =
      0.5 * ((2 * speed * dSpeed - (speed * speed * dNextSlope) / nextSlope) / nextSlope - dStop * (v + speed) - stop * (dStart + dSpeed));
    loss = (1 - e * e) * dWork - 2 * e * column.restitution * work;
  } else {
    const left = ((e * v - speed) * (e * v + speed)) / slope;
    const dLeft = (2 * e * v * (column.restitution * v + e * column.normalVelocity) - 2 * speed * dSpeed - left * dSlope) / slope;
    const after = Math.sqrt(speed * speed + nextSlope * left);
    const dAfter = (speed * dSpeed + 0.5 * (dNextSlope * left + nextSlope * dLeft)) / after;
    dRest = (dLeft - rest * (dSpeed + dAfter)) / (speed + after);
    const work = (0.5 * v * v) / slope;
    loss = ((1 - e * e) * (v * column.normalVelocity - work * dSlope)) / slope - 2 * e * column.restitution * work;
  }
  const held = starts ? -column.slip / a : 0;
  return {
    tangent: {
      impulse: [held + dRatio * stop + ratio * dStop + dNext * rest + next * dRest, dStop + dRest],
      restitutionLoss: loss,
    },
    margin: dRest,
    // In compression it ends -w/k2 after the stop, else at -v/k1.
    stopsLater:
      speed < 0 ? (dSpeed - (speed * dNextSlope) / nextSlope) / nextSlope : dStop + (column.normalVelocity - (v * dSlope) / slope) / slope,
  };
}

function edgesOf(
  contact: PlanarContact,
  found: Float64Array,
  branch: number,
  columns: readonly Column[],
  parts: readonly Part[],
): ImpactEdge[] {
  const edges: ImpactEdge[] = [];
  const add = (
    kind: ImpactEdge["kind"],
    unit: ImpactEdge["unit"],
    margin: number,
    change: (column: Column, i: number) => number,
    smooth = false,
  ) => edges.push({ kind, contact: 0, margin: Math.max(0, margin), unit, change: columns.map(change), smooth });
  const { a, b, slip, normalVelocity, friction, staticFriction, restitution } = contact;
  const side = branch === PLANAR_NONE ? 1 : -1;
  add("no-approach", "m/s", side * normalVelocity, (column) => side * column.normalVelocity);
  if (branch === PLANAR_NONE) return edges;
  add("no-restitution", "1", restitution, (column) => column.restitution);
  add("full-restitution", "1", 1 - restitution, (column) => -column.restitution);
  add("no-friction", "1", friction, (column) => column.friction);
  if (friction === 0 || a === 0) return edges;
  if (branch === PLANAR_SLIDES) {
    add("stop-at-end", "m/s", Math.abs(found[SLIP_AFTER]), (_, i) => parts[i].margin);
    return edges;
  }
  const sticks = branch === PLANAR_START_STICK || branch === PLANAR_COMPRESSION_STICK || branch === PLANAR_RESTITUTION_STICK;
  const way = sticks ? 1 : -1;
  const needed = Math.abs(b) / a;
  add("stick-limit", "1", way * (staticFriction - needed), (column) => {
    const change = ((b < 0 ? -1 : 1) * column.b - needed * column.a) / a;
    return way * (column.staticFriction - change);
  });
  if (branch === PLANAR_START_SLIP) add("slip-from-rest", "m/s", Math.abs(slip), (column) => Math.abs(column.slip));
  if (branch === PLANAR_START_STICK) add("slip-from-rest", "m/s", 0, (column) => Math.abs(column.slip), true);
  if (branch !== PLANAR_START_STICK && branch !== PLANAR_START_SLIP) {
    const distance = found[STOP_IMPULSE] - found[COMPRESSION_IMPULSE];
    add("stop-at-compression-end", "N s", Math.abs(distance), (_, i) => Math.sign(distance) * parts[i].stopsLater, true);
    add("stop-at-end", "N s", found[NORMAL_IMPULSE] - found[STOP_IMPULSE], (_, i) => parts[i].margin);
  }
  return edges;
}
