/**
 * Outcomes of impacts with several contacts, made by hand for the pictures: springs followed in small steps, and stages whose work is known
 * in closed form. They are right to a few digits, which is what pictures need.
 */
import type { ContactHistory, ImpactEvent, ImpactHistory, ImpactOutcome, ImpactStage } from "carom/impact";
import { type Bodies, type BodyContact, type ContactProblem, contactProblemFromBodies, velocitiesAfter } from "carom/mechanics";
import type { PlacedResult, Vector } from "./scene.js";

type Phase = ContactHistory["phase"][number];

/** Equal stiffness, one coefficient, no friction. Contacts are named slipping all the same, so that pictures have something to colour. */
export function followSprings(problem: ContactProblem, restitution: number): ImpactOutcome {
  const { dimension, mobility, contacts } = problem;
  const count = contacts.length;
  const normal = (contact: number) => (contact + 1) * dimension - 1;
  const velocity = [...problem.velocity];
  const impulse = velocity.map(() => 0);
  const compression = contacts.map(() => 0);
  const phase = contacts.map((): Phase => "open");
  const stiffness = (contact: number) => (phase[contact] === "restitution" ? restitution ** -2 : 1);
  const energy = (contact: number) => (phase[contact] === "open" ? 0 : 0.5 * stiffness(contact) * compression[contact] ** 2);
  const total = () => contacts.reduce((sum, _, i) => sum + impulse[normal(i)], 0);
  const own = contacts.map(() => ({ phase: [] as Phase[], mode: [] as ("open" | "slip")[], storedEnergy: [] as number[] }));
  const columns = emptyColumns<"slip">();
  const events: ImpactEvent[] = [];
  const record = () => {
    columns.normalImpulse.push(total());
    columns.impulse.push([...impulse]);
    columns.velocity.push([...velocity]);
    columns.storedEnergy.push(contacts.reduce((sum, _, i) => sum + energy(i), 0));
    columns.frictionLoss.push(0);
    columns.mode.push("slip");
    columns.normalWork.push(impulse.reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0));
    own.forEach((columnsOf, i) => {
      columnsOf.phase.push(phase[i]);
      columnsOf.mode.push(phase[i] === "open" ? "open" : "slip");
      columnsOf.storedEnergy.push(energy(i));
    });
  };
  const change = (contact: number, kind: ImpactEvent["kind"], next: Phase, kept: number) => {
    record();
    const after = kept * energy(contact);
    phase[contact] = next;
    compression[contact] = next === "open" ? 0 : Math.sqrt((2 * after) / stiffness(contact));
    events.push({
      kind,
      contact,
      normalImpulse: impulse[normal(contact)],
      impulse: [...impulse],
      velocity: [...velocity],
      storedEnergy: energy(contact),
      frictionLoss: 0,
    });
    record();
  };
  const step = 0.01 / Math.sqrt(Math.max(...contacts.map((_, i) => mobility[normal(i)][normal(i)])));
  record();
  for (let n = 0; n < 50_000; n++) {
    for (let i = 0; i < count; i++) {
      const closing = -velocity[normal(i)];
      if (phase[i] === "open" && closing > 1e-9) change(i, "contact-close", "compression", 1);
      else if (phase[i] === "compression" && closing <= 0) change(i, "compression-end", "restitution", restitution ** 2);
      else if (phase[i] === "restitution" && compression[i] <= 0) change(i, "contact-open", "open", 0);
      else if (phase[i] === "restitution" && closing > 0) change(i, "compression-restart", "compression", 1);
    }
    if (phase.every((one) => one === "open")) break;
    for (let i = 0; i < count; i++) {
      const push = phase[i] === "open" ? 0 : step * stiffness(i) * Math.max(0, compression[i]);
      impulse[normal(i)] += push;
      for (let j = 0; j < velocity.length; j++) velocity[j] += mobility[j][normal(i)] * push;
    }
    for (let i = 0; i < count; i++) if (phase[i] !== "open") compression[i] -= step * velocity[normal(i)];
    if (n % 4 === 0) record();
  }
  record();
  events.push({ kind: "end", normalImpulse: total(), impulse: [...impulse], velocity: [...velocity], storedEnergy: 0, frictionLoss: 0 });
  const before = problem.kineticEnergy!;
  const after = before + columns.normalWork[columns.normalWork.length - 1];
  return {
    law: "simultaneous",
    impulse,
    velocity,
    events,
    energy: { before, after, restitutionLoss: before - after, frictionLoss: 0, residual: 0 },
    warnings: [],
    slip: contacts.map(({ friction }, i) => (impulse[normal(i)] === 0 ? "untouched" : friction === 0 ? "frictionless" : "slides")),
    history: { ...columns, contacts: own },
  };
}

const RADIUS = 0.03;

const ball = (position: Vector, velocity: Vector = [0, 0, 0]) => ({
  mass: 0.17,
  inertia: [6.12e-5, 6.12e-5, 6.12e-5] as Vector,
  position,
  velocity,
});

type Solve = (problem: ContactProblem) => ImpactOutcome;

function resultOfBodies(bodies: Bodies, contacts: readonly BodyContact[], solve: Solve): PlacedResult {
  const { problem, frames } = contactProblemFromBodies(bodies, contacts);
  const outcome = solve(problem);
  const after = velocitiesAfter(bodies, contacts, outcome.impulse);
  const still = { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;
  return {
    carom: 1,
    kind: "impact",
    title: "Several contacts",
    problem,
    outcome,
    bodies: Object.fromEntries(
      Object.entries(after).map(([name, motion]) => {
        const body = bodies[name];
        if (body === "fixed") throw new Error("a fixed body does not move");
        return [name, { position: body.position, before: { ...still, velocity: body.velocity ?? still.velocity }, after: motion }];
      }),
    ),
    contacts: frames.map((frame, i) => ({
      between: contacts[i].between,
      ...frame,
      impulse: [0, 1, 2].map(
        (k) =>
          outcome.impulse[3 * i] * frame.tangent1[k] +
          outcome.impulse[3 * i + 1] * frame.tangent2[k] +
          outcome.impulse[3 * i + 2] * frame.normal[k],
      ) as unknown as Vector,
    })),
  };
}

/** Balls in contact at their places; the normal of a contact points into the ball named first. */
function contactsOf(balls: Bodies, friction: number): BodyContact[] {
  const names = Object.keys(balls);
  return names.flatMap((name, i) =>
    names.slice(i + 1).flatMap((other): BodyContact[] => {
      const [a, b] = [balls[name], balls[other]];
      if (a === "fixed" || b === "fixed") return [];
      const normal = a.position.map((value, k) => value - b.position[k]) as unknown as Vector;
      if (Math.hypot(...normal) > 2 * RADIUS * 1.0001) return [];
      const point = a.position.map((value, k) => (value + b.position[k]) / 2) as unknown as Vector;
      return [{ between: [name, other], point, normal, friction, restitution: 0.9 }];
    }),
  );
}

/** A line of balls along x; the first one strikes. */
export function chain(
  count: number,
  friction = 0,
  restitution = 0.9,
  solve: Solve = (problem) => followSprings(problem, restitution),
): PlacedResult {
  const bodies = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`ball${i + 1}`, ball([2 * RADIUS * i, 0, 0], i === 0 ? [1, 0, 0] : [0, 0, 0])]),
  );
  return resultOfBodies(bodies, contactsOf(bodies, friction), solve);
}

/** A triangle of balls on a table with so many rows, struck at its tip. */
export function rack(rows: number, friction = 0.05, solve: Solve = (problem) => followSprings(problem, 0.9)): PlacedResult {
  const balls = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + 1 }, (_, i): Vector => [2 * RADIUS + row * Math.sqrt(3) * RADIUS, (2 * i - row) * RADIUS, 0]),
  ).flat();
  const bodies: Bodies = {
    cue: ball([0, 0, 0], [1, 0, 0]),
    ...Object.fromEntries(balls.map((position, i) => [`ball${i + 1}`, ball(position)])),
  };
  return resultOfBodies(bodies, contactsOf(bodies, friction), solve);
}

/** A block that falls flat on four corners of a floor, one of them a little sooner. */
export function block(solve: Solve = (problem) => followSprings(problem, 0.5)): PlacedResult {
  const corner = (x: number, y: number, name: string): BodyContact => ({
    between: ["block", "floor"],
    point: [x, y, 0],
    normal: [0, 0, 1],
    friction: 0.3,
    restitution: 0.5,
    name,
  });
  const bodies: Bodies = {
    block: { mass: 1, inertia: [0.01, 0.02, 0.025], position: [0, 0, 0.05], velocity: [0.3, 0.1, -1], angularVelocity: [0.5, 0.2, 0] },
    floor: "fixed",
  };
  const corners = [corner(-0.2, -0.1, "a"), corner(0.2, -0.1, "b"), corner(-0.2, 0.1, "c"), corner(0.2, 0.1, "d")];
  return resultOfBodies(bodies, corners, solve);
}

/** Wall and floor at right angles, planar; places are in the plane of x and y. */
const PLANAR: ContactProblem = {
  dimension: 2,
  contacts: [
    { friction: 0.4, restitution: 0.5, name: "left" },
    { friction: 0.4, restitution: 0.5, name: "right" },
  ],
  mobility: [
    [2, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 2, 0],
    [0, 0, 0, 1],
  ],
  velocity: [0.2, -1, 0.2, -1],
  kineticEnergy: 1.02,
  places: [-0.1, 0.1].map((x) => ({
    point: [x, 0],
    axes: [
      [1, 0],
      [0, 1],
    ],
  })),
};

export interface StagesOptions {
  /** Of each stage; a negative one stops it in compression. */
  readonly restitution: readonly number[];
  /** Friction that the contacts need to stick once they have stopped. */
  readonly criticalFriction?: number;
}

/**
 * Two contacts that share equally and each move as a mass of 1 kg would: normal velocity -1 + P/2 and work (P/2 - 2) P/2 in the first
 * stage. Both slip until P = 0.5, then stick. Further stages repeat the first with the same velocities, which no body does: it is their
 * pictures that matter.
 */
export function stages({ restitution, criticalFriction = 0.1 }: StagesOptions): PlacedResult {
  const columns = emptyColumns<"slip" | "stick">();
  const own = [0, 1].map(() => ({ phase: [] as Phase[], mode: [] as ("slip" | "stick")[] }));
  const list: ImpactStage[] = [];
  const events: ImpactEvent[] = [];
  const work = (p: number) => 0.25 * p * p - p;
  let before = { clock: 0, work: 0, normal: 0, tangent: 0, friction: 0 };
  for (const e of restitution) {
    const end = 2 * (1 + e);
    const start = before;
    const at = (p: number) => {
      const slipping = Math.min(p, 0.5);
      const tangent = -0.5 * 0.4 * slipping - 0.5 * criticalFriction * Math.max(0, p - 0.5);
      const slip = Math.max(0, 0.2 - 0.4 * p);
      const friction = start.friction + 0.4 * (0.2 * slipping - 0.2 * slipping * slipping);
      return {
        clock: start.clock + p,
        work: start.work + work(p),
        normal: start.normal + p / 2,
        tangent: start.tangent + tangent,
        slip,
        friction,
      };
    };
    const push = (p: number, phase: Phase, mode: "slip" | "stick") => {
      const { clock, work: done, normal, tangent, slip, friction } = at(p);
      columns.normalImpulse.push(clock);
      columns.impulse.push([tangent, normal, tangent, normal]);
      columns.velocity.push([slip, -1 + p / 2, slip, -1 + p / 2]);
      columns.storedEnergy.push(Math.max(0, -work(p) - (phase === "restitution" ? 1 - e * e : 0)));
      columns.frictionLoss.push(friction);
      columns.mode.push(mode);
      columns.normalWork.push(done);
      for (const columnsOf of own) {
        columnsOf.phase.push(phase);
        columnsOf.mode.push(mode);
      }
    };
    const event = (kind: ImpactEvent["kind"], p: number, contact?: number) => {
      const row = columns.impulse.length - 1;
      events.push({
        kind,
        ...(contact === undefined ? {} : { contact }),
        normalImpulse: contact === undefined ? start.clock + p : start.normal + p / 2,
        impulse: columns.impulse[row],
        velocity: columns.velocity[row],
        storedEnergy: columns.storedEnergy[row],
        frictionLoss: columns.frictionLoss[row],
      });
    };
    const sweep = (from: number, to: number, phase: Phase, mode: "slip" | "stick") => {
      for (let k = 0; k <= 16; k++) push(from + ((to - from) * k) / 16, phase, mode);
    };
    sweep(0, Math.min(0.5, end), "compression", "slip");
    if (end > 0.5) {
      event("slip-stop", 0.5, 0);
      event("slip-stop", 0.5, 1);
      sweep(0.5, Math.min(2, end), "compression", "stick");
    }
    if (end > 2) {
      event("compression-end", 2);
      sweep(2, end, "restitution", "stick");
    }
    // What is still stored when a stage stops is lost.
    push(end, end > 2 ? "restitution" : "compression", end > 0.5 ? "stick" : "slip");
    columns.storedEnergy[columns.storedEnergy.length - 1] = 0;
    event("stage-end", end);
    list.push({
      contacts: [0, 1],
      restitution: e,
      compressionImpulse: 2,
      finalImpulse: end,
      compressionWork: -1,
      finalWork: work(end),
      frictionWork: start.friction - at(end).friction,
      phases: [
        { from: 0, modes: ["slip", "slip"], criticalFriction: [null, null] },
        ...(end > 0.5 ? [{ from: 0.5, modes: ["stick", "stick"] as const, criticalFriction: [criticalFriction, criticalFriction] }] : []),
      ],
    });
    before = at(end);
  }
  const last = columns.impulse.length - 1;
  const energy = PLANAR.kineticEnergy!;
  const after =
    energy + columns.impulse[last].reduce((sum, value, i) => sum + 0.5 * value * (PLANAR.velocity[i] + columns.velocity[last][i]), 0);
  const frictionLoss = columns.frictionLoss[last];
  const history: ImpactHistory = { ...columns, contacts: own };
  return {
    carom: 1,
    kind: "impact",
    title: "Stages",
    problem: PLANAR,
    outcome: {
      law: "multipoint",
      impulse: columns.impulse[last],
      velocity: columns.velocity[last],
      events: [...events.slice(0, -1), { ...events[events.length - 1], kind: "end" }],
      energy: { before: energy, after, frictionLoss, restitutionLoss: energy - after - frictionLoss, residual: 0 },
      warnings: [],
      slip: ["sticks", "sticks"],
      stages: list,
      history,
    },
  };
}

function emptyColumns<Mode>() {
  return {
    normalImpulse: [] as number[],
    impulse: [] as number[][],
    velocity: [] as number[][],
    storedEnergy: [] as number[],
    frictionLoss: [] as number[],
    mode: [] as Mode[],
    normalWork: [] as number[],
  };
}
