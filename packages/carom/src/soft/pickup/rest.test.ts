import { describe, expect, it } from "vitest";
import { condense } from "../fem/condense.js";
import { BOX, boxSpec, gripOfBox } from "./box.testing.js";
import { contactMap } from "./contact-map.js";
import { advanceByEvents } from "./events/advance-by-events.js";
import { forceClosure } from "./force-closure.js";
import { holdNodes } from "./held.js";
import { pickup } from "./pickup.js";
import { restOnTable } from "./rest.js";
import { elasticEnergyOf, obstacleForce } from "./state.js";

const { scene, rest } = gripOfBox();
const { body } = scene;

describe("a box at rest on the table", () => {
  it("stands on its 25 nodes with its weight and an elastic energy of 9.6671e-5 J", () => {
    expect(contactMap(scene, rest).filter(({ obstacle }) => obstacle === 0)).toHaveLength(25);
    expect(obstacleForce(rest, 0)[2]).toBeCloseTo(0.489, 12);
    expect(Math.abs(elasticEnergyOf(scene, rest) / 9.6671e-5 - 1)).toBeLessThan(1e-5);
  });

  it("does not depend on the number of steps in which gravity grows", () => {
    const other = restOnTable(scene, 11).state;
    for (let i = 0; i < rest.force.length; i++) expect(Math.abs(other.force[i] - rest.force[i])).toBeLessThan(1e-11);
  });
});

it("comes to the same rest from event to event, without an implicit increment but the first", () => {
  const byEvents = restOnTable(scene, 5, advanceByEvents);
  for (let i = 0; i < rest.force.length; i++) expect(Math.abs(byEvents.state.force[i] - rest.force[i])).toBeLessThan(1e-10 * 0.489);
  expect(byEvents.steps.reduce((sum, { fallbacks = 0 }) => sum + fallbacks, 0)).toBe(0);
  expect(byEvents.steps).toHaveLength(5);
});

it("takes the triangle that a spec names for force closure", () => {
  const corner = (x: number, y: number): number => {
    for (let node = 0; 3 * node < BOX.nodes.length; node++)
      if (BOX.nodes[3 * node] === x && BOX.nodes[3 * node + 1] === y && BOX.nodes[3 * node + 2] === 0) return node;
    throw new Error("no such node");
  };
  const triangle = [corner(0, 0), corner(0.06, 0), corner(0, 0.06)];
  const closure = (standingOn: readonly number[]) => pickup(boxSpec({ standingOn, maximumDepth: 0.0005, liftTest: "none" })).closure;
  const whole = pickup(boxSpec({ maximumDepth: 0.0005, liftTest: "none" })).closure;
  // Few points leave less of a margin to each edge than many; the grip closes with either.
  expect(closure(triangle).closed).toBe(true);
  expect(closure(triangle).margin).not.toBeCloseTo(whole.margin, 6);
  expect(closure(triangle).rank).toBe(6);
  expect(() => closure([triangle[0], triangle[1], corner(0.03, 0)])).toThrow("standingOn: ");
  expect(() => closure([triangle[0], triangle[1], BOX.nodes.length / 3 - 1])).toThrow("is not a node that stands on the table");
});

it("gives the forces of the condensed stiffness, f = S d - g", () => {
  const condensed = condense(body.stiffness, body.gravity, body.surface.nodes);
  const displacement = rest.position.map((x, i) => x - body.rest[i]);
  const size = displacement.length;
  for (let row = 0; row < size; row++) {
    let force = -condensed.load[row];
    for (let column = 0; column < size; column++) force += condensed.stiffness[row * size + column] * displacement[column];
    expect(Math.abs(force - rest.force[row])).toBeLessThan(1e-12);
  }
});

it("holds nodes where they are: the same forces again; but not by two nodes or by nodes in a line", () => {
  const nodes = contactMap(scene, rest).map(({ surfaceNode }) => surfaceNode);
  const displacement = nodes.flatMap((node) =>
    [0, 1, 2].map((i) => rest.position[3 * node + i] - body.rest[3 * node + i] - body.sag[3 * node + i]),
  );
  const { force } = holdNodes(body, nodes)!.solve(displacement, body.weightResultant);
  nodes.forEach((node, k) => {
    for (let i = 0; i < 3; i++) expect(Math.abs(force[3 * k + i] - rest.force[3 * node + i])).toBeLessThan(1e-11);
  });
  expect(holdNodes(body, nodes.slice(0, 2))).toBeUndefined();
  const line = nodes.filter((node) => body.rest[3 * node + 1] === 0);
  expect(line).toHaveLength(5);
  expect(holdNodes(body, line)).toBeUndefined();
});

describe("force closure", () => {
  const foot = [
    [0, 0, 0],
    [0.06, 0, 0],
    [0, 0.06, 0],
  ].map((point) => ({ point: point as [number, number, number], normal: [0, 0, 1] as const, friction: 0.5 }));
  const finger = (x: number, side: number, friction = 0.5) => ({
    point: [x, 0.03, 0.03] as const,
    normal: [side, 0, 0] as const,
    friction,
  });

  it("holds for fingers on both sides and a table, and not without friction, on one side, or on two points alone", () => {
    expect(forceClosure([finger(0, 1), finger(0.06, -1), ...foot])).toMatchObject({ closed: true, rank: 6 });
    expect(forceClosure([finger(0, 1, 0), finger(0.06, -1, 0), ...foot.map((each) => ({ ...each, friction: 0 }))]).closed).toBe(false);
    expect(forceClosure([finger(0, 1), { ...finger(0, 1), point: [0, 0.04, 0.03] }, ...foot]).closed).toBe(false);
    expect(forceClosure([finger(0, 1), finger(0.06, -1)])).toMatchObject({ closed: false, rank: 5 });
  });
});

it("is made of one piece", () => {
  const far = BOX.nodes.map((value) => value + 1);
  const nodes = Float64Array.from([...BOX.nodes, ...far]);
  const tetrahedra = Int32Array.from([...BOX.tetrahedra, ...BOX.tetrahedra.map((node) => node + BOX.nodes.length / 3)]);
  expect(() => gripOfBox({ mesh: { nodes, tetrahedra } })).toThrow("a body is one piece");
  // Two boxes that share an edge could swing about it.
  const beside = BOX.nodes.map((value, i) => (i % 3 === 2 ? value : value + 0.06));
  const nodeAt = (x: number, y: number, z: number) => {
    for (let k = 0; 3 * k < BOX.nodes.length; k++)
      if (Math.abs(BOX.nodes[3 * k] - x) + Math.abs(BOX.nodes[3 * k + 1] - y) + Math.abs(BOX.nodes[3 * k + 2] - z) < 1e-9) return k;
    throw new Error("no such node");
  };
  const places = [...BOX.nodes];
  const numbers = Array.from({ length: beside.length / 3 }, (_, k) => {
    const [x, y, z] = beside.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
    if (Math.abs(x - 0.06) + Math.abs(y - 0.06) < 1e-9) return nodeAt(x, y, z);
    places.push(x, y, z);
    return places.length / 3 - 1;
  });
  const hinged = {
    nodes: Float64Array.from(places),
    tetrahedra: Int32Array.from([...BOX.tetrahedra, ...[...BOX.tetrahedra].map((node) => numbers[node])]),
  };
  expect(() => gripOfBox({ mesh: hinged })).toThrow("by an edge or a node only");
});
