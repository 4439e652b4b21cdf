/**
 * Models from SDF (1.4 to 1.12) as bodies of a scene: links, joints, frames, poses relative to any of them, nested and included models,
 * collision shapes, friction. What is rigid is merged and bodies are written as those of URDF are (urdf/assemble.ts).
 *
 *     root links       free where their model is not static and nothing joins them to the world; `static`: they stand
 *     several joints of one child      the first moves it, the others close loops
 *     universal, revolute2             two revolute joints with a link without mass between them
 *     screw                            a revolute and a prismatic joint that follows it, with a link without mass between them
 *
 * Source: SDFormat specification (sdformat.org/spec) and "Pose frame semantics".
 */
import { InvalidInputError } from "../../errors.js";
import type { MeshFile } from "../../geometry/mesh-files/mesh-file.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { LoopType, SceneLoop } from "../mechanism/scene-link.js";
import { type Account, createAccount } from "../urdf/account.js";
import { assemble, rootPlace } from "../urdf/assemble.js";
import { at, childrenOf, inverse, type Placed, placed, within } from "../urdf/fields.js";
import type { JointKind, Limits, Mimic, UrdfJoint } from "../urdf/joint.js";
import type { UrdfLink } from "../urdf/links.js";
import { relationsOf } from "../urdf/mimic.js";
import { checkOptions, type UrdfOptions, type UrdfRobot } from "../urdf/robot.js";
import { flagIn, inScope, numberIn, numbersIn, textIn, WORLD } from "./frames.js";
import { readLink, SDF_RULES } from "./links.js";
import { type IncludedFiles, type Models, readModels, type SdfItem } from "./models.js";

/** How bodies are made of an SDF file. */
export interface SdfOptions extends UrdfOptions {
  /** Texts of files that it includes, by their uri. */
  readonly files?: IncludedFiles;
}

/** Of contacts that do not say it, as SDF has it. */
const SURFACE = { friction: 1, restitution: 0 };

const KINDS: Readonly<Record<string, JointKind>> = {
  fixed: "fixed",
  revolute: "revolute",
  continuous: "continuous",
  prismatic: "prismatic",
  ball: "spherical",
  universal: "revolute",
  revolute2: "revolute",
  screw: "revolute",
};
const LOOPS: Readonly<Record<string, LoopType>> = {
  fixed: "fixed",
  revolute: "revolute",
  continuous: "revolute",
  prismatic: "prismatic",
  ball: "spherical",
};

/** What an SDF includes that is not among the files yet, each uri once. */
export function sdfIncludesOf(text: string, files: IncludedFiles = new Map()): string[] {
  const missing = new Set<string>();
  readModels(text, files, createAccount(false), (uri) => missing.add(uri));
  return [...missing];
}

/** Names of the mesh files that an SDF needs, each once. */
export function sdfMeshesOf(text: string, files: IncludedFiles = new Map(), collide: "collision" | "visual" = "collision"): string[] {
  const { links } = readModels(text, files, createAccount(false), () => {});
  const names = links.flatMap(({ element }) =>
    childrenOf(element, collide)
      .flatMap((collision) => childrenOf(collision, "geometry"))
      .flatMap((geometry) => childrenOf(geometry, "mesh"))
      .flatMap((mesh) => textIn(mesh, "uri") ?? []),
  );
  return [...new Set(names)];
}

interface Tied {
  readonly item: SdfItem;
  readonly type: string;
  /** Full names of links; "world". */
  readonly parent: string;
  readonly child: string;
  /** Of the joint in the world, as drawn. */
  readonly place: Placed;
}

/** The models of an SDF text. Throws UrdfError with every complaint and its line. */
export function readSdf(text: string, options: SdfOptions = {}): UrdfRobot {
  const account = createAccount(options.strict === true);
  const models = readModels(text, options.files ?? new Map(), account, (uri, element) => {
    throw new InvalidInputError(at(element, "include/uri"), uri, options.missing?.get(uri) ?? "is a file that was not found");
  });
  models.frames.checkAttached(models.attached, account);
  const all = models.joints.flatMap((item) => account.attempt(() => [tiedBy(item, models)], []));
  account.attempt(() => checkOptions(options, []), undefined);
  account.check();
  const left = options.base === "free" ? groundOf(models, all, account) : new Set<string>();
  const tied = all.filter(({ child }) => !left.has(child));
  const { tree, loops } = treeOf(models, tied, account);
  const { collide = "collision", inertia = "file", corners = 24, parts = 1, meshes = new Map<string, MeshFile>() } = options;
  const reader = { account, meshes, surfaces: new Map(), doubted: new Set<string>(), corners, parts, missing: options.missing };
  const empty = { mass: undefined, parts: [], planes: [], drawn: [], material: {} };
  const links = new Map<string, UrdfLink>([[WORLD, { name: WORLD, element: (models.links[0] ?? models.joints[0])?.element, ...empty }]]);
  const offsets = new Map<string, Placed>([[WORLD, {}]]);
  const joints: UrdfJoint[] = [];
  for (const item of models.links) {
    const joint = tree.get(item.name);
    // The frame stands where the joint is and has the axes of the link.
    const inLink = joint === undefined ? {} : within(inverse(models.frames.placeOf(item.name)), joint.place);
    const offset = placed(vec3.scale(inLink.position ?? vec3.ZERO, -1), quaternion.IDENTITY);
    offsets.set(item.name, offset);
    links.set(item.name, readLink(item, { reader, collide, fromShapes: inertia === "shapes", offset, frames: models.frames }));
  }
  const ground = [...left].flatMap((name) => links.get(name)?.planes ?? [])[0]?.skin;
  for (const name of left) links.delete(name);
  for (const item of models.links.filter(({ name }) => !left.has(name)))
    account.attempt(() => {
      const joint = tree.get(item.name);
      const made = joint === undefined ? [rooted(item, models)] : jointsOf(joint, { models, offsets, account });
      joints.push(...made);
      for (const { child, element } of made) if (!links.has(child)) links.set(child, { name: child, element, ...empty });
      return undefined;
    }, undefined);
  account.check();
  const relations = relationsOf(joints, account);
  account.check();
  const { gravity, place } = models;
  const made = assemble({
    root: WORLD,
    joints,
    links,
    relations,
    options,
    account,
    ...(gravity && { gravity }),
    rules: SDF_RULES,
    surface: SURFACE,
    place,
    ground,
    tied: loops.map(({ parent, child }) => [parent, child] as const),
  });
  const closed = loops.flatMap((loop) => loopOf(loop, { models, offsets, made, root: rootPlace(options, place) }));
  account.check();
  return {
    name: models.name,
    ...made,
    ...(closed.length === 0 ? {} : { loops: closed }),
  };
}

/** Links of static models, which a floor takes the place of; none where all are static, or where joints tie others to them. */
function groundOf({ links }: Models, tied: readonly Tied[], account: Account): Set<string> {
  const standing = links.filter(({ isStatic }) => isStatic);
  const names = new Set(standing.map(({ name }) => name));
  const holds = tied.some(({ item, parent, child }) => !item.isStatic && (names.has(parent) || names.has(child)));
  if (standing.length === 0 || standing.length === links.length || holds) return new Set();
  account.note(standing[0].element, standing[0].path, "static models are left out: the floor takes their place");
  return names;
}

/** What a joint ties, with names looked up in its model; frames stand for the links they are attached to. */
function tiedBy(item: SdfItem, { frames, attached, links, joints }: Models): Tied {
  const { element, path, scope } = item;
  const type = element.attributes.get("type") ?? "";
  if (!Object.hasOwn(KINDS, type))
    throw new InvalidInputError(at(element, `${path}@type`), type, `is not one of ${Object.keys(KINDS).join(", ")}`);
  const known = new Set(links.map(({ name }) => name));
  const end = (which: "parent" | "child") => {
    const given = textIn(element, which);
    if (given === undefined) throw new InvalidInputError(at(element, `${path}/${which}`), given, "is given, and every joint needs it");
    let full = frames.named(scope, given, element, `${path}/${which}`);
    if (full === "") return WORLD;
    for (let steps = 0; !known.has(full) && steps <= attached.size + joints.length; steps++) {
      const next = attached.get(full) ?? joints.find(({ name }) => name === full)?.name;
      if (next === undefined || next === full) break;
      full = next;
    }
    if (!known.has(full)) throw new InvalidInputError(at(element, `${path}/${which}`), given, "is not a link, nor attached to one");
    return full;
  };
  const [parent, child] = [end("parent"), end("child")];
  if (parent === child) throw new InvalidInputError(at(element, path), child, "is joined to itself");
  if (child === WORLD) throw new InvalidInputError(at(element, `${path}/child`), "world", "cannot be moved: it may be a parent");
  return { item, type, parent, child, place: frames.placeOf(item.name) };
}

/** The first joint of each link that does not lead back to it; the others close loops. */
function treeOf(
  { links }: Models,
  tied: readonly Tied[],
  account: Account,
): { readonly tree: ReadonlyMap<string, Tied>; readonly loops: readonly Tied[] } {
  const tree = new Map<string, Tied>();
  const loops: Tied[] = [];
  for (const one of tied) {
    let above = one.parent;
    for (let steps = 0; above !== one.child && tree.has(above) && steps <= links.length; steps++) above = tree.get(above)?.parent ?? WORLD;
    if (!tree.has(one.child) && above !== one.child) tree.set(one.child, one);
    else if (Object.hasOwn(LOOPS, one.type)) loops.push(one);
    else account.repair(one.item.element, one.item.path, `it closes a loop, which no ${one.type} joint can here: it is left out`);
  }
  return { tree, loops };
}

/** A link that no joint moves. */
function rooted({ element, path, name, isStatic }: SdfItem, { frames }: Models): UrdfJoint {
  const type = isStatic ? "fixed" : "floating";
  return {
    element,
    path,
    name: `${name} in the world`,
    type,
    parent: WORLD,
    child: name,
    frame: frames.placeOf(name),
    axis: [1, 0, 0],
    damping: 0,
    friction: 0,
  };
}

interface Making {
  readonly models: Models;
  readonly offsets: ReadonlyMap<string, Placed>;
  readonly account: Account;
}

function jointsOf(joint: Tied, { models, offsets, account }: Making): UrdfJoint[] {
  const { item, type, parent, child } = joint;
  const { element, path, name } = item;
  const parentPlace = parent === WORLD ? {} : within(models.frames.placeOf(parent), inverse(offsets.get(parent) ?? {}));
  const childPlace = within(models.frames.placeOf(child), inverse(offsets.get(child) ?? {}));
  const frame = within(inverse(parentPlace), childPlace);
  const kind = item.isStatic ? "fixed" : KINDS[type];
  const base = { element, path, name, type: kind, parent, child, frame, axis: [0, 0, 1] as Vec3, damping: 0, friction: 0 };
  if (kind === "fixed") return [base];
  if (kind === "spherical") return [base];
  const first = { ...base, ...axisOf(joint, "axis", models, account) };
  if (type !== "universal" && type !== "revolute2" && type !== "screw") return [first];
  const between = `${child}/${element.attributes.get("name")}`;
  if (type === "screw") {
    const mimic = { element, joint: name, multiplier: threadOf(element, path), offset: 0 };
    return [
      { ...first, child: between },
      { ...base, name: `${name} thread`, type: "prismatic", parent: between, frame: {}, axis: first.axis, mimic },
    ];
  }
  return [
    { ...first, child: between },
    { ...base, name: `${name} 2`, parent: between, frame: {}, ...axisOf(joint, "axis2", models, account) },
  ];
}

/** How far a screw goes along its axis, m/rad. Of a thread_pitch, rad/m, the left hand's is positive. */
function threadOf(element: XmlElement, path: string): number {
  const [pitch, turns] = [numberIn(element, "screw_thread_pitch", path, 0), numberIn(element, "thread_pitch", path, 0)];
  if (pitch === 0 && turns === 0)
    throw new InvalidInputError(at(element, `${path}/screw_thread_pitch`), pitch, "is its pitch: a screw needs one that is not 0");
  return pitch === 0 ? -1 / turns : pitch / (2 * Math.PI);
}

/** Where the joint follows another: multiplier (q - reference) + offset. */
function mimicOf(axis: XmlElement, path: string, scope: string): { readonly mimic?: Mimic } {
  const [element] = childrenOf(axis, "mimic");
  if (element === undefined) return {};
  const [joint, second] = [element.attributes.get("joint"), element.attributes.get("axis") === "axis2"];
  if (joint === undefined) throw new InvalidInputError(at(element, `${path}/mimic@joint`), joint, "is given, and a mimic needs it");
  const [multiplier, offset, reference] = (["multiplier", "offset", "reference"] as const).map((name) =>
    numberIn(element, name, `${path}/mimic`, name === "multiplier" ? 1 : 0),
  );
  return {
    mimic: { element, joint: `${inScope(scope, joint)}${second ? " 2" : ""}`, multiplier, offset: offset - multiplier * reference },
  };
}

/** Axis in axes of the child link, stops, damping and friction. */
function axisOf({ item, child, place }: Tied, which: "axis" | "axis2", { frames }: Models, account: Account) {
  const { element, path, scope } = item;
  const [axis] = childrenOf(element, which);
  const own = `${path}/${which}`;
  if (axis === undefined) throw new InvalidInputError(at(element, own), undefined, "is given, and this joint needs it");
  const [xyz] = childrenOf(axis, "xyz");
  const [x, y, z] = xyz === undefined ? [0, 0, 1] : numbersIn(xyz, `${own}/xyz`, 3);
  const expressed = xyz?.attributes.get("expressed_in") || undefined;
  const inModel = flagIn(axis, "use_parent_model_frame", own, item.axesOfModel);
  const base =
    expressed !== undefined && xyz !== undefined
      ? frames.placeOf(frames.named(scope, expressed, xyz, `${own}/xyz@expressed_in`))
      : inModel
        ? frames.placeOf(scope)
        : place;
  const world = quaternion.rotate(base.orientation ?? quaternion.IDENTITY, [x, y, z]);
  const link = frames.placeOf(child).orientation ?? quaternion.IDENTITY;
  if (vec3.normalize(world) === undefined) throw new InvalidInputError(at(axis, `${own}/xyz`), [x, y, z], "has no direction");
  const [dynamics] = childrenOf(axis, "dynamics");
  const of = (name: string) => (dynamics === undefined ? 0 : numberIn(dynamics, name, `${own}/dynamics`, 0));
  const [damping, friction, stiffness] = [of("damping"), of("friction"), of("spring_stiffness")];
  for (const [name, value] of Object.entries({ damping, friction, spring_stiffness: stiffness }))
    if (value < 0) throw new InvalidInputError(at(axis, `${own}/dynamics/${name}`), value, "is negative");
  return {
    axis: quaternion.rotate(quaternion.conjugate(link), world),
    damping,
    friction,
    ...limitsOf(axis, own, account),
    ...mimicOf(axis, own, scope),
    ...(stiffness > 0 ? { spring: { stiffness, position: of("spring_reference") } } : {}),
  };
}

/** Beyond these a limit says that there is none. */
const NO_LIMIT = 1e15;

function limitsOf(axis: XmlElement, path: string, account: Account): { readonly limits?: Limits } {
  const [limit] = childrenOf(axis, "limit");
  if (limit === undefined) return {};
  const bound = (name: string, none: number) => {
    const text = textIn(limit, name);
    return text === undefined || /^[+-]?inf(inity)?$/i.test(text) ? none : numberIn(limit, name, `${path}/limit`, none);
  };
  const [lower, upper] = [bound("lower", -NO_LIMIT * 10), bound("upper", NO_LIMIT * 10)];
  if (lower <= -NO_LIMIT && upper >= NO_LIMIT) return {};
  if (lower <= upper) return { limits: { lower, upper } };
  account.repair(limit, `${path}/limit`, `lower ${lower} is above upper ${upper}: it has no stops`);
  return {};
}

interface Closing {
  readonly models: Models;
  readonly offsets: ReadonlyMap<string, Placed>;
  readonly made: Pick<UrdfRobot, "bodies" | "frames">;
  /** Of the frame that the file counts from. */
  readonly root: Placed;
}

function loopOf({ item, type, parent, child, place }: Tied, { models, offsets, made, root }: Closing): SceneLoop[] {
  const axis =
    LOOPS[type] === "revolute" || LOOPS[type] === "prismatic"
      ? axisOf({ item, type, parent, child, place }, "axis", models, createAccount(false)).axis
      : undefined;
  const childTurn = models.frames.placeOf(child).orientation ?? quaternion.IDENTITY;
  // One frame for both ends, with the axes of the child where it is drawn.
  const drawn = placed(place.position ?? vec3.ZERO, childTurn);
  const ends = [parent, child].map((link) => {
    const own = Object.hasOwn(made.bodies, link) ? { body: link } : made.frames[link];
    if (own === undefined && link !== WORLD) return undefined;
    const { body, ...at } = own ?? { body: WORLD };
    const here = link === WORLD ? {} : within(models.frames.placeOf(link), inverse(offsets.get(link) ?? {}));
    return { body, frame: within(body === WORLD ? root : at, within(inverse(here), drawn)) };
  });
  const [first, second] = ends;
  if (first === undefined || second === undefined || first.body === second.body) return [];
  return [
    { type: LOOPS[type], between: [first.body, second.body], frames: [first.frame, second.frame], ...(axis === undefined ? {} : { axis }) },
  ];
}
