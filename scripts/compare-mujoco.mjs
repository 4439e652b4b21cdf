// Mass, centre of mass and mass matrix of robots as read here and as MuJoCo reads them: fixed joints merged, the root afloat, joints at
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
const [AROUND, AFLOAT] = ["carom-around", "carom-afloat"];
const OPTIONS = '<mujoco><compiler fusestatic="true" balanceinertia="false" boundmass="0" boundinertia="0" discardvisual="true"/></mujoco>';

console.log("| file | bodies | joints | mass, kg | mass off by | centre off by, m | mass matrix off by |\n|---|---|---|---|---|---|---|");
for (const path of process.argv.slice(2)) {
  const shapeless = readFileSync(path, "utf8").replace(/<!--[\s\S]*?-->|<(collision|visual|mujoco)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g, "");
  try {
    console.log(compareEitherWay(basename(path), shapeless));
  } catch (error) {
    console.log(
      `| ${basename(path)} | ${String(error?.message ?? error)
        .split("\n")[0]
        .slice(0, 150)} | | | | | |`,
    );
  }
}

/** A root that is called world, or that has a mass of 0, cannot float: it is left standing. */
function compareEitherWay(name, text) {
  try {
    return compare(name, withRootAfloat(text));
  } catch {
    return compare(`${name} (standing)`, text);
  }
}

/** Both programs read a floating joint, so that the root weighs too; it stays where it is. */
function withRootAfloat(text) {
  const named = (expression) => [...text.matchAll(expression)].map(([, name]) => name);
  const children = named(/<child\s[^>]*link="([^"]+)"/g);
  const root = named(/<link\s[^>]*name="([^"]+)"/g).find((name) => !children.includes(name));
  const joint = `<link name="${AROUND}"/><joint name="${AFLOAT}" type="floating"><parent link="${AROUND}"/><child link="${root}"/></joint>`;
  return text.replace(/(<robot\b[^>]*>)/, `$1${joint}`);
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
    const positions = new Map(ours.joints.filter((joint) => joint !== AFLOAT).map((joint) => [joint, 2 * random() - 1]));
    const [a, b] = [ours.at(positions), theirs.at(positions, ours.joints)];
    mass = Math.max(mass, Math.abs(a.mass - b.mass) / a.mass);
    centre = Math.max(centre, ...a.centre.map((value, c) => Math.abs(value - b.centre[c])));
    const n = Math.sqrt(a.matrix.length);
    const scales = Array.from({ length: n }, (_, i) => Math.sqrt(a.matrix[i * n + i]));
    matrix = Math.max(matrix, ...a.matrix.map((value, k) => Math.abs(value - b.matrix[k]) / (scales[Math.floor(k / n)] * scales[k % n])));
  }
  theirs.free();
  const cells = [
    name,
    ours.bodies,
    ours.joints.filter((joint) => joint !== AFLOAT).length,
    ours.mass.toPrecision(6),
    ...[mass, centre, matrix].map((value) => value.toExponential(1)),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Joints by name, and the mass matrix in their order; the root has six speeds, of its frame's origin and about its axes. */
function ourModel(robot) {
  const { links, tree, dynamics, named, mass } = robotTree(robot);
  const n = tree.speedCount;
  return {
    bodies: links.filter(({ name }) => name !== AROUND).length,
    joints: named.map(({ joint }) => joint),
    mass,
    at: (positions) => {
      const coordinates = new Float64Array(tree.coordinateCount);
      for (const { joint, link } of named)
        if (joint === AFLOAT) coordinates[link.coordinate + 6] = 1;
        else coordinates[link.coordinate] = positions.get(joint);
      tree.place(coordinates);
      const matrix = new Float64Array(n * n);
      dynamics.massMatrix(matrix);
      const order = named.flatMap(({ joint, link }) => speedsOf(joint, link.speed));
      const centre = [0, 1, 2].map((c) => links.reduce((sum, link, i) => sum + link.mass * tree.states[i].centre[c], 0) / mass);
      return { mass, centre, matrix: order.flatMap((i) => order.map((j) => matrix[n * i + j])) };
    },
  };
}

function speedsOf(joint, first) {
  return Array.from({ length: joint === AFLOAT ? 6 : 1 }, (_, k) => first + k);
}

function theirModel(text) {
  const model = mujoco.MjModel.from_xml_string(text.replace(/(<robot\b[^>]*>)/, `$1${OPTIONS}`));
  const data = new mujoco.MjData(model);
  const n = model.nv;
  return {
    at: (positions, names) => {
      const ids = names.map((name) => mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT.value, name));
      if (ids.some((id) => id < 0)) throw new Error(`MuJoCo has no joint ${names[ids.findIndex((id) => id < 0)]}`);
      for (const [k, id] of ids.entries()) if (names[k] !== AFLOAT) data.qpos[model.jnt_qposadr[id]] = positions.get(names[k]);
      mujoco.mj_forward(model, data);
      const buffer = new mujoco.DoubleBuffer(n * n);
      mujoco.mj_fullM(model, data, buffer);
      const dense = Float64Array.from(buffer.GetView());
      buffer.delete();
      const masses = Array.from(model.body_mass);
      const total = masses.reduce((sum, mass) => sum + mass, 0);
      const centre = [0, 1, 2].map((c) => masses.reduce((sum, mass, i) => sum + mass * data.xipos[3 * i + c], 0) / total);
      const order = ids.flatMap((id, k) => speedsOf(names[k], model.jnt_dofadr[id]));
      return { mass: total, centre, matrix: order.flatMap((i) => order.map((j) => dense[n * i + j])) };
    },
    free: () => {
      data.delete();
      model.delete();
    },
  };
}
