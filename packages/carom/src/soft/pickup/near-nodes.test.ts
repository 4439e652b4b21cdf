import { describe, expect, it } from "vitest";
import { boxMesh } from "../mesh/generate.js";
import { advance } from "./advance.js";
import { gripOfBox } from "./box.testing.js";
import { pickup } from "./pickup.js";
import { displacementOf } from "./state.js";

const mesh = boxMesh({ size: [0.06, 0.06, 0.06], cells: [6, 6, 6] });
const fingers = [
  { near: [0, 0.03, 0.03] as const, radius: 0.04 },
  { near: [0.06, 0.03, 0.03] as const, radius: 0.04 },
];
const largest = (values: ArrayLike<number>): number => Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => largest(Array.from(a, (value, i) => value - b[i])) / largest(b);

describe("nodes that may come into touch, kept out of the elimination", () => {
  const plain = gripOfBox({ mesh });
  const kept = gripOfBox({ mesh }, { approach: { fingers, depth: 0.002 } });
  const { near } = kept.scene.body;

  it("are those on the table and those before the fingers", () => {
    const { rest } = plain.scene.body;
    const places = Array.from(near!.nodes, (node) => [...rest.subarray(3 * node, 3 * node + 3)] as const);
    expect(places.filter(([, , z]) => z === 0)).toHaveLength(49);
    expect(places.some(([x, , z]) => x === 0 && Math.abs(z - 0.03) < 1e-9)).toBe(true);
    expect(near!.nodes.length).toBeLessThan(plain.scene.body.surface.nodes.length / 2);
  });

  it("have the compliance that columns of the whole body have", () => {
    const { nodes, compliance } = near!;
    const width = 3 * nodes.length;
    const length = plain.scene.body.rest.length;
    nodes.forEach((node, k) => {
      for (const body of [plain.scene.body, kept.scene.body]) {
        const columns = body.compliance(node);
        for (let axis = 0; axis < 3; axis++)
          expect(
            apart(
              compliance.subarray((3 * k + axis) * width, (3 * k + axis + 1) * width),
              Array.from(nodes).flatMap((other) => [0, 1, 2].map((i) => columns[axis * length + 3 * other + i])),
            ),
          ).toBeLessThan(1e-10);
      }
    });
  });

  it("hold the body as columns of the whole body do", () => {
    const { gravity } = plain.scene.body;
    const held = Array.from(near!.nodes.subarray(0, 12));
    expect(apart(kept.scene.body.held(held)(gravity), plain.scene.body.held(held)(gravity))).toBeLessThan(1e-9);
  });

  it("come to the same state, everywhere", () => {
    const [a, b] = [plain, kept].map(({ scene, rest, at }) => advance(scene, rest, at(0.001))!);
    expect(kept.scene.body.near!.enough).toBe(true);
    expect(b.checks.elasticity).toBeLessThan(1e-10);
    expect(apart(b.state.position, a.state.position)).toBeLessThan(1e-10);
    expect(apart(b.state.force, a.state.force)).toBeLessThan(1e-8);
    expect(apart(displacementOf(kept.scene, b.state), displacementOf(plain.scene, a.state))).toBeLessThan(1e-9);
  });

  it("are all nodes from where one comes into touch of which nobody thought", () => {
    const few = gripOfBox({ mesh }, { approach: { fingers: [], depth: 1e-9 } });
    expect(few.scene.body.near!.nodes.length).toBeLessThan(49 + 12);
    const [a, b] = [plain, few].map(({ scene, rest, at }) => advance(scene, rest, at(0.001))!);
    expect(few.scene.body.near!.enough).toBe(false);
    expect(apart(b.state.position, a.state.position)).toBeLessThan(1e-10);
    expect(apart(b.state.force, a.state.force)).toBeLessThan(1e-8);
  });
});

it("a large body obeys every law of contact, and is squeezed as from event to event", () => {
  const spec = {
    mesh: boxMesh({ size: [0.06, 0.06, 0.06], cells: [9, 9, 9] }),
    material: { youngModulus: 6000, poissonRatio: 0.3 },
    weight: 0.489,
    tableFriction: 0.5,
    fingers: fingers.map((finger) => ({ ...finger, friction: 0.5 })),
    step: 0.0005,
    maximumDepth: 0.0005,
    liftTest: "none",
  } as const;
  const [implicit, events] = (["implicit", "event-driven"] as const).map((scheme) => pickup({ ...spec, scheme }));
  expect(implicit.body.near).toBeDefined();
  expect(events.body.near).toBeUndefined();
  expect(Math.max(...Object.values(implicit.checks))).toBeLessThan(1e-10);
  expect(Math.abs(implicit.squeeze.at(-1)!.work / events.squeeze.at(-1)!.work - 1)).toBeLessThan(5e-3);
});
