/**
 * Derivatives of an impact that was followed with its tangents by every number of its problem, in the order of jacobian.ts: from the rows
 * of the eleven numbers of the contact, with the zeros of such changes left out (tangents.ts says it of any change).
 *
 * Written without lists on the way: to make what is handed out takes as long as to follow an impact.
 */
import { hypot } from "../../math/elementary.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import type { SlipContact } from "../slip/contact.js";
import {
  createColumns,
  OF_B11,
  OF_B12,
  OF_B22,
  OF_D1,
  OF_D2,
  OF_FRICTION,
  OF_NORMAL,
  OF_RESTITUTION,
  OF_SLIP1,
  OF_SLIP2,
  OF_VELOCITY,
  WIDTH,
} from "../slip/tangents/columns.js";
import { IMPULSE, IMPULSE1, IMPULSE2 } from "../slip/tangents/stretch.js";
import { createJudgement, type Judgement, judgeAll, LEVELS, type Scaled } from "./edges.js";
import { type JudgedInputs, missing } from "./law-tangents.js";
import type { ImpactEdge, ImpactTangent } from "./quantities.js";
import { apartEdges, type Followed, FROM_REST, type MarginChanges, slipEdges, startsUnheld, UNIT_ROWS } from "./slip-edges.js";

/** Stand for what the path does not know: a static friction of its own, a stiffness ratio. */
const STATIC = -2;
const NOTHING = -1;
/** Velocities and mobilities. In a plane the second tangent is reached by nothing. */
const PLANAR = [OF_SLIP1, OF_VELOCITY, OF_B11, OF_D1, OF_NORMAL];
const SPATIAL = [OF_SLIP1, OF_SLIP2, OF_VELOCITY, OF_B11, OF_B12, OF_D1, OF_B22, OF_D2, OF_NORMAL];

/** Which of the eleven numbers each input is. */
interface InputNumbers {
  readonly numbers: readonly number[];
  readonly changes: MarginChanges;
  /** Room for how good they are. */
  readonly judgement: Judgement;
  readonly besides: Besides;
}

/** Of every kind of problem: spatial or not, with a static friction of its own or not, with a stiffness ratio or not. */
const KINDS = [PLANAR, SPATIAL].map((first) =>
  [false, true].map((held) =>
    [false, true].map((spring): InputNumbers => {
      const numbers = [...first, OF_FRICTION, ...(held ? [STATIC] : []), OF_RESTITUTION, ...(spring ? [NOTHING] : [])];
      return { numbers, changes: changesByInputs(numbers, !held), judgement: createJudgement(numbers.length), besides: createBesides() };
    }),
  ),
);

function kindOf({ dimension, contacts: [{ staticFriction, stiffnessRatio }] }: ContactProblem): InputNumbers {
  return KINDS[dimension - 2][staticFriction === undefined ? 0 : 1][stiffnessRatio === undefined ? 0 : 1];
}

/** A list for the most usual kind: eleven numbers, each of the contact, as SPATIAL has them. Written out, it is made in one piece. */
function eleven(sign: number, row: Float64Array): number[] {
  return [
    sign * row[OF_SLIP1],
    sign * row[OF_SLIP2],
    sign * row[OF_VELOCITY],
    sign * row[OF_B11],
    sign * row[OF_B12],
    sign * row[OF_D1],
    sign * row[OF_B22],
    sign * row[OF_D2],
    sign * row[OF_NORMAL],
    sign * row[OF_FRICTION],
    sign * row[OF_RESTITUTION],
  ];
}

/** `both`: the friction is the static one, too. */
function changesByInputs(numbers: readonly number[], both: boolean): MarginChanges {
  const isUsual = numbers.length === WIDTH && numbers.every((n) => n >= 0);
  const count = numbers.length;
  const friction = numbers.indexOf(OF_FRICTION);
  const held = numbers.indexOf(STATIC);
  // Copied for every list: one that grows is moved several times, and one of whole numbers is made anew by the first that is none.
  const template = numbers.map(() => 0.5);
  const of: MarginChanges["of"] = (sign, row, other, byStatic = 0) => {
    if (isUsual && other === undefined) {
      const change = eleven(sign, row);
      if (byStatic !== 0) change[friction] += byStatic;
      return change;
    }
    const change = template.slice();
    for (let i = 0; i < count; i++) change[i] = numbers[i] < 0 ? 0 : sign * row[numbers[i]];
    if (other !== undefined)
      for (let i = 0; i < count; i++) if (numbers[i] >= 0) change[i] = sign * hypot(row[numbers[i]], other[numbers[i]]);
    if (both) change[friction] += byStatic;
    else change[held] = byStatic;
    return change;
  };
  // The same for every problem of the kind: copied.
  const [up, down] = [1, -1].map((sign) => UNIT_ROWS.map((row) => of(sign, row)));
  return {
    of,
    ofNumber: (sign, column) => (isUsual ? eleven(sign, UNIT_ROWS[column]) : (sign > 0 ? up : down)[column].slice()),
  };
}

/** What an impact and its impulse change by, each row with one number for each of the eleven. */
interface ImpulseRows {
  readonly impulse1: number;
  readonly impulse2: number;
  readonly normalImpulse: number;
  readonly firsts: Float64Array;
  readonly seconds: Float64Array;
  readonly normals: Float64Array;
  readonly loss: Float64Array;
}

const ZERO = createColumns();
const UNTOUCHED: ImpulseRows = { impulse1: 0, impulse2: 0, normalImpulse: 0, firsts: ZERO, seconds: ZERO, normals: ZERO, loss: ZERO };

/** Of a contact that does not approach: nothing changes the impulse. */
export function apartByInputs(problem: ContactProblem, contact: SlipContact, inputs: readonly Scaled[]): JudgedInputs {
  const kind = kindOf(problem);
  const edges = apartEdges(contact.normalVelocity, kind.changes);
  return { impulse: problem.velocity.map(() => 0), tangents: tangentsOf(contact, UNTOUCHED, kind, edges, inputs), edges };
}

/** Of an impact that was followed. */
export function followedByInputs(problem: ContactProblem, followed: Followed, inputs: readonly Scaled[]): JudgedInputs {
  const { contact, chain, path } = followed;
  const kind = kindOf(problem);
  const { numbers } = kind;
  const edges = slipEdges(followed, kind.changes);
  const { impulse1, impulse2, normalImpulse } = path.state;
  const rows: ImpulseRows = {
    impulse1,
    impulse2,
    normalImpulse,
    firsts: chain.rows[IMPULSE1],
    seconds: chain.rows[IMPULSE2],
    normals: chain.rows[IMPULSE],
    loss: chain.loss,
  };
  const tangents = tangentsOf(contact, rows, kind, edges, inputs);
  if (startsUnheld(contact))
    for (let i = 0; i < numbers.length; i++)
      if (numbers[i] === OF_SLIP1 || numbers[i] === OF_SLIP2) tangents[i] = missing(problem, FROM_REST);
  return { impulse: problem.dimension === 3 ? [impulse1, impulse2, normalImpulse] : [impulse1, normalImpulse], tangents, edges };
}

/**
 * What a unit of each of the eleven numbers changes of the velocities after impact, along each axis, where the impulse stays, and how much
 * of the work of the impulse on that counts.
 */
interface Besides {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
  readonly shares: Float64Array;
}

function createBesides(): Besides {
  const velocities = [OF_SLIP1, OF_SLIP2, OF_VELOCITY];
  const [first, second, third] = velocities.map((own) => UNIT_ROWS[own].slice());
  const shares = createColumns().fill(0.5);
  for (const own of velocities) shares[own] = 1;
  return { first, second, third, shares };
}

function writeBesides({ first, second, third }: Besides, { impulse1, impulse2, normalImpulse }: ImpulseRows): void {
  first[OF_B11] = impulse1;
  first[OF_B12] = impulse2;
  first[OF_D1] = normalImpulse;
  second[OF_B12] = impulse1;
  second[OF_B22] = impulse2;
  second[OF_D2] = normalImpulse;
  third[OF_D1] = impulse1;
  third[OF_D2] = impulse2;
  third[OF_NORMAL] = normalImpulse;
}

/** One for each input. */
function tangentsOf(
  contact: SlipContact,
  rows: ImpulseRows,
  { numbers, judgement, besides }: InputNumbers,
  edges: readonly ImpactEdge[],
  inputs: readonly Scaled[],
): ImpactTangent[] {
  const { b11, b12, b22, d1, d2, normal } = contact;
  const { impulse1, impulse2, normalImpulse, firsts, seconds, normals, loss } = rows;
  const spatial = numbers[1] === OF_SLIP2;
  const after1 = contact.slip1 + b11 * impulse1 + b12 * impulse2 + d1 * normalImpulse;
  const after2 = contact.slip2 + b12 * impulse1 + b22 * impulse2 + d2 * normalImpulse;
  const after3 = contact.normalVelocity + d1 * impulse1 + d2 * impulse2 + normal * normalImpulse;
  const { nearest, distances, levels } = judgement;
  judgeAll(edges, inputs, judgement);
  const { first, second, third, shares } = besides;
  writeBesides(besides, rows);
  const tangents: ImpactTangent[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const known = numbers[i] >= 0;
    // What the path does not know changes no more than a restitution of an impact that has none.
    const n = known ? numbers[i] : OF_RESTITUTION;
    const p1 = known ? firsts[n] : 0;
    const p2 = known && spatial ? seconds[n] : 0;
    const p3 = known ? normals[n] : 0;
    const restitutionLoss = known ? loss[n] : 0;
    let v1 = first[n];
    let v2 = second[n];
    let v3 = third[n];
    const change = shares[n] * (impulse1 * v1 + impulse2 * v2 + normalImpulse * v3) + after1 * p1 + after2 * p2 + after3 * p3;
    v1 += b11 * p1 + b12 * p2 + d1 * p3;
    v2 += b12 * p1 + b22 * p2 + d2 * p3;
    v3 += d1 * p1 + d2 * p2 + normal * p3;
    const impulse = spatial ? [p1, p2, p3] : [p1, p3];
    const velocity = spatial ? [v1, v2, v3] : [v1, v3];
    const energy = { change, restitutionLoss, frictionLoss: -change - restitutionLoss };
    // Not by spreading: V8 gives each such copy a shape of its own.
    const status = LEVELS[levels[i]];
    const edge = nearest[i];
    tangents.push(edge < 0 ? { impulse, velocity, energy, status } : { impulse, velocity, energy, status, edge, distance: distances[i] });
  }
  return tangents;
}
