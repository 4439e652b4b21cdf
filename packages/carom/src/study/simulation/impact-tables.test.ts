import { describe, expect, it } from "vitest";
import { impactTables, unitsOfImpact } from "./impact-tables.js";
import type { SimulationResult } from "./result.js";

function struck(contact: string, between: readonly [string, string], speed: number, impulse: number) {
  return { contact, between, velocityBefore: [0, 0, -speed], impulse: [0, 0, impulse] };
}

const floor = struck("foot/floor: foot", ["foot", "floor"], 2, 3);
const knee = struck("shank/thigh: upper stop", ["shank", "thigh"], 5, 0.4);
const slide = struck("slide/rail: lower stop", ["slide", "rail"], 0.5, 0.1);

function tablesOf(...contacts: readonly (readonly ReturnType<typeof struck>[])[]) {
  const joints = { shank: { type: "revolute" }, slide: { type: "prismatic" } };
  const energy = { before: 10, after: 4 };
  const events = contacts.map((those, i) => ({ kind: "impact", time: i, law: "frictional", last: false, contacts: those, energy }));
  return impactTables({ events, joints } as unknown as SimulationResult);
}

describe("impacts of a simulation", () => {
  it("have the units of what is struck: a surface, the stop of a joint that turns, of one that slides", () => {
    const units = tablesOf([floor], [knee], [slide]).map(({ columns }) => columns.flatMap(({ unit }) => unit ?? []));
    expect(units).toEqual([
      ["s", "m/s", "N s", "J"],
      ["s", "rad/s", "N m s", "J"],
      ["s", "m/s", "N s", "J"],
    ]);
    expect(tablesOf([knee]).map(({ rows }) => rows)).toEqual([[[0, "shank/thigh: upper stop", 5, 0.4, 6, "frictional", ""]]]);
  });

  it("at one instant stand in each table with their own speed and impulse, and lose their energy once", () => {
    expect(tablesOf([floor, knee, slide]).map(({ rows }) => rows)).toEqual([
      [[0, "foot/floor", 1, 2, 3, 6, "frictional", ""]],
      [[0, "shank/thigh: upper stop", 5, 0.4, "", "frictional", ""]],
      [[0, "slide/rail: lower stop", 0.5, 0.1, "", "frictional", ""]],
    ]);
  });

  it("have units contact by contact", () => {
    const joints = { shank: { type: "revolute" } };
    const of = (contact: object) => unitsOfImpact(contact as Parameters<typeof unitsOfImpact>[0], joints);
    expect([of(floor), of(knee)]).toEqual([
      { speed: "m/s", impulse: "N s" },
      { speed: "rad/s", impulse: "N m s" },
    ]);
  });

  it("of none is no table", () => {
    expect(tablesOf()).toEqual([]);
  });
});
