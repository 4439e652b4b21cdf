/** The bodies of an MJCF, in the order of the file: links with masses and shapes, and the joints between them. */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { Part } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import { at, type Placed, within } from "../urdf/fields.js";
import { type LinkMass, mended } from "../urdf/inertia.js";
import type { UrdfJoint } from "../urdf/joint.js";
import type { UrdfLink } from "../urdf/links.js";
import type { Skin } from "../urdf/materials.js";
import type { ContactNames } from "./contacts.js";
import { type Compiler, type Defaults, numberOf, placeOf, type Styled, styled, WORLD } from "./fields.js";
import { doesTouch, type Geom, type GeomReader, massOfGeoms, readGeom, readInertial } from "./geoms.js";
import { chainOf } from "./joints.js";
import { atLeast } from "./weights.js";

export interface Walked {
  readonly links: Map<string, UrdfLink>;
  readonly joints: UrdfJoint[];
  readonly jointNames: Set<string>;
  /** Of bodies by name: their frames in their links, which have the same names. */
  readonly offsets: Map<string, Placed>;
  /** Of named shapes: the bodies they belong to. */
  readonly geomBodies: Map<string, string>;
  /** Of the world's own first plane, which a floor may stand for. */
  ground: Skin | undefined;
  /** Of named sites: body, and place in its axes. */
  readonly sites: Map<string, { readonly body: string; readonly place: Placed }>;
}

export interface WalkOptions {
  readonly compiler: Compiler;
  readonly defaults: Defaults;
  readonly geoms: GeomReader;
  readonly collide: "collision" | "visual";
  readonly fromShapes: boolean;
  /** Whether shapes of the world itself are ground. */
  readonly ground: boolean;
  /** What <contact> names. */
  readonly contacts: ContactNames;
}

/** What makes bodies or shapes of its own. */
const NOT_READ = new Set(["replicate", "attach", "composite", "flexcomp"]);

/** What a body and the frames inside it hold, with their places in the body. */
interface Content {
  readonly joints: Styled[];
  readonly geoms: { readonly of: Styled; readonly place: Placed }[];
  readonly children: { readonly element: XmlElement; readonly place: Placed; readonly around: string | undefined }[];
  inertial: Inertial | undefined;
}

interface Inertial {
  readonly of: Styled;
  /** Of the frame around it, in the body. */
  readonly place: Placed;
}

export function walkBodies(world: readonly XmlElement[], options: WalkOptions): Walked {
  const walked: Walked = {
    links: new Map(),
    joints: [],
    jointNames: new Set(),
    offsets: new Map([[WORLD, {}]]),
    geomBodies: new Map(),
    ground: undefined,
    sites: new Map(),
  };
  const { account } = options.geoms.shapes;
  const [first] = world;
  const empty = { mass: undefined, parts: [], planes: [], drawn: [], material: {} };
  walked.links.set(WORLD, { name: WORLD, element: first, ...empty });
  const content: Content = { joints: [], geoms: [], children: [], inertial: undefined };
  for (const element of world)
    gather(element, { name: WORLD, place: {}, around: element.attributes.get("childclass") }, content, walked, options);
  for (const { element, path } of [...content.joints, ...(content.inertial === undefined ? [] : [content.inertial.of])])
    account.complain(new InvalidInputError(at(element, path), `<${element.name}>`, "is none of the world, which stands"));
  addGround(readGeoms(WORLD, content, options), world, walked, options);
  const waiting = content.children.map((child) => ({ ...child, parent: WORLD })).reverse();
  let unnamed = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, place, around, parent } = next;
    const name = element.attributes.get("name") ?? `body ${++unnamed}`;
    account.attempt(() => {
      checkName(name, element, walked);
      const made = addBody({ element, name, parent, place, around }, walked, options);
      waiting.push(...made.map((child) => ({ ...child, parent: name })).reverse());
      return undefined;
    }, undefined);
  }
  return walked;
}

function checkName(name: string, element: XmlElement, { links }: Walked): void {
  if (name === "__proto__" || name.length > 100 || /\p{Cc}/u.test(name))
    throw new InvalidInputError(at(element, `body ${name}`), name, "cannot be used as a name: rename the body");
  if (links.has(name)) throw new InvalidInputError(at(element, `body ${name}`), name, "is the name of another body too");
}

interface Found {
  readonly element: XmlElement;
  readonly name: string;
  readonly parent: string;
  /** Of what is around it, in the parent body. */
  readonly place: Placed;
  readonly around: string | undefined;
}

function addBody({ element, name, parent, place, around }: Found, walked: Walked, options: WalkOptions): Content["children"] {
  const { compiler, geoms: reader } = options;
  const { account } = reader.shapes;
  const path = `body ${name}`;
  const inner = element.attributes.get("childclass") ?? around;
  const own = placeOf({ element, path, text: (attribute) => element.attributes.get(attribute) }, compiler);
  const content: Content = { joints: [], geoms: [], children: [], inertial: undefined };
  gather(element, { name, place: {}, around: inner }, content, walked, options);
  const frame = within(walked.offsets.get(parent) ?? {}, within(place, own));
  const chain = chainOf({ body: name, element, parent, frame }, content.joints, compiler, account);
  for (const between of chain.between)
    walked.links.set(between, { name: between, element, mass: undefined, parts: [], planes: [], drawn: [], material: {} });
  for (const joint of chain.joints)
    if (walked.jointNames.has(joint.name))
      throw new InvalidInputError(at(joint.element, joint.path), joint.name, "is the name of another joint too");
    else walked.jointNames.add(joint.name);
  walked.joints.push(...chain.joints);
  walked.offsets.set(name, chain.offset);
  const moved = ({ position, orientation, ...rest }: Part): Part => ({
    ...rest,
    ...within(chain.offset, { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) }),
  });
  const geoms = readGeoms(name, content, options);
  const touching = geoms.filter(({ touches }) => touches);
  const parts = touching.flatMap(({ part }) => (part === undefined ? [] : [moved(part)]));
  const mass = massOf(path, content.inertial, { geoms, parts, options });
  const lift = numberOf(plain(element, path), "gravcomp", 0);
  walked.links.set(name, {
    name,
    element,
    mass: mass && shifted(mass, chain.offset),
    parts,
    planes: touching.flatMap(({ plane, skin }) => (plane === undefined ? [] : [{ ...plane, at: within(chain.offset, plane.at), skin }])),
    drawn: [],
    material: {},
    skins: skinsOf(touching),
    ...(lift === 0 ? {} : { lift }),
  });
  return content.children;
}

const skinsOf = (geoms: readonly Geom[]) => geoms.flatMap(({ part, skin }) => (part === undefined ? [] : [skin]));

/** Offsets of bodies are not turned. */
function shifted({ mass, centre, inertia }: LinkMass, { position = vec3.ZERO }: Placed): LinkMass {
  return { mass, centre: vec3.add(centre, position), inertia };
}

interface Weighing {
  readonly geoms: readonly Geom[];
  readonly parts: readonly Part[];
  readonly options: WalkOptions;
}

/** Whether a body weighs what its shapes do. */
function weighsByShapes({ inertiaFromGeom }: Compiler, inertial: Inertial | undefined): boolean {
  return inertiaFromGeom === "true" || (inertial === undefined && inertiaFromGeom === "auto");
}

/** Shapes that touch or weigh; what is only drawn need not be there. */
function readGeoms(body: string, { geoms, inertial }: Content, { compiler, collide, geoms: reader, contacts }: WalkOptions): Geom[] {
  const isWeighed = weighsByShapes(compiler, inertial);
  const needsAll = collide === "visual" || isWeighed;
  return geoms.flatMap(({ of, place }) =>
    reader.shapes.account.attempt(() => {
      const [isVisual, name] = [collide === "visual", of.text("name")];
      const touches = isVisual || doesTouch(of) || contacts.isPaired(name);
      const use = { touches, isWeighed, hasBits: !isVisual, tag: contacts.tagOf(body, name) };
      return touches || needsAll ? [placedGeom(readGeom(of, use, reader), place)] : [];
    }, []),
  );
}

/** Of <inertial>, or of the shapes. */
function massOf(path: string, inertial: Inertial | undefined, { geoms, parts, options }: Weighing): LinkMass | undefined {
  const { compiler } = options;
  const { account } = options.geoms.shapes;
  if (weighsByShapes(compiler, inertial)) return atLeast<LinkMass>(massOfGeoms(geoms), compiler);
  if (inertial === undefined) return atLeast<LinkMass>(undefined, compiler);
  const given = readInertial(inertial.of, inertial.place, compiler);
  const bounded = atLeast(given, compiler);
  if (bounded === undefined) return undefined;
  if (given.mass === 0) return bounded as LinkMass;
  return mended({ element: inertial.of.element, ...bounded }, { path, parts, fromShapes: options.fromShapes, account });
}

interface Around {
  readonly name: string;
  readonly place: Placed;
  readonly around: string | undefined;
}

/** What an element holds; frames are looked into, in their order. */
function gather(
  element: XmlElement,
  { name, place: first, around: outer }: Around,
  content: Content,
  walked: Walked,
  options: WalkOptions,
): void {
  const { compiler, defaults, geoms: reader } = options;
  const { account } = reader.shapes;
  const listed = (inside: readonly XmlElement[], place: Placed, around: string | undefined) =>
    inside.map((child) => ({ child, place, around })).reverse();
  const waiting = listed(element.children, first, outer);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { child, place, around } = next;
    const path = `body ${name}/${child.name}${child.attributes.get("name") === undefined ? "" : ` ${child.attributes.get("name")}`}`;
    account.attempt(() => {
      const of = () => styled(child, path, defaults, around);
      if (child.name === "body") content.children.push({ element: child, place, around });
      else if (child.name === "frame") {
        const own = within(place, placeOf(plain(child, path), compiler));
        waiting.push(...listed(child.children, own, child.attributes.get("childclass") ?? around));
      } else if (child.name === "joint" || child.name === "freejoint") content.joints.push(inFrame(of(), place));
      else if (child.name === "inertial") addInertial(plain(child, path), place, content);
      else if (child.name === "site") addSite(of(), { name, place }, walked, compiler);
      else if (child.name === "geom") {
        const geom = of();
        content.geoms.push({ of: geom, place });
        const own = geom.text("name");
        if (own !== undefined && walked.geomBodies.has(own))
          throw new InvalidInputError(at(child, path), own, "is the name of another shape too");
        if (own !== undefined) walked.geomBodies.set(own, name);
      } else if (NOT_READ.has(child.name)) account.repair(child, path, `<${child.name}> is not read: what it stands for is missing`);
      return undefined;
    }, undefined);
  }
}

function addInertial(of: Styled, place: Placed, content: Content): void {
  if (content.inertial !== undefined)
    throw new InvalidInputError(at(of.element, of.path), "a second one", "is given: a body has one inertial");
  content.inertial = { of, place };
}

const plain = (element: XmlElement, path: string): Styled => ({ element, path, text: (attribute) => element.attributes.get(attribute) });

/** Joints inside a frame have their anchor and axis in it. */
function inFrame(of: Styled, { position = vec3.ZERO, orientation = quaternion.IDENTITY }: Placed): Styled {
  if (position === vec3.ZERO && orientation === quaternion.IDENTITY) return of;
  const turned = (name: string, otherwise: string, from: readonly number[]) => {
    const [x = 0, y = 0, z = 0] = (of.text(name) ?? otherwise).trim().split(/\s+/).map(Number);
    return vec3.add([from[0], from[1], from[2]], quaternion.rotate(orientation, [x, y, z])).join(" ");
  };
  return {
    ...of,
    text: (name) =>
      name === "pos" ? turned("pos", "0 0 0", position) : name === "axis" ? turned("axis", "0 0 1", [0, 0, 0]) : of.text(name),
  };
}

function placedGeom(geom: Geom, place: Placed): Geom {
  const { part, plane } = geom;
  return {
    ...geom,
    part: part && {
      ...part,
      ...within(place, { ...(part.position && { position: part.position }), ...(part.orientation && { orientation: part.orientation }) }),
    },
    plane: plane && { ...plane, at: within(place, plane.at) },
  };
}

function addSite(of: Styled, { name, place }: Pick<Around, "name" | "place">, walked: Walked, compiler: Compiler): void {
  const site = of.text("name");
  if (site !== undefined) walked.sites.set(site, { body: name, place: within(place, placeOf(of, compiler)) });
}

/** Shapes of the world itself, as a link of their own that stands. */
function addGround(geoms: readonly Geom[], world: readonly XmlElement[], walked: Walked, { ground, geoms: { shapes } }: WalkOptions): void {
  const touching = geoms.filter(({ touches, part, plane }) => touches && (part !== undefined || plane !== undefined));
  walked.ground = touching.find(({ plane }) => plane !== undefined)?.skin;
  if (touching.length === 0) return;
  const [element] = world;
  if (!ground) {
    shapes.account.note(element, "worldbody", "its own ground is left out: the floor takes its place");
    return;
  }
  const name = groundName(world);
  walked.links.set(name, {
    name,
    element,
    mass: undefined,
    parts: touching.flatMap(({ part }) => (part === undefined ? [] : [part])),
    planes: touching.flatMap(({ plane, skin }) => (plane === undefined ? [] : [{ ...plane, skin }])),
    drawn: [],
    material: {},
    skins: skinsOf(touching),
  });
  walked.joints.push({
    element,
    path: "worldbody",
    name: `${name} weld`,
    type: "fixed",
    parent: WORLD,
    child: name,
    frame: {},
    axis: [1, 0, 0],
    damping: 0,
    friction: 0,
  });
}

/** A name that no body has. */
function groundName(world: readonly XmlElement[]): string {
  const names = new Set<string>();
  const waiting = [...world];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const name = element.attributes.get("name");
    if (name !== undefined && element.name === "body") names.add(name);
    for (const child of element.children) waiting.push(child);
  }
  for (let number = 1; ; number++) {
    const name = number === 1 ? "ground" : `ground ${number}`;
    if (!names.has(name)) return name;
  }
}
