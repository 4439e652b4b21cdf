/**
 * Linkages and free bodies with surfaces, as the system that the simulator moves: the same interface as free bodies alone, so every law,
 * event and record works on it.
 *
 *     bodies without joints   free-bodies/motion.ts, first in the arrays
 *     linkages                one after the other; each a part of the system
 *     contacts                linked-contacts.ts
 */
import type { Vec3 } from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { SurfacePair } from "../free-bodies/free-bodies.js";
import type { Load } from "../free-bodies/loads.js";
import { freeMotion } from "../free-bodies/motion.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { SceneMechanism, SceneSystem } from "../system/scene-system.js";
import type { Linkage, LinkageInput } from "./linkage.js";
import { linkedContacts } from "./linked-contacts.js";
import { type Members, membersOf } from "./linked-members.js";
import { SPEEDS } from "./links.js";

export interface LinkedSystemInput {
  /** Without joints. */
  readonly bodies: Readonly<Record<string, RigidBody>>;
  readonly linkages: readonly Omit<LinkageInput, "gravity">[];
  /** m/s^2. */
  readonly gravity: Vec3;
  /** On bodies without joints alone. */
  readonly loads: readonly Load[];
  readonly pairs: readonly SurfacePair[];
  /** Largest distance of a surface from the centre of mass of its body, m, by name. */
  readonly reach: Readonly<Record<string, number>>;
}

/** Parts of a system, as parts of its bodies without joints and as linkages. */
interface Selection {
  readonly bodies: readonly number[];
  readonly linkages: readonly Linkage[];
}

export function linkedSystem({ bodies, linkages: given, gravity, loads, pairs, reach }: LinkedSystemInput): SceneSystem {
  const members = membersOf(freeMotion(bodies, gravity, loads), given, gravity);
  const { motion, linkages, coordinateCount, speedCount, parts, bodyParts } = members;
  const largest = Math.max(0, ...Object.values(reach));
  return {
    coordinateCount,
    speedCount,
    parts,
    size: largest > 0 ? largest : 1,
    changesUntil: linkages.reduce((latest, linkage) => Math.max(latest, linkage.changesUntil), motion.changesUntil),
    flight: (part) => (part < bodyParts ? motion.flight(part) : undefined),
    isLoaded: (part) => part < bodyParts && motion.isLoaded(part),
    ...linkedDynamics(members),
    ...linkedDrives(members),
    ...linkedContacts(members, pairs, reach),
    ...namedStates(members),
  };
}

/** Parts that are asked for; those who ask keep their lists, so that each is looked at once. */
function createSelect({ linkages, parts, bodyParts }: Members): (only: readonly number[] | undefined) => Selection {
  const selectionOf = (only: readonly number[]): Selection => ({
    bodies: only.filter((part) => part < bodyParts),
    linkages: only.flatMap((part) => (part < bodyParts ? [] : [linkages[part - bodyParts]])),
  });
  const everything = selectionOf(parts.map((_, part) => part));
  const known = new WeakMap<readonly number[], Selection>();
  return (only) => {
    if (only === undefined) return everything;
    const found = known.get(only) ?? selectionOf(only);
    known.set(only, found);
    return found;
  };
}

type Dynamics = Pick<
  Required<MechanicalSystem>,
  | "rates"
  | "solveMass"
  | "forces"
  | "impressed"
  | "kineticEnergy"
  | "potentialEnergy"
  | "appliedPower"
  | "normalise"
  | "normaliseTurns"
  | "displace"
  | "strays"
  | "restore"
>;

function linkedDynamics(members: Members): Dynamics {
  const { motion, linkages } = members;
  const select = createSelect(members);
  return {
    rates: (coordinates, speeds, out, only) => {
      const asked = select(only);
      motion.rates(coordinates, speeds, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.rates(coordinates, speeds, out);
    },
    solveMass: (coordinates, x, out, only) => {
      const asked = select(only);
      motion.solveMass(coordinates, x, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.solveMass(coordinates, x, out);
    },
    forces: (time, coordinates, speeds, out, only) => {
      const asked = select(only);
      motion.forces(time, coordinates, speeds, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.forces(time, coordinates, speeds, out);
    },
    impressed: (time, coordinates, speeds, out, only) => {
      for (const linkage of select(only).linkages) linkage.addImpressed(time, coordinates, speeds, out);
    },
    kineticEnergy: (coordinates, speeds) =>
      linkages.reduce((sum, linkage) => sum + linkage.kineticEnergy(coordinates, speeds), motion.kineticEnergy(coordinates, speeds)),
    potentialEnergy: (time, coordinates, only) =>
      select(only).linkages.reduce(
        (sum, linkage) => sum + linkage.potentialEnergy(coordinates),
        motion.potentialEnergy(time, coordinates, only && select(only).bodies),
      ),
    appliedPower: (time, coordinates, speeds, only) => {
      const asked = select(only);
      let sum = motion.appliedPower(time, coordinates, speeds, asked.bodies);
      for (const linkage of asked.linkages) sum += linkage.appliedPower(time, coordinates, speeds);
      return sum;
    },
    normalise: (coordinates, only) => {
      const asked = select(only);
      motion.normalise(coordinates, asked.bodies);
      for (const linkage of asked.linkages) linkage.normalise(coordinates);
    },
    normaliseTurns: (coordinates, only) => {
      const asked = select(only);
      motion.normalise(coordinates, asked.bodies);
      for (const linkage of asked.linkages) linkage.normaliseTurns(coordinates);
    },
    displace: (coordinates, displacement, only) => {
      const asked = select(only);
      motion.displace(coordinates, displacement, asked.bodies);
      for (const linkage of asked.linkages) linkage.displace(coordinates, displacement);
    },
    strays: (coordinates, speeds, distance, speed, only) =>
      select(only).linkages.some((linkage) => linkage.strays(coordinates, speeds, distance, speed)),
    restore: (coordinates, speeds, only) => {
      for (const linkage of select(only).linkages) linkage.restore(coordinates, speeds);
    },
  };
}

/** Of linkages with joints that are moved; nothing where there are none. */
function linkedDrives(members: Members): Pick<MechanicalSystem, "drives"> {
  const moved = members.linkages.filter(({ driven }) => driven.length > 0);
  if (moved.length === 0) return {};
  const select = createSelect(members);
  const speeds = moved.flatMap(({ speed, tree }) => Array.from({ length: tree.speedCount }, (_, k) => speed + k));
  return {
    drives: {
      speeds,
      power: (time, coordinates, u, accelerations, only) =>
        select(only).linkages.reduce(
          (sum, linkage) => (linkage.driven.length === 0 ? sum : sum + linkage.drivePower(time, coordinates, u, accelerations)),
          0,
        ),
      nextCorner: (time, only) =>
        select(only).linkages.reduce((next, { corners }) => Math.min(next, firstAfter(corners, time)), Number.POSITIVE_INFINITY),
    },
  };
}

/** By halving: series have thousands of rows. */
function firstAfter(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] > time) high = middle;
    else low = middle + 1;
  }
  return times[low] ?? Number.POSITIVE_INFINITY;
}

/** Bodies and links by name, joints by the links they move, and where everything begins. */
function namedStates({
  motion,
  linkages,
  coordinateCount,
  speedCount,
  bodyParts,
}: Members): Pick<SceneSystem, "names" | "joints" | "mechanisms" | "stateOf" | "initialState" | "poses"> {
  const names = [...motion.names, ...linkages.flatMap(({ links }) => links.map(({ name }) => name))];
  const places = linkages.flatMap((linkage) => linkage.links.map((_, link) => ({ linkage, link })));
  const still = new Float64Array(speedCount);

  function stateOf(i: number, coordinates: Float64Array, speeds: Float64Array) {
    if (i < motion.names.length) return motion.stateOf(i, coordinates, speeds);
    const { linkage, link } = places[i - motion.names.length];
    linkage.move(coordinates, speeds);
    return linkage.bodyState(link);
  }

  let first = motion.names.length;
  const mechanisms = linkages.map((linkage, l): SceneMechanism => {
    const { tree, links, efforts, isBound, driven, kineticEnergy, potentialEnergy } = linkage;
    first += links.length;
    return {
      part: bodyParts + l,
      links: links.map((_, i) => first - links.length + i),
      turns: tree.links.flatMap(({ type }) =>
        Array.from({ length: SPEEDS[type] }, (_, k) => type !== "prismatic" && (type !== "free" || k > 2)),
      ),
      efforts,
      isBound,
      isDriven: driven.length > 0,
      kineticEnergy,
      potentialEnergy,
    };
  });

  return {
    names,
    mechanisms,
    joints: linkages.flatMap(({ tree, coordinate, speed }) =>
      tree.links.flatMap(({ name, type, coordinate: q, speed: u }) =>
        type === "revolute" || type === "prismatic" ? [{ name, type, coordinate: coordinate + q, speed: speed + u }] : [],
      ),
    ),
    stateOf,
    initialState: () => {
      const coordinates = new Float64Array(coordinateCount);
      const speeds = new Float64Array(speedCount);
      const free = motion.initialState();
      coordinates.set(free.coordinates);
      speeds.set(free.speeds);
      for (const linkage of linkages) linkage.start(coordinates, speeds);
      return { coordinates, speeds };
    },
    poses: (coordinates) =>
      Object.fromEntries(
        names.map((name, i) => {
          const { position, orientation } = stateOf(i, coordinates, still);
          return [name, { position, orientation }];
        }),
      ),
  };
}
