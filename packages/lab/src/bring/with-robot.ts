/** A robot of a URDF or an MJCF put into the text of a study: its links under free names, what may touch, and what was read. */
import {
  dropRobot,
  includedFilesOf,
  meshFilesOf,
  mjcfMeshesOf,
  readMjcf,
  readUrdf,
  type SceneContact,
  type UrdfOptions,
  type UrdfRobot,
} from "carom/simulation";
import { checkStudy, InvalidInputError, parseStudyText, type SimulationStudy } from "carom/study";
import { type Path, withoutAt, withValueAt } from "../build/text/json-edit.js";
import { freeName } from "../build/text/names.js";

export interface RobotPlace {
  /** Whether its base stands still or moves freely. */
  readonly base: "fixed" | "free";
  /** Of its base, m; of a free one only along the ground: it stands on the floor. */
  readonly at: readonly [number, number, number];
}

/** A file that somebody brought. */
export interface BroughtFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface BroughtRobot {
  readonly text: string;
  readonly name: string;
  /** The body to select. */
  readonly first: string;
  /** What was found, changed or passed over, a sentence each. */
  readonly account: readonly string[];
  /** Its links, joints and their stops in words. */
  readonly links: number;
}

/** Links that a robot may have here: more take longer to begin than anybody waits for. */
const MOST_LINKS = 200;
const SURFACE = { friction: 0.5, restitution: 0.2 };

/** Throws InvalidInputError, or an Error with a sentence, where the robot cannot be read or put there. */
export function withRobot(text: string, urdf: string, files: readonly BroughtFile[], { base, at }: RobotPlace): BroughtRobot {
  const robot = readRobot(urdf, files, { base, position: base === "fixed" ? at : [at[0], at[1], 0] });
  const count = Object.keys(robot.bodies).length;
  if (count === 0) throw new Error("this robot has no link that could be seen or moved");
  if (count > MOST_LINKS) throw new Error(`${count} links are more than can be built here (${MOST_LINKS})`);
  const dropped = dropRobot(robot, { height: 0 });
  const bodies = base === "free" ? dropped.bodies : { ...robot.bodies, ...robot.planes };
  const names = namesIn(
    text,
    Object.keys(bodies).filter((name) => name !== dropped.floor || base === "fixed"),
  );
  const told = [...robot.account, ...(base === "free" ? dropped.account : []), ...gravityTold(text, robot)];
  const put = putBodies(text, bodies, names, robot);
  // A scene whose own plane lies where the floor is has its ground already: it would touch everything twice.
  const onFloor = hasFloor(robot) ? dropped.contacts.filter(({ between }) => !between.includes(dropped.floor)) : dropped.contacts;
  const contacts = base === "fixed" && robot.contacts !== undefined ? [...robot.contacts, ...onFloor] : dropped.contacts;
  const made = touching(put, { contacts, floor: dropped.floor, hasRules: robot.contacts !== undefined }, names);
  return { text: made, name: robot.name.trim() || "robot", first: [...names.values()][0], account: told, links: count };
}

/** Whether a plane of its own lies on the floor. */
function hasFloor({ planes }: UrdfRobot): boolean {
  return Object.values(planes).some(({ plane: { normal, point = [0, 0, 0] } }) => normal[2] === Math.hypot(...normal) && point[2] === 0);
}

/** Gravity is that of the study: the robot is put into it. */
function gravityTold(text: string, { gravity }: UrdfRobot): string[] {
  if (gravity === undefined) return [];
  const { gravity: own = [0, 0, -9.81] } = JSON.parse(text) as SimulationStudy;
  return own.every((value, i) => value === gravity[i])
    ? []
    : [`its gravity, [${gravity.join(", ")}] m/s2, is not taken: the study has its own`];
}

/** URDF or MJCF, by how it begins: names of files lie. */
function readRobot(text: string, files: readonly BroughtFile[], options: UrdfOptions): UrdfRobot {
  if (!/<mujoco[\s>]/.test(text.slice(0, 4000))) return readUrdf(text, { ...options, meshes: filesFor(meshFilesOf(text), files) });
  const included = new Map([...filesFor(includedFilesOf(text), files)].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  return readMjcf(text, { ...options, files: included, meshes: filesFor(mjcfMeshesOf(text, included), files) });
}

/** Files by the names the robot has for them: a browser knows them without their folders. */
function filesFor(wanted: readonly string[], files: readonly BroughtFile[]): Map<string, Uint8Array> {
  const plain = (path: string) => path.split(/[\\/]/).at(-1)!.toLowerCase();
  const found = new Map<string, Uint8Array>();
  const missing = wanted.filter((path) => {
    const file = files.find(({ name }) => plain(name) === plain(path));
    if (file !== undefined) found.set(path, file.bytes);
    return file === undefined;
  });
  if (missing.length > 0) throw new MissingMeshes(missing);
  return found;
}

/** Files that a robot names and nobody brought. */
export class MissingMeshes extends Error {
  override readonly name = "MissingMeshes";
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    const names = files.map((file) => file.split(/[\\/]/).at(-1));
    super(
      `it needs ${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}: drop them here, all at once`,
    );
    this.files = files;
  }
}

function namesIn(text: string, wanted: readonly string[]): Map<string, string> {
  const { bodies } = JSON.parse(text) as SimulationStudy;
  const taken: Record<string, unknown> = { ...bodies };
  return new Map(
    wanted.map((name) => {
      const free = freeName({ bodies: taken as SimulationStudy["bodies"] }, name);
      taken[free] = {};
      return [name, free];
    }),
  );
}

function putBodies(
  text: string,
  bodies: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
  { gears, loops = [], loads = [] }: UrdfRobot,
): string {
  let now = text;
  for (const [name, to] of names) {
    const body = JSON.parse(JSON.stringify(bodies[name])) as { joint?: { parent?: string } };
    if (body.joint?.parent !== undefined) body.joint.parent = names.get(body.joint.parent) ?? body.joint.parent;
    now = withValueAt(now, ["bodies", to], body);
  }
  const { gears: geared = [], loops: closed = [], loads: given = [] } = JSON.parse(text) as SimulationStudy;
  const renamed = <T extends { readonly between: readonly string[] }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, between: one.between.map((name) => names.get(name) ?? name) }));
  const carried = loads.map((load) => ({ ...load, body: names.get(load.body) ?? load.body }));
  if (carried.length > 0) now = withValueAt(now, ["loads"], [...given, ...carried]);
  if (gears.length > 0) now = withValueAt(now, ["gears"], [...geared, ...renamed(gears)]);
  return loops.length === 0 ? now : withValueAt(now, ["loops"], [...closed, ...renamed(loops)]);
}

/** What may touch of a robot. */
interface RobotContacts {
  readonly contacts: readonly SceneContact[];
  /** Name of the floor, for which planes of the study stand. */
  readonly floor: string;
  /** Whether its file says what touches. */
  readonly hasRules: boolean;
}

/**
 * Everything touches everything, as long as nothing of the robot overlaps at the beginning. Where it does, or where its file says what
 * touches, what may touch is listed: what touched before, and of the robot what does not overlap.
 */
function touching(text: string, { contacts, floor, hasRules }: RobotContacts, names: ReadonlyMap<string, string>): string {
  const study = JSON.parse(text) as SimulationStudy;
  const plain = study.material === undefined && study.contacts === undefined ? withValueAt(text, ["material"], SURFACE) : text;
  if (!hasRules && begins(plain)) return plain;
  const robots = new Set(names.values());
  const planes = Object.entries(study.bodies).flatMap(([name, body]) => ("plane" in body && !robots.has(name) ? [name] : []));
  const listed = new Map<string, object>();
  const moves = (name: string) => {
    const body = study.bodies[name];
    return body !== undefined && ("joint" in body ? body.joint.type !== "fixed" : "shape" in body);
  };
  const list = (first: string, second: string, surface: Pick<SceneContact, "friction" | "restitution">) => {
    const key = [first, second].sort().join("\n");
    if (first !== second && !listed.has(key) && (moves(first) || moves(second))) listed.set(key, { between: [first, second], ...surface });
  };
  for (const { between, friction, restitution } of study.contacts ?? []) list(between[0], between[1], { friction, restitution });
  const others = Object.keys(study.bodies).filter((name) => !robots.has(name));
  const surface = {
    friction: study.material?.friction ?? SURFACE.friction,
    restitution: study.material?.restitution ?? SURFACE.restitution,
  };
  if (study.material !== undefined)
    others.forEach((first, i) => {
      for (const second of others.slice(i + 1)) if (moves(first) || moves(second)) list(first, second, surface);
    });
  for (const { between, friction, restitution } of contacts) {
    const [first, second] = between.map((name) => names.get(name));
    if (between.includes(floor)) for (const plane of planes) list(first ?? second!, plane, { friction, restitution });
    else if (first !== undefined && second !== undefined) list(first, second, { friction, restitution });
  }
  const bare = study.material === undefined ? text : withoutAt(text, ["material"]);
  const path: Path = ["contacts"];
  return withValueAt(bare, path, [...listed.values()]);
}

function begins(text: string): boolean {
  try {
    checkStudy(parseStudyText(text));
    return true;
  } catch (error) {
    if (error instanceof InvalidInputError) return false;
    throw error;
  }
}
