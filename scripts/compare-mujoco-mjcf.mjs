// Masses, inertias and mass matrices of MJCF models as read here and as MuJoCo reads them, at random positions of all joints.
//
//     node scripts/compare-mujoco-mjcf.mjs FILE.xml...
//
// Shapes that are meshes are taken out of the text first, for both, with all assets: then nothing has to be found, and what weighs is what
// the text says. MuJoCo's rotor inertias (armature) are subtracted from its matrix: here there are none, and the account says so.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import loadMujoco from "@mujoco/mujoco";
import { createRandom } from "carom/math";
import { readMjcf } from "carom/simulation";
import { robotTree } from "./robot-tree.mjs";

const ROUNDS = 5;
/** Degrees of freedom. */
const WIDTH = { revolute: 1, prismatic: 1, spherical: 3, free: 6 };
const mujoco = await loadMujoco();

console.log(
  "| file | bodies that move | degrees of freedom | mass, kg | mass off by | inertias off by | mass matrix off by |\n" +
    "|---|---|---|---|---|---|---|",
);
for (const path of process.argv.slice(2)) {
  const name = path.split("/").slice(-2).join("/");
  try {
    console.log(compare(name, textOf(path)));
  } catch (error) {
    const [message] = String(error?.message ?? error).split("\n");
    console.log(`| ${name} | ${message.slice(0, 200)} | | | | | |`);
  }
}

/** With included files in it and without meshes. */
function textOf(path, depth = 0) {
  const whole = readFileSync(path, "utf8").replace(/<!--[\s\S]*?-->/g, "");
  const included = whole.replace(/<include\s+file="([^"]*)"\s*\/>/g, (_, file) => {
    const other = join(dirname(path), file);
    if (depth > 8 || !existsSync(other)) throw new Error(`includes ${file}, which is not there`);
    return textOf(other, depth + 1)
      .replace(/^[\s\S]*?<mujoco(?:inc)?\b[^>]*>/, "")
      .replace(/<\/mujoco(?:inc)?>\s*$/, "");
  });
  return included
    .replace(
      /<(asset|keyframe|sensor|tendon|visual|custom|extension|actuator|equality|contact|deformable)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g,
      "",
    )
    .replace(/<geom\b[^>]*\bmesh="[^"]*"[^>]*?(?:\/>|>\s*<\/geom>)/g, "")
    .replace(/\smaterial="[^"]*"/g, "");
}

function compare(name, text) {
  const robot = readMjcf(text);
  const repaired = robot.account.filter((line) => /no body has|no mass is given|is fixed/.test(line));
  if (repaired.length > 0) return `| ${name} | not compared: ${repaired[0].slice(0, 160)} | | | | | |`;
  const [ours, theirs] = [ourModel(robot), theirModel(text)];
  const random = createRandom(1);
  let [mass, inertia, matrix] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const values = new Map(ours.joints.map(({ joint, type }) => [joint, randomValue(type, random)]));
    const [a, b] = [ours.at(values), theirs.at(values, ours.joints)];
    mass = Math.max(mass, Math.abs(a.mass - b.mass) / b.mass);
    inertia = Math.max(inertia, relative(a.inertia, b.inertia));
    matrix = Math.max(matrix, relative(a.matrix, b.matrix));
  }
  theirs.free();
  const cells = [
    name,
    Object.values(robot.bodies).filter(({ joint }) => joint?.type !== "fixed").length,
    ours.size,
    ours.mass.toPrecision(6),
    ...[mass, inertia, matrix].map((v) => v.toExponential(1)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function relative(a, b) {
  const largest = Math.max(...b.map(Math.abs));
  if (a.length !== b.length) throw new Error(`${a.length} numbers here, ${b.length} there`);
  return Math.max(...a.map((value, k) => Math.abs(value - b[k]))) / largest;
}

function randomValue(type, random) {
  const turn = () => {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const size = Math.hypot(...q);
    return q.map((value) => value / size);
  };
  if (type === "spherical") return turn();
  return type === "free" ? [random(), random(), random(), ...turn()] : 2 * random() - 1;
}

/** Mass matrix in the order of the joints, with turning in axes of the bodies as MuJoCo has it; inertia of all about its centre. */
function ourModel(robot) {
  const { links, tree, dynamics, named, mass } = robotTree(robot);
  const n = tree.speedCount;
  return {
    joints: named.map(({ joint, link }) => ({ joint, type: link.type })),
    size: n,
    mass,
    at: (values) => {
      const q = new Float64Array(tree.coordinateCount);
      for (const { joint, link } of named) q.set([values.get(joint)].flat(), link.coordinate);
      tree.place(q);
      const full = new Float64Array(n * n);
      dynamics.massMatrix(full);
      // u of ours for a unit of each of theirs.
      const columns = named.flatMap(({ joint, link }) =>
        Array.from({ length: WIDTH[link.type] }, (_, k) => {
          const column = new Float64Array(n);
          const turning = link.type === "spherical" ? k : k - 3;
          if (link.type === "revolute" || link.type === "prismatic") column[link.speed] = 1;
          else if (turning < 0) for (let c = 0; c < 3; c++) column[link.speed + c] = rotated(link.orientation, c)[k];
          else column.set(rotated([values.get(joint)].flat().slice(-4), turning), link.speed + k - turning);
          return column;
        }),
      );
      const matrix = columns.flatMap((a) => columns.map((b) => product(a, full, b)));
      return { mass, inertia: moments(links, tree.states), matrix };
    },
  };
}

function product(a, full, b) {
  const n = a.length;
  let sum = 0;
  for (let i = 0; i < n; i++) if (a[i] !== 0) for (let j = 0; j < n; j++) sum += a[i] * full[n * i + j] * b[j];
  return sum;
}

/** A unit vector along an axis of the body, in axes of its joint. */
function rotated([x, y, z, w], axis) {
  const m = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return m[axis];
}

/** Principal moments of each body that moves, sorted within it and by size over all. */
function moments(links) {
  return links
    .filter(({ mass, inertia }) => mass > 0 && inertia !== undefined)
    .flatMap(({ inertia }) => trace(inertia))
    .sort((a, b) => a - b);
}

/** Trace, and the sum of squares of all entries: what a turn does not change. */
function trace(inertia) {
  const rows = inertia.map((row, i) => (Array.isArray(row) ? row : [0, 1, 2].map((j) => (i === j ? row : 0))));
  return [rows[0][0] + rows[1][1] + rows[2][2], Math.sqrt(rows.flat().reduce((sum, value) => sum + value * value, 0))];
}

function theirModel(text) {
  const fused = text.replace(/<compiler\b([^>]*?)\/?>(?:\s*<\/compiler>)?/, '<compiler$1 fusestatic="true"/>');
  const options = fused === text ? text.replace(/(<mujoco\b[^>]*>)/, '$1<compiler fusestatic="true"/>') : fused;
  const model = mujoco.MjModel.from_xml_string(options.replace(/(fusestatic="[^"]*")([^>]*?)\sfusestatic="true"/, '$2 fusestatic="true"'));
  const data = new mujoco.MjData(model);
  const n = model.nv;
  return {
    at: (values, names) => {
      const ids = names.map(({ joint }) => {
        const id = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT.value, joint);
        if (id >= 0) return id;
        // Joints without a name are called by their bodies here.
        const body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY.value, joint.replace(/ joint$/, ""));
        if (body < 0) throw new Error(`MuJoCo has no joint ${joint}`);
        return model.body_jntadr[body] + model.body_jntnum[body] - 1;
      });
      for (const [k, id] of ids.entries()) {
        const { joint, type } = names[k];
        const own = [values.get(joint)].flat();
        const at = model.jnt_qposadr[id];
        if (type === "revolute" || type === "prismatic") data.qpos[at] = own[0] + model.qpos0[at];
        else {
          const turn = own.slice(-4);
          const start = type === "free" ? 3 : 0;
          if (type === "free") for (let c = 0; c < 3; c++) data.qpos[at + c] = own[c];
          const q0 = [0, 1, 2, 3].map((c) => model.qpos0[at + start + c]);
          const whole = type === "free" ? times(q0, [turn[3], turn[0], turn[1], turn[2]]) : [turn[3], turn[0], turn[1], turn[2]];
          for (let c = 0; c < 4; c++) data.qpos[at + start + c] = whole[c];
        }
      }
      mujoco.mj_forward(model, data);
      const buffer = new mujoco.DoubleBuffer(n * n);
      mujoco.mj_fullM(model, data, buffer);
      const dense = Float64Array.from(buffer.GetView());
      buffer.delete();
      for (let i = 0; i < n; i++) dense[n * i + i] -= model.dof_armature[i];
      const order = ids.flatMap((id, k) => Array.from({ length: WIDTH[names[k].type] }, (_, c) => model.jnt_dofadr[id] + c));
      const moving = Array.from({ length: model.nbody }, (_, i) => i).filter((i) => model.body_weldid[i] !== 0);
      const total = moving.reduce((sum, i) => sum + model.body_mass[i], 0);
      const inertia = moving
        .filter((i) => model.body_mass[i] > 0)
        .flatMap((i) => {
          const own = [0, 1, 2].map((c) => model.body_inertia[3 * i + c]);
          return [own[0] + own[1] + own[2], Math.hypot(...own)];
        })
        .sort((a, b) => a - b);
      return { mass: total, inertia, matrix: order.flatMap((i) => order.map((j) => dense[n * i + j])) };
    },
    free: () => {
      data.delete();
      model.delete();
    },
  };
}

function times([w, x, y, z], [v, a, b, c]) {
  return [w * v - x * a - y * b - z * c, w * a + x * v + y * c - z * b, w * b - x * c + y * v + z * a, w * c + x * b - y * a + z * v];
}
