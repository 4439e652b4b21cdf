/**
 * Restitution that depends on how fast two surfaces approach.
 *
 *     table    e between the speeds listed by straight lines, before the first and after the last as there
 *     power    e = value (v / speed)^exponent, at most 1
 *
 * Laws take one number for each contact. It is looked up with the normal velocity of the contact before the impact; a contact that does not
 * approach then (a ball that touches the next one) is struck by the others, and takes the speed of the fastest of them.
 *
 * Letters: e restitution, v speed of approach.
 * Sources: Johnson, Contact Mechanics, section 11.5 (v^(-1/4) where metals yield, at high speed); Goldsmith, Impact, chapter 6 (tables of
 * measured coefficients); Kuwabara and Kono 1987 (1 - e goes with v^(1/5) where material is viscous, which a table can follow).
 */
import { InvalidInputError } from "../errors.js";
import { pow } from "../math/elementary.js";
import { type Contact, type ContactMaterial, checkMaterial } from "./contact-problem.js";

/** Measured coefficients. */
export interface RestitutionTable {
  /** Of approach, m/s, >= 0, rising. */
  readonly speed: readonly number[];
  /** Restitution at each of them, 0 to 1. */
  readonly value: readonly number[];
}

/** A power of the speed. */
export interface RestitutionPower {
  /** At which restitution is `value`, m/s, > 0. */
  readonly speed: number;
  /** 0 to 1. */
  readonly value: number;
  /** Of the speed, mostly below 0: -1/4 where metals yield. */
  readonly exponent: number;
}

/** Restitution by speed of approach. */
export type RestitutionBySpeed = RestitutionTable | RestitutionPower;

/** A coefficient of restitution, or how it depends on the speed of approach. */
export type Restitution = number | RestitutionBySpeed;

/** The material of a pair of surfaces, before it is known how fast they meet. */
export type PairMaterial = Omit<ContactMaterial, "restitution"> & { readonly restitution: Restitution };

/** The same with a name. */
export type PairContact = Omit<Contact, "restitution"> & { readonly restitution: Restitution };

/** At a speed of approach, m/s; speeds below zero count as zero. */
export function restitutionAt(restitution: Restitution, approach: number): number {
  if (typeof restitution === "number") return restitution;
  const v = Math.max(0, approach);
  if ("exponent" in restitution) return powerAt(restitution, v);
  const { speed, value } = restitution;
  const after = speed.findIndex((each) => each > v);
  if (after === 0) return value[0];
  if (after < 0) return value[value.length - 1];
  return value[after - 1] + slopeBefore(restitution, after) * (v - speed[after - 1]);
}

/** How it changes with the speed of approach, s/m; at a corner of a table, on its upper side. */
function restitutionSlope(restitution: Restitution, approach: number): number {
  if (typeof restitution === "number" || !(approach > 0)) return 0;
  if ("exponent" in restitution) {
    const e = powerAt(restitution, approach);
    return e < 1 ? (restitution.exponent * e) / approach : 0;
  }
  const after = restitution.speed.findIndex((each) => each > approach);
  return after > 0 ? slopeBefore(restitution, after) : 0;
}

function powerAt({ speed, value, exponent }: RestitutionPower, v: number): number {
  if (exponent === 0 || value === 0) return value;
  if (v === 0) return exponent > 0 ? 0 : 1;
  return Math.min(1, value * pow(v / speed, exponent));
}

function slopeBefore({ speed, value }: RestitutionTable, i: number): number {
  return (value[i] - value[i - 1]) / (speed[i] - speed[i - 1]);
}

/** Contacts as laws take them. @param velocity before impact, `dimension` components for each contact, the last of them normal */
export function resolvedContacts<Given extends PairMaterial>(
  contacts: readonly Given[],
  velocity: readonly number[],
  dimension: 2 | 3,
): (Omit<Given, "restitution"> & { readonly restitution: number })[] {
  return contacts.map((contact, i) => {
    const { restitution } = contact;
    if (typeof restitution === "number") return { ...contact, restitution };
    return { ...contact, restitution: restitutionAt(restitution, -velocity[decisive(velocity, dimension, i)]) };
  });
}

/** How restitution of contacts changes as their velocities before impact do. @param change of the velocities */
export function restitutionChanges(
  contacts: readonly PairMaterial[],
  velocity: readonly number[],
  dimension: 2 | 3,
  change: ArrayLike<number>,
): number[] {
  return contacts.map(({ restitution }, i) => {
    if (typeof restitution === "number") return 0;
    const row = decisive(velocity, dimension, i);
    return -restitutionSlope(restitution, -velocity[row]) * change[row];
  });
}

/** The normal component whose speed decides: a contact's own, or that of the fastest where it does not approach. */
function decisive(velocity: readonly number[], dimension: 2 | 3, i: number): number {
  const normal = (contact: number) => contact * dimension + dimension - 1;
  if (velocity[normal(i)] < 0) return normal(i);
  let fastest = normal(i);
  for (let row = normal(0); row < velocity.length; row += dimension) if (velocity[row] < velocity[fastest]) fastest = row;
  return fastest;
}

/** As checkMaterial, whether restitution is a number or depends on speed. */
export function checkPairMaterial(material: PairMaterial, path: string): void {
  const { restitution } = material;
  const isRule = typeof restitution === "object" && restitution !== null;
  if (isRule) checkRestitution(restitution, `${path}.restitution`);
  checkMaterial({ ...material, restitution: isRule ? 0 : restitution }, path);
}

function checkRestitution(restitution: RestitutionBySpeed, path: string): void {
  const refuse = (field: string, value: unknown, reason: string): never => {
    throw new InvalidInputError(`${path}${field}`, value, reason);
  };
  const checkValue = (value: number, field: string) => {
    if (typeof value !== "number" || !Number.isFinite(value)) refuse(field, value, "is not a finite number");
    if (value < 0 || value > 1) refuse(field, value, "is not between 0 and 1");
  };
  if ("exponent" in restitution) {
    const { speed, value, exponent } = restitution;
    if (!(Number.isFinite(speed) && speed > 0)) refuse(".speed", speed, "is not a finite number > 0");
    checkValue(value, ".value");
    if (!Number.isFinite(exponent)) refuse(".exponent", exponent, "is not a finite number");
    return;
  }
  const { speed, value } = restitution;
  if (!Array.isArray(speed) || speed.length === 0) refuse(".speed", speed, "is not a list of speeds");
  if (!Array.isArray(value) || value.length !== speed.length)
    refuse(".value", value, `does not have one number for each of ${speed.length} speed${speed.length === 1 ? "" : "s"}`);
  speed.forEach((each, i) => {
    if (!(Number.isFinite(each) && each >= 0)) refuse(`.speed[${i}]`, each, "is not a finite number >= 0");
    if (i > 0 && !(each > speed[i - 1])) refuse(`.speed[${i}]`, each, `is not above the speed before it (${speed[i - 1]})`);
  });
  value.forEach((each, i) => {
    checkValue(each, `.value[${i}]`);
  });
}
