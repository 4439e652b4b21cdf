// A robot as it was read, as a tree with its dynamics: for comparisons with other programs.
import { createTree, createTreeDynamics } from "carom/simulation";

/** Links in the order of the bodies; joints by name with the link that each moves. What is fixed weighs with its parent. */
export function robotTree({ bodies, joints }) {
  const links = Object.entries(bodies).map(([name, { joint, mass = 0, centre, inertia }]) => ({
    name,
    parent: joint.parent ?? "world",
    joint,
    mass: joint.type === "fixed" ? 0 : mass,
    ...(centre === undefined ? {} : { centre }),
    ...(inertia === undefined ? {} : { inertia }),
  }));
  const tree = createTree(links);
  const named = Object.entries(joints).map(([joint, body]) => ({ joint, link: tree.links.find(({ name }) => name === body) }));
  return { links, tree, dynamics: createTreeDynamics(tree), named, mass: links.reduce((sum, { mass }) => sum + mass, 0) };
}
