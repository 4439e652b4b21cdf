// Mass, centre of mass and mass matrix of robots as read here and as MuJoCo reads them: fixed joints merged, the root standing, joints at
// random positions. Shapes are taken out of the text first, for both: MuJoCo reads no COLLADA, and the numbers come from `inertial` alone.
//
//     node scripts/compare-mujoco.mjs FILE.urdf...
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import loadMujoco from "@mujoco/mujoco";
import { createRandom } from "carom/math";
import { readUrdf } from "carom/simulation";
import { robotTree } from "./robot-tree.mjs";

const mujoco = await loadMujoco();
const OPTIONS = '<mujoco><compiler fusestatic="true" balanceinertia="false" boundmass="0" boundinertia="0" discardvisual="true"/></mujoco>';

console.log("| file | bodies | joints | mass, kg | mass off by | centre off by, m | mass matrix off by |\n|---|---|---|---|---|---|---|");
for (const path of process.argv.slice(2)) {
  const shapeless = readFileSync(path, "utf8").replace(/<(collision|visual|mujoco)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g, "");
  try {
    console.log(compare(basename(path), shapeless));
  } catch (error) {
    console.log(
      `| ${basename(path)} | ${String(error?.message ?? error)
        .split("\n")[0]
        .slice(0, 150)} | | | | | |`,
    );
  }
}

function compare(name, text) {
  const robot = readUrdf(text);
  if (robot.account.some((line) => /inertia|no mass/.test(line) && !/gyration/.test(line)))
    return `| ${name} | repaired here: not compared | | | | | |`;
  const ours = ourModel(robot);
  const theirs = theirModel(text);
  const random = createRandom(1);
  let [mass, centre, matrix] = [0, 0, 0];
  for (let round = 0; round < 5; round++) {
    const positions = new Map(ours.joints.map((joint) => [joint, 2 * random() - 1]));
    const [a, b] = [ours.at(positions), theirs.at(positions, ours.joints)];
    mass = Math.max(mass, Math.abs(a.mass - b.mass) / a.mass);
    centre = Math.max(centre, ...a.centre.map((value, c) => Math.abs(value - b.centre[c])));
    const largest = Math.max(...a.matrix.map(Math.abs));
    matrix = Math.max(matrix, ...a.matrix.map((value, k) => Math.abs(value - b.matrix[k]) / largest));
  }
  theirs.free();
  const cells = [
    name,
    Object.keys(robot.bodies).length,
    ours.joints.length,
    ours.mass.toPrecision(6),
    ...[mass, centre, matrix].map((value) => value.toExponential(1)),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Joints with one coordinate, by name, and the mass matrix in their order. */
function ourModel(robot) {
  const { links, tree, dynamics, named, mass } = robotTree(robot);
  const n = tree.speedCount;
  return {
    joints: named.map(({ joint }) => joint),
    mass,
    at: (positions) => {
      const coordinates = new Float64Array(tree.coordinateCount);
      for (const { joint, link } of named) coordinates[link.coordinate] = positions.get(joint);
      tree.place(coordinates);
      const matrix = new Float64Array(n * n);
      dynamics.massMatrix(matrix);
      const order = named.map(({ link }) => link.speed);
      const centre = [0, 1, 2].map((c) => links.reduce((sum, link, i) => sum + link.mass * tree.states[i].centre[c], 0) / mass);
      return { mass, centre, matrix: order.flatMap((i) => order.map((j) => matrix[n * i + j])) };
    },
  };
}

function theirModel(text) {
  const model = mujoco.MjModel.from_xml_string(text.replace(/(<robot\b[^>]*>)/, `$1${OPTIONS}`));
  const data = new mujoco.MjData(model);
  const n = model.nv;
  return {
    at: (positions, names) => {
      const ids = names.map((name) => mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT.value, name));
      if (ids.some((id) => id < 0)) throw new Error(`MuJoCo has no joint ${names[ids.findIndex((id) => id < 0)]}`);
      for (const [k, id] of ids.entries()) data.qpos[model.jnt_qposadr[id]] = positions.get(names[k]);
      mujoco.mj_forward(model, data);
      const buffer = new mujoco.DoubleBuffer(n * n);
      mujoco.mj_fullM(model, data, buffer);
      const dense = Float64Array.from(buffer.GetView());
      buffer.delete();
      const masses = Array.from(model.body_mass);
      const total = masses.reduce((sum, mass) => sum + mass, 0);
      const centre = [0, 1, 2].map((c) => masses.reduce((sum, mass, i) => sum + mass * data.xipos[3 * i + c], 0) / total);
      const order = ids.map((id) => model.jnt_dofadr[id]);
      return { mass: total, centre, matrix: order.flatMap((i) => order.map((j) => dense[n * i + j])) };
    },
    free: () => {
      data.delete();
      model.delete();
    },
  };
}
