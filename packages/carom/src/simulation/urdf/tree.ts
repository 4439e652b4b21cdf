/** Links and joints as a tree, or every reason why they are none. */
import { InvalidInputError } from "../../errors.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "./account.js";
import { at, childrenOf } from "./fields.js";
import type { UrdfJoint } from "./joint.js";

/** Links or joints of a robot by name. */
export function named(robot: XmlElement, kind: "link" | "joint", account: Account): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const element of childrenOf(robot, kind)) {
    const name = element.attributes.get("name");
    const complain = (value: unknown, expected: string) => {
      account.complain(new InvalidInputError(at(element, `${kind} ${name ?? ""}`.trim()), value, expected));
    };
    if (name === undefined || name === "") {
      complain(name, "is its name: a link or joint needs one");
      continue;
    }
    // Links become fields of a study, and no study may have these.
    if (kind === "link" && (name === "__proto__" || name.length > 100 || /\p{Cc}/u.test(name)))
      complain(name, "cannot be used as a name: rename the link");
    const other = found.get(name);
    if (other !== undefined) complain(name, `is the name of line ${other.line} too`);
    else found.set(name, element);
  }
  if (kind === "link" && found.size === 0) account.complain(new InvalidInputError(at(robot, "robot"), 0, "links: a robot needs one"));
  return found;
}

/** The link that no joint moves. Complains where there is none, or several, or where joints go round. */
export function rootOf(links: ReadonlyMap<string, XmlElement>, joints: readonly UrdfJoint[], account: Account): string {
  const moved = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    const other = moved.get(joint.child);
    if (other === undefined) moved.set(joint.child, joint);
    else
      account.complain(
        new InvalidInputError(
          at(joint.element, joint.path),
          joint.child,
          `is the child of joint ${other.name} too: URDF has trees, no loops`,
        ),
      );
  }
  const complain = (name: string, expected: string) => {
    account.complain(new InvalidInputError(at(links.get(name) as XmlElement, `link ${name}`), name, expected));
  };
  const [root, ...others] = [...links.keys()].filter((name) => !moved.has(name));
  for (const other of others) complain(other, `is not joined to ${root}: a robot has one root`);
  // Each link is walked over once: a way up that comes to one that is known to hang on a root need not go on.
  const hanging = new Set<string>([...(root === undefined ? [] : [root]), ...others]);
  for (const start of links.keys()) {
    const way = new Set<string>();
    let link = start;
    for (; !hanging.has(link) && !way.has(link); link = moved.get(link)?.parent ?? start) way.add(link);
    if (!hanging.has(link)) complain(start, "hangs on itself: joints go round");
    for (const each of way) hanging.add(each);
  }
  return root ?? "";
}
