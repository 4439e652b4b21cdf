/** Models of an SDF file, nested and included ones too, as flat lists of links and joints with full names. */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { lineOf, readXml, type XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import { at, childrenOf, inverse, type Placed, within } from "../urdf/fields.js";
import { tellWords } from "../urdf/vocabulary.js";
import { createFrames, type Frames, flagIn, inScope, numbersIn, type Pose, poseOf, textIn, withoutModel } from "./frames.js";
import { SDF_WORDS } from "./words.js";

/** Texts of other files by the names a file has for them. */
export type IncludedFiles = ReadonlyMap<string, string>;

export interface SdfItem {
  readonly element: XmlElement;
  readonly path: string;
  /** Full name. */
  readonly name: string;
  /** Full name of its model. */
  readonly scope: string;
  /** Whether its model is static. */
  readonly isStatic: boolean;
  /** Number of the outermost model around it; 0: it stands in the world itself. */
  readonly outermost: number;
  /** Whether its model says that its links touch each other. */
  readonly selfCollide: boolean;
  /** Whether axes of joints that do not say it are those of the model: so it was before version 1.5. */
  readonly axesOfModel: boolean;
}

/** What a model has from those around it. */
type Around = Pick<SdfItem, "isStatic" | "selfCollide" | "outermost" | "axesOfModel">;

export interface Models {
  readonly name: string;
  readonly links: SdfItem[];
  readonly joints: SdfItem[];
  readonly frames: Frames;
  /** Full names of what frames are attached to. */
  readonly attached: Map<string, string>;
  /** m/s^2; undefined: the file does not say it. */
  readonly gravity: Vec3 | undefined;
  /** Of the file's only model, whose frame others are counted from. */
  readonly place: Placed;
}

const DEEPEST = 16;
const MOST_MODELS = 500;
/** The models of a file. `missing` is told what it includes and is not there. */
export function readModels(
  text: string,
  files: IncludedFiles,
  account: Account,
  missing: (uri: string, element: XmlElement) => void,
): Models {
  const root = rootOf(text);
  tellWords(root, "sdf", SDF_WORDS, account);
  const models: Models = { name: "", links: [], joints: [], frames: createFrames(), attached: new Map(), gravity: undefined, place: {} };
  let [count, first] = [0, ""];
  let alone: (() => Placed) | undefined;
  const told = new Set<string>();

  function addModel(
    model: XmlElement,
    scope: string,
    given: Around & { readonly name?: string; readonly pose?: XmlElement; readonly placement?: string },
    way: readonly string[],
  ): void {
    if (++count > MOST_MODELS || way.length > DEEPEST)
      throw new InvalidInputError(at(model, "model"), count, "models are too many, or too deep");
    const own = given.name ?? model.attributes.get("name");
    if (own === undefined || own === "") throw new InvalidInputError(at(model, "model@name"), own, "is its name: a model needs one");
    // The only model of a file needs no prefix before its links.
    const isAlone = scope === "" && first === "" && aloneIn(root);
    first ||= own;
    const full = isAlone ? "" : inScope(scope, own);
    const inside: Around = {
      isStatic: given.isStatic || flagIn(model, "static", `model ${own}`, false),
      selfCollide: flagIn(model, "self_collide", `model ${own}`, given.selfCollide),
      outermost: given.outermost || count,
      axesOfModel: given.axesOfModel,
    };
    const pose = poseOf(given.pose ?? model, `model ${own}`);
    const placement = placementOf(model, given.placement);
    if (full === "") alone = () => alonePlace({ name: own, element: model, pose, placement }, models.frames);
    else
      models.frames.add(scope, own, {
        element: model,
        path: `model ${own}`,
        pose,
        base: scope,
        ...(placement === undefined ? {} : { placement: inScope(full, placement) }),
      });
    for (const child of jointsLast(model.children)) {
      account.attempt(() => {
        if (child.name === "link" || child.name === "joint" || child.name === "frame") addItem(child, full, inside);
        else if (child.name === "model") addModel(child, full, inside, way);
        else if (child.name === "include") include(child, full, inside, way);
        return undefined;
      }, undefined);
    }
  }

  function addItem(element: XmlElement, full: string, around: Around): void {
    const name = element.attributes.get("name");
    const path = `${element.name} ${name ?? ""}`.trim();
    if (name === undefined || name === "" || name === "__proto__" || name.length > 100 || /\p{Cc}/u.test(name))
      throw new InvalidInputError(at(element, path), name, "is not a name that can be used");
    const pose = poseOf(element, path);
    const own = element.name === "joint" ? freeName(models, inScope(full, name), { element, path, name }, account) : name;
    const item: SdfItem = { element, path, name: inScope(full, own), scope: full, ...around };
    const attachedTo = element.attributes.get("attached_to") || undefined;
    const child = textIn(element, "child");
    const local = element.name === "joint" ? child : attachedTo;
    const base = local === undefined || local === "__model__" ? full : local === "world" ? "" : inScope(full, withoutModel(local));
    models.frames.add(full, own, { element, path, pose, base });
    if (element.name === "link") models.links.push(item);
    else if (element.name === "joint") models.joints.push(item);
    else models.attached.set(item.name, base);
  }

  function include(element: XmlElement, scope: string, around: Around, way: readonly string[]): void {
    const uri = textIn(element, "uri");
    if (uri === undefined) throw new InvalidInputError(at(element, "include/uri"), uri, "is given, and an include needs it");
    if (way.includes(uri)) throw new InvalidInputError(at(element, "include/uri"), [...way, uri].join(" -> "), "go round");
    const other = files.get(uri);
    if (other === undefined) {
      missing(uri, element);
      return;
    }
    const included = rootOf(other, uri);
    const [model] = childrenOf(included, "model");
    if (!told.has(uri)) tellWords(included, "sdf", SDF_WORDS, account);
    told.add(uri);
    if (model === undefined) throw new InvalidInputError(at(element, "include/uri"), uri, "holds no model");
    const name = textIn(element, "name");
    const pose = childrenOf(element, "pose")[0] === undefined ? {} : { pose: element };
    const placement = textIn(element, "placement_frame");
    addModel(
      model,
      scope,
      {
        ...around,
        ...(name === undefined ? {} : { name }),
        ...pose,
        ...(placement === undefined ? {} : { placement }),
        axesOfModel: isBeforeFive(included),
        isStatic: around.isStatic || flagIn(element, "static", "include", false),
      },
      [...way, uri],
    );
  }

  const around: Around = { isStatic: false, selfCollide: false, outermost: 0, axesOfModel: isBeforeFive(root) };
  const parts = [root, ...childrenOf(root, "world")].flatMap(({ children }) => children);
  for (const child of jointsLast(parts))
    account.attempt(() => {
      if (child.name === "model") addModel(child, "", around, []);
      else if (child.name === "include") include(child, "", around, []);
      else if (child.name === "frame" || child.name === "joint") addItem(child, "", around);
      return undefined;
    }, undefined);
  if (count === 0) account.complain(new InvalidInputError(at(root, "sdf"), 0, "models: there is none"));
  const place = account.attempt(() => alone?.() ?? {}, {});
  return { ...models, name: first, gravity: account.attempt(() => gravityOf(root), undefined), place };
}

/** Files before version 1.7 have joints that are called as links are. */
function freeName(
  { frames, joints }: Models,
  full: string,
  { element, path, name }: Pick<SdfItem, "element" | "path" | "name">,
  account: Account,
): string {
  if (!frames.has(full) || joints.some((joint) => joint.name === full)) return name;
  const other = `${name}_joint`;
  account.note(element, path, `a link or frame has this name too: the joint is called ${other}`);
  return other;
}

interface AloneModel {
  readonly name: string;
  readonly element: XmlElement;
  readonly pose: Pose;
  readonly placement: string | undefined;
}

/** The file's only model has no frame of its own among others. */
function alonePlace({ name, element, pose: { place, relativeTo }, placement }: AloneModel, frames: Frames): Placed {
  const path = `model ${name}`;
  if (relativeTo !== undefined && relativeTo !== "world")
    throw new InvalidInputError(at(element, `${path}/pose@relative_to`), relativeTo, "is not a link, joint, frame or model here");
  if (placement === undefined) return place;
  const full = frames.named("", placement, element, `${path}@placement_frame`);
  return full === "" ? place : within(place, inverse(frames.placeOf(full)));
}

/** The frame of a model that its pose places, in its own names; that of whoever includes it before its own. Undefined: its own frame. */
function placementOf(model: XmlElement, given: string | undefined): string | undefined {
  const name = given ?? model.attributes.get("placement_frame");
  return name === undefined || name === "" || name === "__model__" ? undefined : withoutModel(name);
}

/** A joint whose name is that of a link too has to give way, wherever it stands. */
function jointsLast(elements: readonly XmlElement[]): XmlElement[] {
  const isJoint = ({ name }: XmlElement) => name === "joint";
  return [...elements.filter((element) => !isJoint(element)), ...elements.filter(isJoint)];
}

/** Of the world; in old files of its physics. */
function gravityOf(root: XmlElement): Vec3 | undefined {
  const worlds = childrenOf(root, "world");
  const [element] = [...worlds, ...worlds.flatMap((world) => childrenOf(world, "physics"))].flatMap((part) => childrenOf(part, "gravity"));
  if (element === undefined) return undefined;
  const [x, y, z] = numbersIn(element, "world/gravity", 3);
  return [x, y, z];
}

function aloneIn(root: XmlElement): boolean {
  const all = [root, ...childrenOf(root, "world")].flatMap(({ children }) =>
    children.filter(({ name }) => name === "model" || name === "include" || name === "joint" || name === "frame"),
  );
  return all.length === 1;
}

const VERSIONS = /^1\.(\d+)$/;
const minorOf = (root: XmlElement) => Number(VERSIONS.exec(root.attributes.get("version") ?? "")?.[1] ?? Number.NaN);
const isBeforeFive = (root: XmlElement) => minorOf(root) < 5;

function rootOf(text: string, file?: string): XmlElement {
  const root = readXml(text, undefined, file);
  if (root.name !== "sdf") throw new InvalidInputError(lineOf(root), `<${root.name}>`, "is not <sdf>: this is not an SDF");
  const minor = minorOf(root);
  if (!(minor >= 4 && minor <= 12))
    throw new InvalidInputError(
      at(root, "sdf@version"),
      root.attributes.get("version") ?? "",
      "is not a version that is read: 1.4 to 1.12",
    );
  return root;
}
