/** Links of a URDF as they are written: mass, shapes, and what they are like where they touch. */
import type { Part } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import { type Account, createAccount } from "./account.js";
import { childOf, childrenOf } from "./fields.js";
import { type LinkMass, mended, readInertial } from "./inertia.js";
import type { LinkMaterial, Skin } from "./materials.js";
import { type MeshFiles, readShapes, type ShapeReader, type UrdfPlane } from "./shapes.js";

export interface UrdfLink {
  readonly name: string;
  readonly element: XmlElement;
  /** Undefined: no mass is given. */
  readonly mass: LinkMass | undefined;
  /** What touches, link axes. */
  readonly parts: readonly Part[];
  readonly planes: readonly UrdfPlane[];
  /** What is drawn, of links with neither mass nor shapes that touch: it may have to stand for both. */
  readonly drawn: readonly Part[];
  readonly material: LinkMaterial;
  /** Of each of `parts`, where they differ from one another. Absent: all are as `material` says. */
  readonly skins?: readonly Skin[];
  /** Part of its weight that something carries. Absent: none. */
  readonly lift?: number;
}

export interface LinkOptions {
  /** Files of meshes (STL, OBJ, PLY, glTF, COLLADA) by the names the robot has for them. */
  readonly meshes?: MeshFiles;
  /** Which shapes touch. Default: "collision". */
  readonly collide?: "collision" | "visual";
  /** Where inertias come from: the file, or the shapes with the masses of the file. Default: "file". */
  readonly inertia?: "file" | "shapes";
  /** Most corners of what touches of a mesh, 4 to 64. Default: 24. */
  readonly corners?: number;
  /** Why files that it names are not among those given, by these names: ends of sentences. Default: they were not found. */
  readonly missing?: ReadonlyMap<string, string>;
  /** Most convex parts by which a closed mesh with dents touches, 1 to 256. Default: 1, its hull. */
  readonly parts?: number;
}

/** Work and memory of two hulls grow with the square of their corners. */
const CORNERS = 24;

export function readLinks(
  robot: XmlElement,
  links: ReadonlyMap<string, XmlElement>,
  { meshes = new Map(), collide = "collision", inertia = "file", corners = CORNERS, parts: mostParts = 1, missing }: LinkOptions,
  account: Account,
): Map<string, UrdfLink> {
  const reader: ShapeReader = { account, meshes, surfaces: new Map(), doubted: new Set<string>(), corners, parts: mostParts, missing };
  // What is only drawn need not be right.
  const unheard: ShapeReader = { ...reader, account: createAccount(false) };
  const gazebo = gazeboMaterials(robot, account);
  const read = new Map<string, UrdfLink>();
  for (const [name, element] of links) {
    const path = `link ${name}`;
    const given = account.attempt(() => readInertial(element, path, account), undefined);
    const { parts, planes } = readShapes(element, path, collide, reader);
    const massElement = childrenOf(element, "inertial").flatMap((inertial) => childrenOf(inertial, "mass"))[0];
    if (given === undefined && massElement !== undefined && parts.length > 0)
      account.repair(massElement, `${path}/inertial/mass`, "the mass is 0, and the link has a shape: it counts as not given");
    read.set(name, {
      name,
      element,
      mass: given && mended(given, { path, parts, fromShapes: inertia === "shapes", account }),
      parts,
      planes,
      drawn: given !== undefined || parts.length > 0 || collide === "visual" ? [] : readShapes(element, path, "visual", unheard).parts,
      material: { ...bulletMaterial(element, path, account), ...gazebo.get(name) },
    });
  }
  return read;
}

/** `<gazebo reference="link"><mu1>0.6</mu1></gazebo>`, also with the number as `value`. */
function gazeboMaterials(robot: XmlElement, account: Account): Map<string, LinkMaterial> {
  const found = new Map<string, LinkMaterial>();
  for (const element of childrenOf(robot, "gazebo")) {
    const link = element.attributes.get("reference");
    const numberIn = (...names: string[]) => {
      const given = element.children.find(({ name }) => names.includes(name));
      return Number(given?.attributes.get("value") ?? (given?.text.trim() || Number.NaN));
    };
    const [along, across] = [numberIn("mu1", "mu"), numberIn("mu2")];
    if (link !== undefined && isFriction(along)) found.set(link, { friction: along });
    if (isFriction(across) && across !== along)
      account.repair(
        element,
        `gazebo ${link ?? ""}/mu2`,
        isFriction(along) ? `friction is ${along} in all directions, not ${across} across the first` : "without mu1 it is left out",
      );
  }
  return found;
}

/** `<contact><lateral_friction value="1"/><restitution value="0.5"/></contact>` inside a link. */
function bulletMaterial(link: XmlElement, path: string, account: Account): LinkMaterial {
  const contact = childOf(link, "contact", path, account);
  const numberAt = (name: string) => Number(contact?.children.find((child) => child.name === name)?.attributes.get("value") ?? Number.NaN);
  const [friction, restitution] = [numberAt("lateral_friction"), numberAt("restitution")];
  return {
    ...(isFriction(friction) ? { friction } : {}),
    ...(restitution >= 0 && restitution <= 1 ? { restitution } : {}),
  };
}

function isFriction(value: number): boolean {
  return value >= 0 && Number.isFinite(value);
}
