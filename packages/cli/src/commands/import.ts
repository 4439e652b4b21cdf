/** `carom import`: a robot or a scene from a URDF, MJCF or SDF file as a study of kind `simulation`, to be gone on with in an editor. */
import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import {
  dropRobot,
  floorContacts,
  floorName,
  type SceneContact,
  type ScenePlane,
  UrdfError,
  type UrdfOptions,
  type UrdfRobot,
} from "carom/simulation";
import { parseStudy } from "carom/study";
import { BAD_INPUT, CommandFailure, systemReason, within } from "../failure.js";
import { formatOf, type RobotFormat } from "../import/formats.js";
import { type Touching, touchingIn } from "../import/touching.js";
import { type LookupOptions, meshLookup, ROBOTS } from "../mesh-lookup.js";
import { jsonText } from "../output/json-text.js";
import { readText } from "../study-file.js";

export interface ImportOptions {
  /** The root moves freely instead of standing still. */
  readonly free?: boolean;
  /** Of the root, m. */
  readonly at?: readonly [number, number, number];
  /** Height of a floor to be put under it, m. */
  readonly floor?: number;
  /** Height over a floor to let it fall from, m. */
  readonly drop?: number;
  readonly friction?: number;
  readonly restitution?: number;
  /** s. */
  readonly duration: number;
  /** kg/m^3. */
  readonly density?: number;
  readonly inertia: "file" | "shapes";
  readonly collide: "collision" | "visual";
  /** Of what touches of a mesh. */
  readonly corners: number;
  /** Convex, of a mesh. */
  readonly parts: number;
  readonly strict?: boolean;
  /** `name=folder`. */
  readonly package: readonly string[];
  /** Folder outside of which nothing is opened but packages. */
  readonly inside?: string;
}

/** Bytes of a mesh file. */
const LONGEST_MESH = 256 * 1024 * 1024;
/** And of all together. */
const MOST_BYTES = 1024 * 1024 * 1024;

export async function importFile(file: string, options: ImportOptions): Promise<void> {
  if (options.inside !== undefined) await checkFolder("--inside ", options.inside);
  const text = await readText(file);
  const format = await within(file, () => formatOf(text));
  const packages = new Map(options.package.map(packageOf));
  for (const [name, folder] of packages) await checkFolder(`--package ${name}=`, folder);
  const places = { packages, ...(options.inside === undefined ? {} : { inside: options.inside }) };
  const missing = new Map<string, string>();
  const files = await includedIn(file, text, format, { ...places, missing });
  const names = await within(file, () => format.meshes(text, files, options.collide));
  const meshes = await readMeshes(file, names, { ...places, missing });
  const free = options.free === true || options.drop !== undefined;
  const reading: UrdfOptions = {
    meshes,
    missing,
    base: free ? "free" : "fixed",
    collide: options.collide,
    inertia: options.inertia,
    corners: options.corners,
    parts: options.parts,
    strict: options.strict === true,
    ...(options.at === undefined ? {} : { position: options.at }),
    ...(options.density === undefined ? {} : { density: options.density }),
    ...(options.friction === undefined ? {} : { friction: options.friction }),
    ...(options.restitution === undefined ? {} : { restitution: options.restitution }),
  };
  const robot = await within(file, () => readOrComplain(file, () => format.read(text, files, reading)));
  const { account, ...scene } = await within(file, () => sceneOf(robot, options));
  const told = [...robot.account, ...account];
  for (const line of told) process.stderr.write(`carom: ${file}: ${line}\n`);
  const study = {
    carom: 1,
    kind: "simulation",
    title: robot.name.trim() === "" ? "robot" : robot.name,
    description: told.join("\n"),
    duration: options.duration,
    ...scene,
  };
  await within(file, () => parseStudy(study));
  process.stdout.write(`${jsonText(study)}\n`);
}

/** Every complaint is a line of its own; the last of them ends the command. */
function readOrComplain(file: string, read: () => UrdfRobot): UrdfRobot {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UrdfError)) throw error;
    const [last, ...others] = [...error.complaints].reverse();
    for (const complaint of others.reverse()) process.stderr.write(`carom: ${file}: ${complaint}\n`);
    throw new CommandFailure(`${file}: ${last}`, BAD_INPUT);
  }
}

interface SceneParts extends Touching {
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly gravity?: readonly number[];
  readonly gears?: readonly unknown[];
  readonly loops?: readonly unknown[];
  readonly loads?: readonly unknown[];
  readonly account: readonly string[];
}

function sceneOf(robot: UrdfRobot, { drop, floor }: ImportOptions): SceneParts {
  const besides = {
    ...(robot.gravity === undefined ? {} : { gravity: robot.gravity }),
    ...(robot.gears.length === 0 ? {} : { gears: robot.gears }),
    ...(robot.loops === undefined ? {} : { loops: robot.loops }),
    ...(robot.loads === undefined ? {} : { loads: robot.loads }),
  };
  if (drop !== undefined) {
    const { bodies, contacts, account } = dropRobot(robot, { height: drop });
    return { bodies, ...besides, ...touchingIn(bodies, contacts), account: [...account, ...surfaceTold(robot, contacts)] };
  }
  const account: string[] = [];
  const [bodies, own] = [{ ...robot.bodies, ...robot.planes }, robot.contacts ?? []];
  if (floor === undefined) return { bodies, ...besides, ...touchingIn(bodies, own), account: surfaceTold(robot, own) };
  const name = floorName(robot);
  const contacts = [...own, ...floorContacts(robot, name, robot.surface, account)];
  const plane: ScenePlane = { plane: { normal: [0, 0, 1], point: [0, 0, floor] } };
  const grounded = { ...bodies, [name]: plane };
  return { bodies: grounded, ...besides, ...touchingIn(grounded, contacts), account: [...account, ...surfaceTold(robot, contacts)] };
}

/** What contacts have that the file says nothing of. */
function surfaceTold({ surface: { friction, restitution }, materials, rule }: UrdfRobot, contacts: readonly SceneContact[]): string[] {
  if (rule === undefined || contacts.length === 0) return [];
  const names = new Set<string>();
  for (const { between } of contacts) names.add(between[0]).add(between[1]);
  const silent = [...names].filter((name) => materials[name]?.friction === undefined).length;
  const pairs = `${contacts.length} pair${contacts.length === 1 ? "" : "s"} may touch`;
  const given = silent === 0 ? "" : `, and it is ${friction} of the ${silent} of ${names.size} bodies and planes that do not say it`;
  return [`${pairs}, with restitution ${restitution}; of two frictions the ${rule} counts${given}`];
}

interface Lookup extends LookupOptions {
  /** Why files were not found, by name. */
  readonly missing: Map<string, string>;
}

async function checkFolder(option: string, folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new CommandFailure(`${option}${folder}: there is no such folder`);
}

/** Bytes of all files that a robot includes. */
const MOST_INCLUDED = 64 * 1024 * 1024;

/** The texts of the files that it includes and that are found, and of those that these include. */
async function includedIn(file: string, text: string, format: RobotFormat, places: Lookup): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const lookup = meshLookup(file, { ...places, kinds: ROBOTS, above: format.above });
  const { missing } = places;
  let total = 0;
  for (;;) {
    const names = (await within(file, () => format.included(text, files))).filter((name) => !files.has(name) && !missing.has(name));
    if (names.length === 0) return files;
    for (const name of names) {
      const path = format
        .places(name)
        .map((place) => lookup.find(place))
        .find((place) => place !== undefined);
      if (path === undefined) {
        missing.set(name, lookup.whyNot(format.places(name).at(-1) ?? name));
        continue;
      }
      const content = await readText(path);
      total += content.length;
      if (total > MOST_INCLUDED)
        throw new CommandFailure(`${file}: the files that it includes have more than ${MOST_INCLUDED} bytes together`);
      files.set(name, content);
    }
  }
}

/** The mesh files that are found; the library names those that are missing. */
async function readMeshes(file: string, names: readonly string[], places: Lookup): Promise<Map<string, Uint8Array>> {
  const lookup = meshLookup(file, places);
  const meshes = new Map<string, Uint8Array>();
  let total = 0;
  for (const name of names) {
    const path = lookup.find(name);
    if (path === undefined) {
      places.missing.set(name, lookup.whyNot(name));
      continue;
    }
    const bytes = await readMesh(path);
    total += bytes.length;
    if (total > MOST_BYTES) throw new CommandFailure(`${file}: its meshes have more than ${MOST_BYTES} bytes together`);
    meshes.set(name, bytes);
  }
  return meshes;
}

function packageOf(given: string): [string, string] {
  const [, name, folder] = /^([^=]+)=(.+)$/.exec(given) ?? [];
  if (name === undefined || folder === undefined) throw new CommandFailure(`--package ${given}: is not name=folder`);
  return [name, resolve(folder)];
}

async function readMesh(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      if (size > LONGEST_MESH) throw new CommandFailure(`${path}: ${size} bytes are more than a mesh may have (${LONGEST_MESH})`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${path}: ${systemReason(error)}`);
  }
}
