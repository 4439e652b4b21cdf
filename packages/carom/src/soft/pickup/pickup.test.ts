import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../math/vec3.js";
import { advance } from "./advance.js";
import { BOX, boxSpec, gripOfBox, mirroredBox } from "./box.testing.js";
import type { ContactChecks } from "./checks.js";
import { type ContactNode, contactMap } from "./contact-map.js";
import { advanceByEvents } from "./events/advance-by-events.js";
import { pickup } from "./pickup.js";
import type { PickupSpec } from "./pickup-run.js";
import { relieved } from "./shared-node.js";
import { elasticEnergyOf, obstacleForce, potentialWork } from "./state.js";

const worst = (checks: ContactChecks) => Math.max(...Object.values(checks));

describe("the box of 6 cm", () => {
  const run = pickup(boxSpec({ step: 0.000125, depthTolerance: 0.00013, allTests: false }));

  it("can be lifted from a depth between 3.875 and 4 mm, with 0.57 N a finger", () => {
    expect(run.outcome).toBe("lifted");
    expect(run.leastDepth?.depth).toBeCloseTo(0.004, 12);
    expect(run.leastDepth?.failed).toBeCloseTo(0.003875, 12);
    for (const force of run.leastDepth!.record.squeeze) expect(Math.abs(force - 0.57)).toBeLessThan(0.01);
    // A rigid body would need weight / (2 mu) of each finger.
    expect(Math.min(...run.leastDepth!.record.squeeze)).toBeGreaterThan(0.489);
  });

  it("keeps equilibrium, cones and complementarity at every step", () => {
    expect(worst(run.checks)).toBeLessThan(1e-10);
  });

  it("keeps its books: finger work is energy, lifting and friction", () => {
    expect(Math.abs(run.energyResidual)).toBeLessThan(1e-4);
    const losses = run.squeeze.map(({ frictionLoss }) => frictionLoss);
    losses.forEach((loss, i) => {
      expect(loss).toBeGreaterThanOrEqual(i === 0 ? 0 : losses[i - 1]);
    });
    const { frictionLoss, unexplained } = run.leastDepth!.record;
    expect(Math.abs(unexplained / frictionLoss)).toBeLessThan(0.02);
  });

  it("hangs from the fingers alone after the lift, and goes with them unchanged", () => {
    const [before, after] = run.lift.slice(-2);
    expect(before.contacts[0]).toEqual({ stick: 0, slip: 0 });
    const sum = (forces: readonly Vec3[]) => forces[0][2] + forces[1][2];
    expect(sum(after.fingerForces)).toBeCloseTo(0.489, 10);
    after.fingerForces.flat().forEach((value, i) => {
      expect(value).toBeCloseTo(before.fingerForces.flat()[i], 9);
    });
    expect(after.energy).toBeCloseTo(before.energy, 12);
  });

  it("lets more be lifted the deeper the squeeze", () => {
    const liftable = run.squeeze.map(({ liftable: { virtual } }) => virtual!);
    liftable.slice(1).forEach((part, i) => {
      expect(part).toBeGreaterThanOrEqual(liftable[i] - 1e-9);
    });
  });
});

it("passes the virtual and the hypothetical lift at the same depth; a frozen grip says yes too early", () => {
  const { squeeze } = pickup(boxSpec({ step: 0.00025, allTests: true, depthTolerance: 0.001, maximumDepth: 0.004 }));
  const [before, at] = squeeze.slice(-2);
  expect(at.depth).toBeCloseTo(0.004, 12);
  expect([before.passed, at.passed]).toEqual([false, true]);
  expect(before.liftable.hypothetical).toBeLessThan(1);
  expect(before.liftable.hypothetical).toBeGreaterThan(0.5);
  expect(at.liftable).toMatchObject({ virtual: 1, hypothetical: 1 });
  expect(before.liftable.frozen).toMatchObject({ all: 0, any: 1 });
  // One node a finger carries nothing: the body could turn about the line through them.
  expect(squeeze[4].liftable).toEqual({ virtual: 0, hypothetical: 0, frozen: { all: 0, any: 0 } });
});

describe("without slip", () => {
  it("forces are linear and energy is quadratic in the depth, and nothing is lost", () => {
    const { scene, rest, at } = gripOfBox({ friction: 1e3 });
    const states = [1, 2].map((k) => advance(scene, rest, at(0.0005 * k))!);
    expect(Math.abs(states[1].dissipation)).toBeLessThan(1e-16);
    const [f0, f1, f2] = [rest, states[0].state, states[1].state].map((state) => obstacleForce(state, 1));
    for (let i = 0; i < 3; i++) expect(Math.abs(f2[i] - 2 * f1[i] + f0[i])).toBeLessThan(1e-12);
    // Energy - G . d is quadratic, and grows by the work of the fingers.
    const energy = [rest, ...states.map(({ state }) => state)].map(
      (state) => elasticEnergyOf(scene, state) - potentialWork(scene.body, state),
    );
    const work = states.map(({ work: [a, b] }) => a + b);
    // Forces are found to 1e-11 of the weight.
    work.forEach((done, k) => {
      expect(Math.abs(energy[k + 1] - energy[0] - done) / done).toBeLessThan(1e-11);
    });
    expect(work[1] / work[0]).toBeCloseTo(4, 10);
  });
});

it("loses nothing where friction keeps every node from slipping, also those that touch on the way", () => {
  // Heavy enough that none leaves the table: a node that does slips when hardly anything pushes it.
  const { scene, rest, at } = gripOfBox({ friction: 100, weight: 1 });
  const squeezed = (steps: number) => {
    let state = rest;
    const sums = { work: 0, dissipation: 0, frictionLoss: 0 };
    for (let k = 1; k <= steps; k++) {
      const next = advance(scene, state, at((0.004 * k) / steps))!;
      state = next.state;
      sums.work += next.work[0] + next.work[1];
      sums.dissipation += next.dissipation;
      sums.frictionLoss += next.frictionLoss;
    }
    const modes = contactMap(scene, state);
    expect(modes.filter(({ obstacle }) => obstacle > 0).length).toBeGreaterThan(6);
    expect(modes.filter(({ mode }) => mode === "slip")).toHaveLength(0);
    return sums;
  };
  const [coarse, fine] = [squeezed(8), squeezed(16)];
  expect([coarse.frictionLoss, fine.frictionLoss]).toEqual([0, 0]);
  expect(Math.abs(coarse.dissipation / coarse.work)).toBeLessThan(2e-6);
  expect(Math.abs(coarse.dissipation / fine.dissipation)).toBeGreaterThan(2);
});

describe("scaling", () => {
  const squeezed = (options: Parameters<typeof gripOfBox>[0], scale = 1) => {
    const { scene, rest, at } = gripOfBox(options);
    let state = rest;
    for (let k = 1; k <= 4; k++) state = advance(scene, state, at(0.001 * k * scale))!.state;
    return { state, displacement: state.position.map((x, i) => x - scene.body.rest[i]) };
  };
  const plain = squeezed({});

  it("stiffness and weight together scale forces and keep the shape", () => {
    const { state, displacement } = squeezed({ youngModulus: 6e4, weight: 4.89 });
    displacement.forEach((d, i) => {
      expect(Math.abs(d - plain.displacement[i])).toBeLessThan(1e-12);
    });
    state.force.forEach((f, i) => {
      expect(Math.abs(f - 10 * plain.state.force[i])).toBeLessThan(1e-9);
    });
  });

  it("lengths scale displacements where the weight grows as length squared", () => {
    const { displacement } = squeezed({ scale: 3, weight: 9 * 0.489 }, 3);
    displacement.forEach((d, i) => {
      expect(Math.abs(d - 3 * plain.displacement[i])).toBeLessThan(1e-11);
    });
  });
});

it("is as symmetric as the mesh", () => {
  const mesh = mirroredBox();
  const { scene, rest, at } = gripOfBox({ mesh });
  let state = rest;
  for (let k = 1; k <= 4; k++) state = advance(scene, state, at(0.001 * k))!.state;
  const [left, right] = [obstacleForce(state, 1), obstacleForce(state, 2)];
  expect(left[0]).toBeGreaterThan(0.4);
  expect(left[0] + right[0]).toBeCloseTo(0, 11);
  expect(left[1] - right[1]).toBeCloseTo(0, 11);
  expect(left[2] - right[2]).toBeCloseTo(0, 11);
});

it("needs no more depth with more friction", () => {
  const depths = [0.5, 0.8].map((friction) => {
    const fingers = boxSpec().fingers.map((finger) => ({ ...finger, friction }));
    return pickup(boxSpec({ fingers, tableFriction: friction, depthTolerance: 0.0005 })).leastDepth!.depth;
  });
  expect(depths[1]).toBeLessThanOrEqual(depths[0]);
});

describe("implicit increments and events", () => {
  const { scene, rest, at } = gripOfBox();
  const squeezed = (move: typeof advance, steps: number) => {
    let state = rest;
    let work = 0;
    let violation = 0;
    let fallbacks = 0;
    let lost = 0;
    let left = 0;
    for (let k = 1; k <= steps; k++) {
      const next = move(scene, state, at((0.004 * k) / steps))!;
      state = next.state;
      work += next.work[0] + next.work[1];
      expect(next.frictionLoss).toBeGreaterThanOrEqual(-1e-17);
      lost += next.frictionLoss;
      left += next.dissipation;
      violation = Math.max(violation, worst(next.checks));
      fallbacks += next.fallbacks ?? 0;
    }
    return { work, force: obstacleForce(state, 1)[0], violation, fallbacks, unexplained: Math.abs(left - lost) / work };
  };

  it("converge to each other, at least as the length of the steps", () => {
    const [coarse, fine] = [8, 16].map((steps) => {
      const [implicit, events] = [squeezed(advance, steps), squeezed(advanceByEvents, steps)];
      expect(implicit.violation).toBeLessThan(1e-10);
      expect(events.violation).toBeLessThan(1e-9);
      expect(events.fallbacks).toBe(0);
      // Within the error of the step, of first order: 1 % of the work and 0.1 % of the force a millimetre.
      const length = 4 / steps;
      expect(Math.abs(implicit.work / events.work - 1)).toBeLessThan(0.01 * length);
      expect(Math.abs(implicit.force / events.force - 1)).toBeLessThan(0.001 * length);
      return { implicit, events };
    });
    // Events hardly depend on the step, so the finer of them stand for the limit.
    expect(Math.abs(coarse.events.work / fine.events.work - 1)).toBeLessThan(3e-5);
    // The energy that is lost is what friction takes, force times slip.
    expect(fine.events.unexplained).toBeLessThan(1e-5);
    expect(fine.implicit.unexplained).toBeLessThan(1e-4);
    expect(coarse.implicit.unexplained / fine.implicit.unexplained).toBeGreaterThan(2);
    const error = ({ work }: { work: number }) => Math.abs(work / fine.events.work - 1);
    expect(error(coarse.implicit) / error(fine.implicit)).toBeGreaterThan(2);
  });
});

it("knows where each of two nodes touched that do so in one step", () => {
  // At 3.67 and 3.71 mm.
  const finger = { radius: 0.04, friction: 0.5 };
  const fingers = [
    { near: [0, 0.045, 0.03] as const, ...finger },
    { near: [0.06, 0.015, 0.03] as const, ...finger },
  ];
  const [coarse, fine] = [16, 256].map((steps) => {
    const { squeeze } = pickup(boxSpec({ fingers, step: 0.0045 / steps, maximumDepth: 0.0045, liftTest: "none" }));
    return squeeze.at(-1)!.fingerForces[1];
  });
  coarse.forEach((value, i) => {
    expect(Math.abs(value - fine[i])).toBeLessThan(5e-5);
  });
});

it("has no direction of slip to check where there is no friction", () => {
  const fingers = boxSpec().fingers.map((finger, i) => ({ ...finger, friction: i === 0 ? 0 : 0.5 }));
  const { checks, warnings } = pickup(boxSpec({ fingers, maximumDepth: 0.005, liftTest: "none" }));
  expect(worst(checks)).toBeLessThan(1e-10);
  expect(warnings.map(({ code }) => code)).not.toContain("drift");
});

describe("fingers that reach nodes on the table", () => {
  // So rough that friction can lock a node between the two.
  const finger = { radius: 0.03, friction: 0.8 };
  const spec = boxSpec({
    fingers: [
      { near: [0, 0.03, 0.015], ...finger },
      { near: [0.06, 0.03, 0.015], ...finger },
    ],
    tableFriction: 0.8,
    maximumDepth: 0.006,
    liftTest: "none",
  });
  const [implicit, events] = (["implicit", "event-driven"] as const).map((scheme) => pickup({ ...spec, scheme }));
  const shared = ({ gripContacts }: typeof implicit & object) => {
    const fingerNodes = gripContacts.filter(({ obstacle }) => obstacle > 0).map(({ surfaceNode }) => surfaceNode);
    return gripContacts.filter(({ obstacle, surfaceNode }) => obstacle === 0 && fingerNodes.includes(surfaceNode));
  };

  it("press them on it: every law holds for both, and both schemes agree", () => {
    for (const run of [implicit, events]) {
      expect(shared(run).length).toBeGreaterThan(0);
      // Carried along by the finger, dragged over the table.
      expect(new Set(shared(run).map(({ mode }) => mode))).toEqual(new Set(["slip"]));
      expect(worst(run.checks)).toBeLessThan(1e-9);
    }
    const apart = (of: typeof implicit & object) => Math.abs(events.squeeze.at(-1)!.work / of.squeeze.at(-1)!.work - 1);
    expect(apart(implicit)).toBeLessThan(5e-3);
    expect(apart(implicit) / apart(pickup({ ...spec, step: 0.00025 }))).toBeGreaterThan(2);
  });

  it("have no more self-stress in them than the laws ask for", () => {
    const { scene, gripState } = implicit;
    const state = gripState!;
    const [{ surfaceNode, force, normal }] = shared(implicit) as [ContactNode, ...ContactNode[]];
    const other = implicit.gripContacts.find((each) => each.surfaceNode === surfaceNode && each.obstacle > 0)!;
    const nodes = state.position.length / 3;
    // The table pushes more by what leaves it on its cone, and the finger takes it up.
    const stressed = state.force.slice();
    for (let i = 0; i < 3; i++) {
      stressed[3 * surfaceNode + i] += 5 * force[i];
      stressed[3 * (other.obstacle * nodes + surfaceNode) + i] -= 5 * force[i];
    }
    const locked = contactMap(scene, { ...state, force: stressed }).find(
      (each) => each.obstacle === other.obstacle && each.surfaceNode === surfaceNode,
    )!;
    expect(locked.friction).toBeLessThan(0.8 * locked.push);
    const back = relieved(scene, { ...state, force: stressed });
    back.force.forEach((value, i) => {
      expect(Math.abs(value - state.force[i])).toBeLessThan(1e-6 * Math.abs(force[0] * normal[0] + force[2] * normal[2]));
    });
  });
});

it("says where a finger cannot go on because friction wedges a node on the table", () => {
  const fingers = boxSpec().fingers.map((finger) => ({ ...finger, near: [finger.near![0], 0.03, 0.015] as const, friction: 3 }));
  const { outcome, warnings } = pickup(boxSpec({ fingers, tableFriction: 3, step: 0.001, liftTest: "none", strainLimit: 5 }));
  expect(outcome).toBe("no-equilibrium");
  // 90 degrees - asin(0.015 / 0.04), and twice atan 3.
  expect(warnings.find(({ code }) => code === "wedge")?.message).toContain("they open by 68 degrees there and friction holds up to 143");
});

it("searches the least depth between the last two depths of the squeeze, also where the last step is short", () => {
  const depths: number[] = [];
  const { leastDepth } = pickup(boxSpec({ step: 0.0039, maximumDepth: 0.0042, depthTolerance: 0.0001, endAtGrip: true }), {
    step: (phase, { depth }) => {
      if (phase === "search") depths.push(depth);
    },
  });
  expect(depths[0]).toBeCloseTo(0.00405, 12);
  expect(Math.min(...depths)).toBeGreaterThan(0.0039);
  expect(leastDepth!.failed).toBeGreaterThanOrEqual(0.0039);
});

it("lifts what the virtual lift lets through, however closely the least depth is searched", () => {
  const { outcome, leastDepth } = pickup(boxSpec({ depthTolerance: 1e-6 }));
  expect(outcome).toBe("lifted");
  expect(leastDepth!.depth - leastDepth!.failed).toBeLessThan(1.01e-6);
});

describe("bad input", () => {
  const fingers = boxSpec().fingers;
  const withFinger = (change: object, other: object = {}): Partial<PickupSpec> => ({
    fingers: [
      { ...fingers[0], ...change },
      { ...fingers[1], ...other },
    ],
  });
  const at = (node: number) => ({ near: undefined, node }) as object;
  const corner = (x: number, y: number, z: number) => {
    for (let k = 0; 3 * k < BOX.nodes.length; k++)
      if (Math.abs(BOX.nodes[3 * k] - x) + Math.abs(BOX.nodes[3 * k + 1] - y) + Math.abs(BOX.nodes[3 * k + 2] - z) < 1e-9) return k;
    return -1;
  };
  const moved = (dz: number) => ({ ...BOX, nodes: BOX.nodes.map((x, i) => (i % 3 === 2 ? x + dz : x)) });
  const tilted = () => ({ ...BOX, nodes: BOX.nodes.map((x, i) => (i % 3 === 2 ? x + 0.1 * BOX.nodes[i - 1] : x)) });

  it.each<[string, Partial<PickupSpec>, string]>([
    [
      "no stiffness",
      { material: { youngModulus: 0, poissonRatio: 0.3 } },
      "material.youngModulus: 0 is not from 0.000001 to 1000000000000000 Pa",
    ],
    ["a Poisson ratio of 1/2", { material: { youngModulus: 6e3, poissonRatio: 0.5 } }, "material.poissonRatio: 0.5 is not between"],
    ["a negative weight", { weight: -1 }, "weight: -1 is not a number at or above 0"],
    ["a negative friction", { tableFriction: -0.1 }, "tableFriction: -0.1 is not from 0 to 1000"],
    ["friction without measure", withFinger({ friction: 1e6 }), "fingers[0].friction: 1000000 is not from 0 to 1000"],
    ["a finger without size", withFinger({ radius: 0 }), "fingers[0].radius: 0 is not a number above 0"],
    ["a flat finger", withFinger({ radius: 20 }), "fingers[0].radius: 20 is more than 100 times the body's size of 0.104 m"],
    ["a finger's negative friction", withFinger({ friction: -1 }), "fingers[0].friction: -1 is not"],
    ["a node inside the body", withFinger(at(corner(0.03, 0.03, 0.03))), "is not on the surface of the body"],
    ["a node on the table", withFinger(at(corner(0, 0.03, 0))), "is on the table"],
    ["no such node", withFinger(at(1e6)), "is not a node"],
    ["a point far away", withFinger({ near: [0, -5, 3] }), "fingers[0].near: [0, -5, 3] is farther from the body than its size of 0.104 m"],
    ["both fingers on one node", withFinger({}, { near: fingers[0].near }), "is the node of both fingers"],
    ["no direction", withFinger({ direction: [0, 0, 0] }), "fingers[0].direction: [0, 0, 0] has no direction"],
    ["a direction away from the body", withFinger({ direction: [-1, 0, 0] }), "leads away from the body"],
    ["one finger", { fingers: fingers.slice(0, 1) }, "fingers: 1 is not two"],
    [
      "fingers that overlap",
      withFinger({ radius: 0.03, near: [0, 0.03, 0.06] }, { radius: 0.03, near: [0.015, 0.03, 0.06], direction: [0, 0, -1] }),
      "overlap",
    ],
    ["a depth at which the fingers meet", { maximumDepth: 0.2 }, "maximumDepth: 0.2 brings the fingers into each other"],
    ["a mesh above the table", { mesh: moved(0.001) }, "does not touch the table"],
    ["a mesh below the table", { mesh: moved(-0.001) }, "is below the table"],
    ["a mesh on an edge", { mesh: tilted() }, "stand on the table: a body needs 3"],
    ["steps of no length", { step: 0 }, "step: 0 is not a number above 0"],
    ["steps without number", { step: 1e-9 }, "makes more than"],
  ])("refuses %s", (_, change, message) => {
    expect(() => pickup(boxSpec(change))).toThrow(message);
  });

  it("reports a grip that cannot close, one that is never deep enough, and strain beyond a limit", () => {
    expect(pickup(boxSpec({ ...withFinger({ friction: 0 }, { friction: 0 }), tableFriction: 0 })).outcome).toBe("no-force-closure");
    expect(pickup(boxSpec({ maximumDepth: 0.001 })).outcome).toBe("too-deep");
    expect(pickup(boxSpec({ strainLimit: 0.06 })).outcome).toBe("strain");
  });
});
