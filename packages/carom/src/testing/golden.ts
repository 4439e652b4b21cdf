/**
 * A thousand results from fixed seeds, hashed by family: the same bits wherever the tests run, or the family that differs is named.
 *
 * Problems of all families under every law, small simulations, clatter, hits, rods, forces, soft bodies, elementary functions. The hashes
 * that are expected stand in golden-hashes.ts; after a change of numbers that is meant, `npm run golden` writes them anew.
 */
import { planHit, readHit } from "../batting/index.js";
import { followPlate, followRod } from "../clatter/index.js";
import { rodBounce } from "../elastic-rod/index.js";
import { InvalidInputError, SolverError } from "../errors.js";
import { contactLaw, impactForces, materials } from "../force/index.js";
import { lawNamed, solveFrictional } from "../impact/index.js";
import { createSlipContact } from "../impact/slip/index.js";
import * as elementary from "../math/elementary.js";
import { createRandom } from "../math/random.js";
import type { ContactProblem } from "../mechanics/index.js";
import { createSimulation, type Scene, systemFromScene } from "../simulation/index.js";
import { baseNodes, boxMesh, recoverRestShape, sagProblem } from "../soft/index.js";
import { hashOf } from "./hash.js";
import { randomHitTask } from "./hit-tasks.js";
import { gentle, oneBodyFamilies, sceneFamilies } from "./scenes.js";
import { problemFamilies, type Random } from "./slip-families.js";
import { thrownMechanism } from "./thrown-mechanisms.js";
import { thrownScene } from "./thrown-scenes.js";

/** One of the families: how many results it has, and the one of a number, from random numbers of its own. */
interface GoldenFamily {
  readonly count: number;
  readonly result: (n: number, random: Random) => unknown;
}

const severalContacts = gentle(sceneFamilies);
const oneBody = gentle(oneBodyFamilies);

const families: Readonly<Record<string, GoldenFamily>> = {
  frictional: { count: 161, result: (n, random) => lawNamed("frictional").solve(oneContact(n, random), { history: n % 3 === 0 }) },
  poisson: { count: 72, result: (n, random) => lawNamed("poisson").solve(oneContact(n, random)) },
  newton: { count: 72, result: (n, random) => lawNamed("newton").solve(oneContact(n, random)) },
  compliant: { count: 72, result: (n, random) => lawNamed("compliant").solve(withSprings(oneContact(n, random), 0.5 + random())) },
  planar: { count: 72, result: (_, random) => lawNamed("planar").solve(planarContact(random)) },
  simultaneous: { count: 52, result: (n, random) => lawNamed("simultaneous").solve(drawn(severalContacts, n, random)) },
  multipoint: { count: 63, result: (n, random) => lawNamed("multipoint").solve(drawn(oneBody, n, random)) },
  forces: { count: 54, result: forcesOf },
  simulation: { count: 12, result: (n) => simulated(thrownScene(n + 1, 3), 0.4) },
  mechanism: { count: 6, result: (n) => simulated(thrownMechanism(n + 1), 0.3) },
  rod: { count: 60, result: (_, random) => followRod(rodFall(random)) },
  plate: { count: 40, result: (_, random) => followPlate(plateFall(random)) },
  hit: { count: 24, result: (_, random) => planHit(readHit(randomHitTask(random))) },
  "elastic rod": { count: 36, result: (_, random) => rodBounce(elasticRod(random)) },
  "soft body": { count: 4, result: (_, random) => restShape(random) },
  elementary: { count: 200, result: elementaryValue },
};

/** How many results there are. */
export const GOLDEN_RESULTS = Object.values(families).reduce((sum, { count }) => sum + count, 0);

/** Computes the results and returns their hash by family. Takes some seconds. */
export function goldenHashes(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(families).map(([name, { count, result }], family) => [
      name,
      hashOf(Array.from({ length: count }, (_, n) => orError(() => result(n, createRandom(1000 * family + n))))),
    ]),
  );
}

/** What cannot be computed is a result as well. */
function orError(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    if (error instanceof SolverError || error instanceof InvalidInputError) return error.name;
    throw error;
  }
}

function oneContact(n: number, random: Random): ContactProblem {
  const contact = createSlipContact();
  problemFamilies[n % problemFamilies.length].draw(random, contact);
  const { b11, b12, b22, d1, d2, normal, slip1, slip2, normalVelocity, friction, staticFriction, restitution } = contact;
  return {
    dimension: 3,
    contacts: [{ friction, staticFriction, restitution }],
    mobility: [
      [b11, b12, d1],
      [b12, b22, d2],
      [d1, d2, normal],
    ],
    velocity: [slip1, slip2, normalVelocity],
  };
}

function withSprings(problem: ContactProblem, stiffnessRatio: number): ContactProblem {
  return { ...problem, contacts: problem.contacts.map(({ friction, restitution }) => ({ friction, restitution, stiffnessRatio })) };
}

function planarContact(random: Random): ContactProblem {
  const [tangent, normal, coupling] = [0.5 + 3 * random(), 0.5 + 3 * random(), 2 * random() - 1];
  const off = coupling * Math.sqrt(tangent * normal);
  return {
    dimension: 2,
    contacts: [{ friction: 1.5 * random(), restitution: random() }],
    mobility: [
      [tangent, off],
      [off, normal],
    ],
    velocity: [4 * random() - 2, -0.1 - 3 * random()],
  };
}

function drawn(of: typeof severalContacts, n: number, random: Random): ContactProblem {
  return of[n % of.length].draw(random).problem;
}

function forcesOf(n: number, random: Random): unknown {
  const problem = oneContact(n, random);
  const steel = materials["steel of the source"]!;
  const ground = materials["ground of the source"]!;
  const law = contactLaw({ materials: [steel, ground], radii: [0.001 + 0.1 * random(), "flat"], damping: random(), yieldOnset: "fit" });
  const { time, contacts, events } = impactForces(problem, solveFrictional(problem, { history: true }), [law]);
  return { time, contacts, events };
}

function simulated(scene: Scene, duration: number): unknown {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  const events: unknown[] = [];
  simulation.advance(duration, { event: ({ time, kind }) => events.push([time, kind]) });
  return { events, coordinates: [...simulation.coordinates], speeds: [...simulation.speeds], ledger: simulation.ledger() };
}

function rodFall(random: Random) {
  return {
    angle: 0.02 + 1.4 * random(),
    impactSpeed: 0.5 + 3 * random(),
    angularVelocity: random() < 0.5 ? 0 : 2 * random() - 1,
    restitution: random(),
    ...(random() < 0.5 ? {} : { gravity: 9.81, maximumImpacts: 6 }),
  };
}

function plateFall(random: Random) {
  return {
    width: 0.3 + 0.7 * random(),
    tilt: 0.02 + 0.5 * random(),
    roll: 6 * random(),
    impactSpeed: 0.5 + 2 * random(),
    restitution: random(),
    maximumImpacts: 8,
  };
}

function elasticRod(random: Random) {
  return {
    length: 0.1 + random(),
    waveSpeed: 100 + 5000 * random(),
    damping: random() < 0.3 ? 0 : 500 * random(),
    gravity: random() < 0.3 ? 0 : 9.81,
    impactSpeed: 0.1 + 5 * random(),
  };
}

function restShape(random: Random): unknown {
  const mesh = boxMesh({ size: [0.05 + 0.05 * random(), 0.06, 0.05 + 0.05 * random()], cells: [2, 2, 3] });
  const material = { youngModulus: 5000 + 10_000 * random(), poissonRatio: 0.2 + 0.25 * random() };
  return recoverRestShape(sagProblem({ mesh, stuck: baseNodes(mesh), material, density: 1000, gravity: 9.81 }));
}

/** The functions in turn, at arguments over some decades and of both signs. */
function elementaryValue(n: number, random: Random): readonly number[] {
  const functions: Readonly<Record<string, (x: number, y: number) => number>> = elementary;
  // A bundler may put them in another order.
  const names = Object.keys(functions).sort();
  const of = functions[names[n % names.length]];
  return Array.from({ length: 20 }, () => of((random() < 0.3 ? -1 : 1) * elementary.exp(12 * random() - 6), 4 * random() - 2));
}
