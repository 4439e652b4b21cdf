/**
 * Robots from URDF, as people write it: links, inertias, joints and collision shapes, as bodies of a scene (mechanism/scene-link.ts).
 *
 *     read       every link (links.ts, shapes.ts, inertia.ts) and joint (joint.ts, tree.ts, mimic.ts); complaints are gathered (account.ts)
 *     hold       joints that limits or their leaders hold, or that move nothing (held.ts, movable.ts)
 *     merge      what fixed joints hold together (groups.ts), with the sum of masses (masses.ts)
 *     write      bodies with joints, gears of joints that follow others, frames of links that are no bodies (bodies.ts)
 *
 * What has no part in the motion (visual, material, transmission, sensor) is passed over. What no robot can have is mended where it is
 * clear how, and the account says what was found and what was done; with `strict` it is an error instead.
 *
 * Source: the URDF/XML specification (wiki.ros.org/urdf/XML).
 */
import { InvalidInputError } from "../../errors.js";
import { readXml, type XmlElement } from "../../xml.js";
import { type Account, createAccount } from "./account.js";
import { assemble } from "./assemble.js";
import { planarNames } from "./bodies.js";
import { at, childrenOf } from "./fields.js";
import { readJoint, type UrdfJoint } from "./joint.js";
import { readLinks } from "./links.js";
import { relationsOf } from "./mimic.js";
import { checkOptions, type UrdfOptions, type UrdfRobot } from "./robot.js";
import { named, rootOf } from "./tree.js";
import { tellWords } from "./vocabulary.js";
import { URDF_WORDS } from "./words.js";

/** Names of the mesh files that a robot needs, each once: those of shapes that touch, and what is drawn of links that have nothing else. */
export function meshFilesOf(text: string, collide: "collision" | "visual" = "collision"): string[] {
  const meshesIn = (link: XmlElement, kind: string) =>
    childrenOf(link, kind)
      .flatMap((element) => childrenOf(element, "geometry"))
      .flatMap((geometry) => childrenOf(geometry, "mesh"))
      .flatMap((mesh) => mesh.attributes.get("filename") ?? []);
  const names = childrenOf(robotOf(text), "link").flatMap((link) => {
    const touching = meshesIn(link, collide);
    return touching.length > 0 || childrenOf(link, "inertial").length > 0 ? touching : meshesIn(link, "visual");
  });
  return [...new Set(names)];
}

/** What xacro itself understands: files with these were not expanded. */
const XACRO = new Set(
  ["include", "macro", "property", "arg", "if", "unless", "call", "insert_block", "eval", "element", "attribute"].map(
    (name) => `xacro:${name}`,
  ),
);
/** Values inside these are nobody's numbers. */
const PASSED_OVER = new Set(["material", "transmission", "gazebo", "visual", "sensor", "verbose", "ros2_control"]);

/** The robot of a URDF text. Throws UrdfError with every complaint and its line. */
export function readUrdf(text: string, options: UrdfOptions = {}): UrdfRobot {
  const robot = robotOf(text);
  const account = createAccount(options.strict === true);
  const macros = new Map(robot.children.filter(({ name }) => name.startsWith("xacro:")).map((child) => [child.name, child]));
  for (const [name, element] of macros) account.repair(element, `<${name}>`, "this macro was not expanded: what it stands for is missing");
  tellWords({ ...robot, children: robot.children.filter((child) => macros.get(child.name) === undefined) }, "robot", URDF_WORDS, account);
  const elements = withWorld(robot, named(robot, "link", account), account);
  const joints = [...named(robot, "joint", account)].flatMap(([name, element]) => readJoint(name, element, elements, account) ?? []);
  const root = rootOf(elements, joints, account);
  const links = readLinks(robot, elements, options, account);
  const relations = relationsOf(joints, account);
  account.attempt(() => checkOptions(options, joints), undefined);
  checkPlanarNames(joints, elements, account);
  account.check();
  const made = assemble({ root, joints, links, relations, options, account });
  account.check();
  return { name: robot.attributes.get("name") ?? "robot", ...made };
}

/** Some tools hang robots on a world that is no link of theirs. */
function withWorld(robot: XmlElement, links: ReadonlyMap<string, XmlElement>, account: Account): ReadonlyMap<string, XmlElement> {
  const hung = childrenOf(robot, "joint").find((joint) => childrenOf(joint, "parent")[0]?.attributes.get("link") === "world");
  if (hung === undefined || links.has("world")) return links;
  account.note(hung, `joint ${hung.attributes.get("name") ?? ""}/parent@link`, "world is no link of this robot: it is the ground");
  return new Map([["world", { ...hung, name: "link", attributes: new Map(), children: [] }], ...links]);
}

function robotOf(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== "robot") throw new InvalidInputError(`line ${root.line}`, `<${root.name}>`, "is not <robot>: this is not a URDF");
  const macro = leftOver(root) ?? (childrenOf(root, "link").length === 0 ? macroIn(root) : undefined);
  if (macro !== undefined)
    throw new InvalidInputError(
      at(macro.element, macro.element.name),
      macro.what,
      "is not expanded: this is a xacro file; expand it first with `xacro robot.xacro > robot.urdf`",
    );
  return root;
}

interface LeftOver {
  readonly element: XmlElement;
  readonly what: string;
}

/** A value that xacro would have computed, in links and joints and beside them, or an element that it would have followed. */
function leftOver(root: XmlElement): LeftOver | undefined {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (XACRO.has(element.name)) return { element, what: `<${element.name}>` };
    for (const value of element.attributes.values()) if (value.includes("${")) return { element, what: value };
    waiting.push(...element.children.filter(({ name }) => !PASSED_OVER.has(name)).reverse());
  }
  return undefined;
}

function macroIn({ children }: XmlElement): LeftOver | undefined {
  const element = children.find(({ name }) => name.startsWith("xacro:"));
  return element && { element, what: `<${element.name}>` };
}

function checkPlanarNames(joints: readonly UrdfJoint[], links: ReadonlyMap<string, XmlElement>, account: Account): void {
  for (const joint of joints) {
    if (joint.type !== "planar") continue;
    const [first, second] = planarNames(joint.child);
    account.note(
      joint.element,
      joint.path,
      `planar: it became two prismatic joints and a revolute one, with the links ${first} and ${second} without mass`,
    );
    for (const name of [first, second]) {
      const taken = links.get(name);
      if (taken !== undefined)
        account.complain(
          new InvalidInputError(
            at(taken, `link ${name}`),
            name,
            `is the name of a link that the planar joint ${joint.name} (line ${joint.element.line}) makes: it needs another`,
          ),
        );
    }
  }
}
