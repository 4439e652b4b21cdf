import { describe, expect, it } from "vitest";
import { ballMesh, boxMesh, frustumMesh } from "../mesh/generate.js";
import { pickup } from "../pickup/pickup.js";
import type { FingerShape } from "./finger-shape.js";
import { type GraspSpec, grasp } from "./grasp.js";
import type { GraspFinger } from "./hand.js";
import { obstacleForce } from "./scene.js";

const SIDE = 0.06;
const YOUNG = 6000;
const box = boxMesh({ size: [SIDE, SIDE, SIDE], cells: [4, 4, 4] });
const material = { youngModulus: YOUNG, poissonRatio: 0.3 };
const wide: FingerShape = { type: "pad", size: [0.02, 0.1, 0.2], rounding: 0.002 };
const pair = (shape: FingerShape, friction: number, rest: Partial<GraspFinger> = {}): GraspFinger[] =>
  [1, -1].map((side) => ({ shape, at: [SIDE / 2, SIDE / 2, SIDE / 2], direction: [side, 0, 0], friction, ...rest }));
const smooth: GraspSpec = {
  mesh: box,
  material,
  // So light that its sag does not show.
  weight: 1e-8,
  tableFriction: 0,
  fingers: pair(wide, 0),
  close: { distance: 0.001 },
  steps: 1,
  lift: false,
};
const last = (spec: GraspSpec) => {
  const run = grasp(spec);
  return { run, record: run.records.at(-1) as (typeof run.records)[number] };
};

it("tells the work of Hertz's contacts beside that of balls, and of nothing else", () => {
  const radius = 0.04;
  const { run, record } = last({ ...smooth, fingers: pair({ type: "ball", radius }, 0.5) });
  // The work of 4/3 E* sqrt(R) d^(3/2) to the depth of each push, in small steps.
  const stiffness = ((4 / 3) * YOUNG * Math.sqrt(radius)) / (1 - 0.09);
  let work = 0;
  for (const push of record.pushes) {
    const depth = (push / stiffness) ** (2 / 3);
    for (let k = 0; k < 4000; k++) work += (stiffness * (depth * ((k + 0.5) / 4000)) ** 1.5 * depth) / 4000;
  }
  expect(run.hertzWork! / work).toBeCloseTo(1, 6);
  expect(last(smooth).run.hertzWork).toBeUndefined();
});

describe("smooth pads on a block", () => {
  // E A (2 x 1 mm) / L on each side.
  const push = (YOUNG * SIDE * SIDE * 0.002) / SIDE;

  it("compress it as a bar: E A / L times the way of both", () => {
    const { record } = last(smooth);
    for (const each of record.pushes) expect(each / push).toBeCloseTo(1, 7);
    expect(record.work / (push * 0.001)).toBeCloseTo(1, 7);
    expect(record.strain).toBeCloseTo(0.002 / SIDE, 9);
  });

  it("by neo-Hooke: the stress of uniaxial compression, from its own equations", () => {
    // Stretches l along, t across with no stress across: mu J^(-5/3) (t^2 - l^2) / 3 + kappa (J - 1) = 0, J = l t^2; P = force / area.
    const [mu, kappa] = [YOUNG / 2.6, YOUNG / 1.2];
    const l = 1 - 0.012 / SIDE;
    const across = (t: number): number => (mu * (l * t * t) ** (-5 / 3) * (t * t - l * l)) / 3 + kappa * (l * t * t - 1);
    let [low, high] = [1, 1.3];
    for (let i = 0; i < 80; i++) [low, high] = across((low + high) / 2) > 0 ? [low, (low + high) / 2] : [(low + high) / 2, high];
    const j = l * low * low;
    const stress = ((2 / 3) * mu * j ** (-5 / 3) * (l * l - low * low) + kappa * (j - 1)) * low * low;
    const { record } = last({ ...smooth, law: "neo-hooke", close: { distance: 0.006 }, steps: 3 });
    for (const each of record.pushes) expect(each / (-stress * SIDE * SIDE)).toBeCloseTo(1, 7);
  });

  it("that give way share the way with the body: springs in a row", () => {
    const own = 100;
    const { record } = last({ ...smooth, fingers: pair(wide, 0, { stiffness: own }) });
    const body = (YOUNG * SIDE * SIDE) / SIDE;
    // Each side: finger own, half the body 2 body.
    for (const each of record.pushes) expect(each / (0.001 / (1 / own + 1 / (2 * body)))).toBeCloseTo(1, 7);
  });

  it("closed by force come to the way that gives that force", () => {
    const { record } = last({ ...smooth, close: { push } });
    expect(record.distance / 0.001).toBeCloseTo(1, 7);
  });

  it("of quadratic elements do the same, with no error to speak of", () => {
    const { run, record } = last({ ...smooth, element: "quadratic" });
    for (const each of record.pushes) expect(each / push).toBeCloseTo(1, 7);
    expect(run.meshError).toBeLessThan(1e-9);
  });
});

describe("balls", () => {
  const fingers = pair({ type: "ball", radius: 0.04 }, 0.5);
  const spec: GraspSpec = {
    mesh: box,
    material,
    weight: 0.489,
    tableFriction: 0.5,
    fingers,
    close: { distance: 0.003 },
    steps: 6,
    lift: false,
  };

  it("squeeze a box as a pickup does, by another solver", () => {
    const { record } = last(spec);
    const ball = { radius: 0.04, friction: 0.5 };
    const { squeeze } = pickup({
      mesh: box,
      material,
      weight: 0.489,
      tableFriction: 0.5,
      fingers: [
        { near: [0, SIDE / 2, SIDE / 2], ...ball },
        { near: [SIDE, SIDE / 2, SIDE / 2], ...ball },
      ],
      step: 0.0005,
      maximumDepth: 0.003,
      liftTest: "none",
    });
    const other = squeeze.at(-1) as (typeof squeeze)[number];
    record.pushes.forEach((push, i) => {
      expect(Math.abs(push / other.squeeze[i] - 1)).toBeLessThan(2e-3);
    });
    expect(Math.abs(record.work / other.work - 1)).toBeLessThan(3e-3);
  });

  it("lift it from the least distance that a pickup needs, and no sooner", () => {
    const { run } = last({ ...spec, close: { distance: 0.005, untilLiftable: true }, steps: 10, lift: true });
    expect(run.outcome).toBe("held");
    const grip = run.records.filter(({ phase }) => phase === "close").at(-1);
    expect(grip?.distance).toBeGreaterThan(0.00375);
    expect(grip?.distance).toBeLessThan(0.0041);
    expect(run.records.at(-1)?.table).toBe(0);
  });
});

describe("a hand that carries", () => {
  const rough: GraspSpec = {
    mesh: box,
    material,
    weight: 0.489,
    tableFriction: 0.5,
    fingers: pair({ type: "pad", size: [0.01, 0.04, 0.04], rounding: 0.002 }, 0.5),
    close: { push: 0.7 },
    steps: 3,
  };

  it("holds the weight with its fingers, also turned and shaken, and puts it down again", () => {
    const turn = { axis: [0, 1, 0] as const, angle: Math.PI / 3 };
    const { run, record } = last({ ...rough, carry: [{ turn }, { acceleration: [0, 0, 2] }], putDown: true });
    expect(run.outcome).toBe("put-down");
    expect(record.table / 0.489).toBeCloseTo(1, 8);
    expect(record.contacts.slice(1).every(({ stick, slip }) => stick + slip === 0)).toBe(true);
    const lifted = run.states.lifted as NonNullable<typeof run.states.lifted>;
    const force = [1, 2].map((i) => obstacleForce(lifted, i));
    expect((force[0][2] + force[1][2]) / 0.489).toBeCloseTo(1, 8);
    expect(force[0][0] + force[1][0]).toBeCloseTo(0, 8);
    // The hand keeps its mean push, whatever the weight does.
    const carried = run.records.filter(({ phase }) => phase === "carry");
    for (const { pushes } of carried) expect((pushes[0] + pushes[1]) / 2).toBeCloseTo(0.7, 7);
  });

  it("loses it where the weight is more than all of its friction: 2 mu N, by a rising acceleration", () => {
    const { run } = last({ ...rough, carry: [{ acceleration: [0, 0, 9.81] }] });
    expect(run.outcome).toBe("slipped");
    // 2 x 0.5 x 0.7 N over 0.489 N: a load of 1.43 weights, of which the first is there before.
    expect(run.slip?.phase).toBe("carry");
    expect(1 + (run.slip?.share ?? 0)).toBeLessThan(1.4315);
    expect(1 + (run.slip?.share ?? 0)).toBeGreaterThan(1.3);
  });

  it("does not lift what its friction cannot carry", () => {
    const { run } = last({ ...rough, close: { push: 0.4 } });
    expect(run.outcome).toBe("slipped");
    expect(run.slip?.phase).toBe("lift");
    expect(run.slip?.share).toBeLessThan(0.4 / 0.489);
  });

  it("lifts a cup whose walls slide up along the pads as they are pressed in", () => {
    const full = boxMesh({ size: [SIDE, SIDE, SIDE], cells: [6, 6, 6] });
    // A bottom and walls of one cell each; a cell has six tetrahedra, whose corners' mean lies in it.
    const isInside = (k: number) => {
      const mean = (c: number) => [0, 1, 2, 3].reduce((sum, n) => sum + full.nodes[3 * full.tetrahedra[4 * k + n] + c] / 4, 0);
      return mean(2) > 0.01 && [0, 1].every((c) => mean(c) > 0.01 && mean(c) < 0.05);
    };
    const kept = Array.from({ length: full.tetrahedra.length / 4 }, (_, k) => k).filter((k) => !isInside(k));
    const corners = kept.flatMap((k) => Array.from(full.tetrahedra.subarray(4 * k, 4 * k + 4)));
    const used = [...new Set(corners)].sort((one, other) => one - other);
    const numbers = new Map(used.map((node, i) => [node, i]));
    const cup = {
      nodes: Float64Array.from(used.flatMap((node) => Array.from(full.nodes.subarray(3 * node, 3 * node + 3)))),
      tetrahedra: Int32Array.from(corners, (node) => numbers.get(node) ?? 0),
    };
    const pad: FingerShape = { type: "pad", size: [0.01, 0.08, 0.02], rounding: 0.002 };
    const fingers = pair(pad, 0.2).map((finger) => ({ ...finger, at: [SIDE / 2, SIDE / 2, 0.05] as const }));
    const { run } = last({ ...rough, mesh: cup, weight: 0.1, fingers, close: { push: 0.3 }, carry: [] });
    // All nodes of the first finger slip when the hand has closed, and push the cup onto the table; they turn back as it goes up.
    const closed = run.records.filter(({ phase }) => phase === "close").at(-1) as (typeof run.records)[number];
    expect(closed.contacts[1].stick).toBe(0);
    expect(closed.table).toBeGreaterThan(0.1);
    expect(run.outcome).toBe("held");
  });

  it("stops at its strain limit, even where it could lift", () => {
    expect(last({ ...rough, strainLimit: 0.02 }).run.outcome).toBe("strain");
  });
});

it("three fingers hold a ball: forces in balance, and the mean push that was asked for", () => {
  const mesh = ballMesh({ radius: 0.03, divisions: 5 });
  const fingers = [0, 1, 2].map((i): GraspFinger => {
    const angle = (2 * Math.PI * i) / 3;
    return { shape: { type: "ball", radius: 0.02 }, at: [0, 0, 0.028], direction: [-Math.cos(angle), -Math.sin(angle), 0], friction: 0.8 };
  });
  const { run, record } = last({
    mesh,
    material: { youngModulus: 2e4, poissonRatio: 0.3 },
    weight: 0.2,
    tableFriction: 0.5,
    fingers,
    close: { push: 0.4 },
    steps: 4,
  });
  expect(run.outcome).toBe("held");
  expect(record.pushes.reduce((sum, each) => sum + each, 0) / 3).toBeCloseTo(0.4, 8);
  const total = [1, 2, 3]
    .map((i) => obstacleForce(run.states.end, i))
    .reduce((sum: number[], force) => sum.map((value, k) => value + force[k]), [0, 0, -0.2]);
  for (const each of total) expect(each).toBeCloseTo(0, 9);
});

it("a groove and a pad centre a cylinder between them", () => {
  const mesh = frustumMesh({ bottomRadius: 0.03, topRadius: 0.03, height: 0.05, rings: 3, layers: 4 });
  const groove: FingerShape = { type: "groove", angle: Math.PI / 2, size: [0.01, 0.05, 0.04], rounding: 0.002 };
  const fingers: GraspFinger[] = [
    { shape: groove, at: [0, 0, 0.025], direction: [1, 0, 0], friction: 0.2 },
    { shape: { type: "cylinder", radius: 0.01, length: 0.06 }, at: [0, 0, 0.025], direction: [-1, 0, 0], friction: 0.2 },
  ];
  const { record, run } = last({
    mesh,
    material: { youngModulus: 2e4, poissonRatio: 0.3 },
    weight: 0.1,
    tableFriction: 0.1,
    fingers,
    close: { distance: 0.001 },
    steps: 2,
    lift: false,
  });
  expect(run.outcome).toBe("closed");
  // Forces along the groove's way are those of the cylinder against it, but for what the table takes.
  expect(Math.abs(record.pushes[0] - record.pushes[1])).toBeLessThan(0.1 * 0.1 * 1.1);
  expect(record.contacts[1].stick + record.contacts[1].slip).toBeGreaterThan(3);
});

describe("bad input", () => {
  it.each([
    [{ fingers: smooth.fingers.slice(0, 1) }, "fingers"],
    [{ fingers: [smooth.fingers[0], { ...smooth.fingers[1], at: [0, 1, 0] as const }] }, "fingers[1].at"],
    [{ fingers: [smooth.fingers[0], { ...smooth.fingers[1], stiffness: 0 }] }, "fingers[1].stiffness"],
    [{ close: { push: 0 } }, "close.push"],
    [{ steps: 0 }, "steps"],
    [{ tableFriction: -1 }, "tableFriction"],
    [{ weight: 0 }, "weight"],
    [{ carry: [{ turn: { axis: [0, 0, 0] as const, angle: 1 } }] }, "carry[0].turn.axis"],
  ])("%j is refused by its field", (changes, field) => {
    expect(() => grasp({ ...smooth, ...changes } as GraspSpec)).toThrow(field);
  });
});
