/**
 * Robots and scenes from MJCF, the XML of MuJoCo, as bodies of a scene. Reading is its own (fields.ts, walk.ts, geoms.ts, joints.ts,
 * constraints.ts); what is rigid is merged and bodies are written as those of URDF are (urdf/assemble.ts).
 *
 * Source: MuJoCo documentation, XML reference.
 */
import { InvalidInputError } from "../../errors.js";
import type { MeshFile } from "../../geometry/mesh-files/mesh-file.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { readXml, type XmlElement } from "../../xml.js";
import type { SceneLoop } from "../mechanism/scene-link.js";
import { createAccount } from "../urdf/account.js";
import { assemble, rootPlace } from "../urdf/assemble.js";
import { at, childrenOf, inverse, type Placed, placed, within } from "../urdf/fields.js";
import { relationsOf } from "../urdf/mimic.js";
import { checkOptions, type UrdfOptions, type UrdfRobot } from "../urdf/robot.js";
import { tellWords } from "../urdf/vocabulary.js";
import { type BodyLoop, readConstraints } from "./constraints.js";
import { contactNames, rulesOf } from "./contacts.js";
import {
  type Compiler,
  choiceOf,
  listOf,
  numbersOf,
  readCompiler,
  readDefaults,
  type Styled,
  styled,
  turnOf,
  vectorOf,
  WORLD,
} from "./fields.js";
import { insideName, type MeshAsset } from "./geoms.js";
import { MESH_INERTIAS } from "./mesh-weight.js";
import { withTuned } from "./tuned.js";
import { walkBodies } from "./walk.js";
import { scaledToTotal } from "./weights.js";
import { MJCF_WORDS } from "./words.js";

/** Other files that a file brings in, by the names it has for them. */
export type IncludedFiles = ReadonlyMap<string, string>;

/** How a robot is made of an MJCF file. */
export interface MjcfOptions extends UrdfOptions {
  /** Texts of files that it includes, by the names it has for them. */
  readonly files?: IncludedFiles;
}

/** Of contacts that do not say it: MuJoCo's friction; its contacts do not bounce. */
const SURFACE = { friction: 1, restitution: 0 };

/** Inclusions inside inclusions. */
const DEEPEST = 16;
const MOST_INCLUDED = 200;
/** Characters of all that is included, each time it is. */
const LONGEST_INCLUDED = 2_000_000;

/** Names of the files that an MJCF may mean by what it includes and that are not among the files yet, each once. */
export function includedFilesOf(text: string, files: IncludedFiles = new Map()): string[] {
  const missing = new Set<string>();
  expand(rootOf(text), files, (names) => {
    for (const name of names) missing.add(name);
  });
  return [...missing];
}

/** Names of the mesh files that an MJCF needs, each once; those it includes have to be there. */
export function mjcfMeshesOf(text: string, files: IncludedFiles = new Map()): string[] {
  const root = expand(rootOf(text), files, () => {});
  const meshes = readMeshes(root, readCompiler(root), readDefaults(root));
  const used = new Set<string>();
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const name = element.attributes.get("mesh");
    if (name !== undefined) used.add(name);
    waiting.push(...element.children);
  }
  return [...new Set([...meshes].flatMap(([name, { file }]) => (file !== undefined && used.has(name) ? [file] : [])))];
}

/** The robot of an MJCF text. Throws UrdfError with every complaint and its line. */
export function readMjcf(text: string, options: MjcfOptions = {}): UrdfRobot {
  const root = expand(rootOf(text), options.files ?? new Map(), (names, element) => {
    const why = names.map((name) => options.missing?.get(name)).find((reason) => reason !== undefined);
    throw new InvalidInputError(at(element, "include@file"), names[names.length - 1], why ?? "is a file that was not found");
  });
  const account = createAccount(options.strict === true);
  tellWords(root, "mujoco", MJCF_WORDS, account);
  const worlds = childrenOf(root, "worldbody");
  if (worlds.length === 0) throw new InvalidInputError(at(root, "mujoco"), 0, "bodies: there is no <worldbody>");
  const [compiler, defaults] = [readCompiler(root), readDefaults(root)];
  const { collide = "collision", inertia = "file", corners = 24, parts: mostParts = 1, meshes = new Map<string, MeshFile>() } = options;
  const assets = account.attempt(() => readMeshes(root, compiler, defaults), new Map<string, MeshAsset>());
  const inside = [...assets].flatMap(([name, { content }]) => (content === undefined ? [] : [[insideName(name), content] as const]));
  const shapes = {
    account,
    meshes: new Map([...meshes, ...inside]),
    surfaces: new Map(),
    doubted: new Set<string>(),
    corners,
    parts: mostParts,
    missing: options.missing,
  };
  const names = contactNames(root);
  const walked = walkBodies(worlds, {
    compiler,
    defaults,
    geoms: { compiler, meshes: assets, shapes },
    collide,
    fromShapes: inertia === "shapes",
    ground: options.base !== "free",
    contacts: names,
  });
  const { joints, loops, contacts } = readConstraints(root, walked, defaults, account);
  const relations = relationsOf(joints, account);
  account.attempt(() => checkOptions(options, joints), undefined);
  const heavy = account.attempt(
    () => scaledToTotal(walked.links, compiler, childrenOf(root, "compiler")[0] ?? root, account),
    walked.links,
  );
  account.check();
  const gravity = readGravity(root);
  const made = assemble({
    root: WORLD,
    joints,
    links: heavy,
    relations,
    options,
    account,
    ...(gravity && { gravity }),
    rules: rulesOf(contacts, names, root),
    surface: SURFACE,
    ground: walked.ground,
    tied: loops.map(({ bodies }) => bodies),
  });
  account.check();
  const bodyOf = bodiesByLink(made);
  const closed = loops.flatMap((loop) => loopOf(loop, walked.offsets, bodyOf, rootPlace(options)));
  return {
    name: root.attributes.get("model") ?? "robot",
    ...made,
    bodies: withTuned(made, joints),
    ...(closed.length === 0 ? {} : { loops: closed }),
  };
}

/** m/s^2; undefined: MuJoCo's default, which is the same here. The last of several counts, as in MuJoCo. */
function readGravity(root: XmlElement): Vec3 | undefined {
  let gravity: Vec3 | undefined;
  for (const option of childrenOf(root, "option")) {
    const of = (element: XmlElement): Styled => ({ element, path: element.name, text: (name) => element.attributes.get(name) });
    if (option.attributes.has("gravity")) gravity = vectorOf(of(option), "gravity", vec3.ZERO);
  }
  const flags = childrenOf(root, "option").flatMap((option) => childrenOf(option, "flag"));
  const words = flags.flatMap((element) => {
    const of: Styled = { element, path: "option/flag", text: (name) => element.attributes.get(name) };
    return element.attributes.has("gravity") ? [choiceOf(of, "gravity", ["enable", "disable"], "enable")] : [];
  });
  return words[words.length - 1] === "disable" ? vec3.ZERO : gravity;
}

function rootOf(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== "mujoco") throw new InvalidInputError(`line ${root.line}`, `<${root.name}>`, "is not <mujoco>: this is not an MJCF");
  return root;
}

interface Growing extends XmlElement {
  readonly children: XmlElement[];
}

/** The same with the content of included files in the place of each <include>. */
function expand(root: XmlElement, files: IncludedFiles, missing: (names: readonly string[], element: XmlElement) => void): XmlElement {
  let [count, length] = [0, 0];
  /** The children of an element, or of the file that one of them includes, with the way to where they stand. */
  const flat = (children: readonly XmlElement[], way: readonly string[]): { child: XmlElement; way: readonly string[] }[] =>
    children.flatMap((child) => {
      if (child.name !== "include") return [{ child, way }];
      const file = child.attributes.get("file");
      if (file === undefined) throw new InvalidInputError(at(child, "include@file"), file, "is given, and an include needs it");
      // Beside the file that includes it, else beside the first of all.
      const beside = `${way[way.length - 1]?.replace(/[^/\\]*$/, "") ?? ""}${file}`;
      const found = [beside, file].find((name) => files.has(name));
      if (found !== undefined && way.includes(found))
        throw new InvalidInputError(at(child, "include@file"), [...way, found].join(" -> "), "go round");
      if (way.length >= DEEPEST || ++count > MOST_INCLUDED)
        throw new InvalidInputError(at(child, "include@file"), file, "is one inclusion too many");
      const text = found === undefined ? undefined : files.get(found);
      if (found === undefined || text === undefined) {
        missing([beside, file], child);
        return [];
      }
      length += text.length;
      if (length > LONGEST_INCLUDED)
        throw new InvalidInputError(
          at(child, "include@file"),
          file,
          `is too much: all that is included has over ${LONGEST_INCLUDED} characters`,
        );
      return flat(readXml(text, undefined, found).children, [...way, found]);
    });
  const whole: Growing = { ...root, children: [] };
  // With a list of its own: bodies may be deeper than calls can nest.
  const waiting: { from: XmlElement; to: Growing; way: readonly string[] }[] = [{ from: root, to: whole, way: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inside = flat(next.from.children, next.way).map(({ child, way }) => ({ from: child, to: { ...child, children: [] }, way }));
    next.to.children.push(...inside.map(({ to }) => to));
    waiting.push(...inside.reverse());
  }
  return whole;
}

function readMeshes(root: XmlElement, compiler: Compiler, defaults: ReturnType<typeof readDefaults>): Map<string, MeshAsset> {
  const meshes = new Map<string, MeshAsset>();
  for (const asset of childrenOf(root, "asset"))
    for (const element of childrenOf(asset, "mesh")) {
      const given = element.attributes.get("file");
      const name = element.attributes.get("name") ?? given?.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
      if (name === undefined) throw new InvalidInputError(at(element, "mesh@name"), name, "is given, and a mesh without a file needs it");
      const of: Styled = styled(element, `mesh ${name}`, defaults, undefined);
      const file = given && compiler.stripPath ? given.replace(/^.*[/\\]/, "") : given;
      const isAbsolute = file !== undefined && /^([/\\]|[A-Za-z]:)/.test(file);
      const folder = compiler.meshFolder === "" || isAbsolute ? "" : `${compiler.meshFolder.replace(/[/\\]$/, "")}/`;
      const scale = vectorOf(of, "scale", [1, 1, 1]);
      meshes.set(name, {
        element,
        file: file === undefined ? undefined : `${folder}${file}`,
        content: file === undefined ? contentOf(of) : undefined,
        scale,
        isScaled: of.text("scale") !== undefined,
        inertia: choiceOf(of, "inertia", MESH_INERTIAS, "legacy"),
        ...referenceOf(of, scale),
      });
    }
  return meshes;
}

/** Corners and triangles that stand in the file itself, as OBJ. */
function contentOf(of: Styled): string | undefined {
  const corners = numbersOf(of, "vertex");
  if (corners === undefined) return undefined;
  if (corners.length < 12 || corners.length % 3 !== 0)
    throw new InvalidInputError(
      at(of.element, `${of.path}@vertex`),
      corners.length,
      "numbers are not three for each of four corners or more",
    );
  const faces = numbersOf(of, "face") ?? [];
  if (faces.length % 3 !== 0 || !faces.every((corner) => Number.isInteger(corner) && corner >= 0 && 3 * corner < corners.length))
    throw new InvalidInputError(at(of.element, `${of.path}@face`), faces.length, "numbers are not three corners for each triangle");
  const three = (list: readonly number[], letter: string, add: number) =>
    Array.from({ length: list.length / 3 }, (_, i) => `${letter} ${list[3 * i] + add} ${list[3 * i + 1] + add} ${list[3 * i + 2] + add}\n`);
  return [...three(corners, "v", 0), ...three(faces, "f", 1)].join("");
}

/** Moved back by refpos, turned back by refquat, then scaled: S R (x - p) = (S R) x - S R p. */
function referenceOf(of: Styled, scale: Vec3): Pick<MeshAsset, "turn" | "reference"> {
  const { position: [x, y, z] = vec3.ZERO, orientation } = inverse(placed(vectorOf(of, "refpos", vec3.ZERO), referenceTurn(of)));
  const position: Vec3 = [scale[0] * x, scale[1] * y, scale[2] * z];
  const isEven = scale[0] === scale[1] && scale[1] === scale[2];
  return isEven
    ? { turn: undefined, reference: placed(position, orientation ?? quaternion.IDENTITY) }
    : { turn: orientation, reference: placed(position, quaternion.IDENTITY) };
}

function referenceTurn(of: Styled): quaternion.Quaternion {
  if (listOf(of, "refquat", 4) === undefined) return quaternion.IDENTITY;
  const text = (name: string) => (name === "quat" ? of.text("refquat") : undefined);
  return turnOf({ ...of, element: { ...of.element, attributes: new Map() }, text }, { angle: 1, eulerOrder: "xyz" } as Compiler);
}

/** The body that a link is part of, and where it is in it. */
function bodiesByLink({ bodies, frames }: Pick<UrdfRobot, "bodies" | "frames">) {
  return (link: string): { readonly name: string; readonly place: Placed } | undefined => {
    if (Object.hasOwn(bodies, link)) return { name: link, place: {} };
    const frame = Object.hasOwn(frames, link) ? frames[link] : undefined;
    if (frame === undefined) return link === WORLD ? { name: WORLD, place: {} } : undefined;
    const { body, ...place } = frame;
    return { name: body, place };
  };
}

function loopOf(
  { type, bodies, frames }: BodyLoop,
  offsets: ReadonlyMap<string, Placed>,
  bodyOf: ReturnType<typeof bodiesByLink>,
  root: Placed,
): SceneLoop[] {
  const [first, second] = bodies.map((body) => bodyOf(body));
  if (first === undefined || second === undefined || first.name === second.name) return [];
  const inLink = (i: 0 | 1, { name, place }: typeof first) =>
    within(name === WORLD ? root : place, within(offsets.get(bodies[i]) ?? {}, frames[i]));
  return [{ type, between: [first.name, second.name], frames: [inLink(0, first), inLink(1, second)] }];
}
