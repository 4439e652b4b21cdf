// Writes the numbers of docs/laws/which.md: scenes with answers in closed form, and random ones, under the three laws for several contacts.
// Nothing in them depends on the machine. With --check it only says whether the page is current. The packages must be built (npm run
// build).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lawNamed } from "carom/impact";
import { contactProblemFromBodies, contactProblemFromCoordinates, velocitiesAfter } from "carom/mechanics";

const target = join(resolve(dirname(fileURLToPath(import.meta.url)), ".."), "docs/laws/which.md");
const BEGIN = "<!-- numbers: written by scripts/generate-which-law.mjs, do not edit -->";
const END = "<!-- end of numbers -->";
const LAWS = ["proportional", "simultaneous", "multipoint"];
const solve = (law, problem) => lawNamed(law).solve(problem);

/** A planar body of mass 1 at the origin; contacts with points and normals. */
function planarBody(inertia, speeds, contacts) {
  const axes = contacts.map(({ normal: [x, y] = [0, 1] }) => [
    [y, -x],
    [x, y],
  ]);
  const jacobian = contacts.flatMap(({ point: [x, y] }, i) => axes[i].map(([a, b]) => [a, b, x * b - y * a]));
  const masses = [1, 1, inertia];
  const massMatrix = masses.map((mass, i) => masses.map((_, j) => (i === j ? mass : 0)));
  const places = contacts.map(({ point }, i) => ({ point, axes: axes[i] }));
  const materials = contacts.map(({ friction = 0, restitution = 0 }) => ({ friction, restitution }));
  const problem = contactProblemFromCoordinates({ massMatrix, jacobian, speeds, places }, materials);
  const after = (law) => {
    const { impulse } = solve(law, problem);
    return speeds.map((speed, k) => speed + jacobian.reduce((sum, row, i) => sum + row[k] * impulse[i], 0) / masses[k]);
  };
  return { problem, after };
}

const evenly = (from, to, count) => Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

function rockingBlock(k, friction, points, restitution = 0) {
  const contacts = evenly(-1, 1, points).map((x) => ({ point: [x, -k], friction, restitution }));
  return planarBody((1 + k * k) / 3, [k, -1, -1], contacts);
}

function groove(friction, restitution) {
  const s = Math.SQRT1_2;
  const side = (sign) => ({ point: [-sign * s, -s], normal: [sign * s, s], friction, restitution });
  return planarBody(0.5, [0, -1, 0], [side(1), side(-1)]);
}

function wheel(n, moment) {
  const half = Math.PI / n;
  const contacts = [-1, 1].map((side) => ({ point: [side * Math.sin(half), -Math.cos(half)], friction: 10 }));
  return planarBody(moment, [Math.cos(half), -Math.sin(half), -1], contacts);
}

function corner(velocity, friction, order = [0, 1, 2]) {
  const bodies = { ball: { mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0], velocity }, walls: "fixed" };
  const contacts = order.map((i) => {
    const normal = [0, 1, 2].map((k) => (k === i ? 1 : 0));
    return { between: ["ball", "walls"], point: normal.map((x) => -0.5 * x), normal, friction, restitution: 0.5 };
  });
  const { problem } = contactProblemFromBodies(bodies, contacts);
  return (law) => velocitiesAfter(bodies, contacts, solve(law, problem).impulse).ball;
}

function yaw(count) {
  const bodies = {
    cube: { mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6], position: [0, 0, 0.5], velocity: [0, 0, -1], angularVelocity: [0, 0, 3] },
    floor: "fixed",
  };
  const end = (i) => (i === 0 || i === count - 1 ? 0.5 : 1);
  const contacts = evenly(-0.5, 0.5, count).flatMap((x, i) =>
    evenly(-0.5, 0.5, count).map((y, j) => ({
      between: ["cube", "floor"],
      point: [x, y, 0],
      normal: [0, 0, 1],
      friction: 0.1,
      restitution: 0.5,
      weight: end(i) * end(j),
    })),
  );
  const { problem } = contactProblemFromBodies(bodies, contacts);
  return (law) => velocitiesAfter(bodies, contacts, solve(law, problem).impulse).cube.angularVelocity[2];
}

function row(restitution) {
  const names = ["a", "b", "c"];
  const bodies = Object.fromEntries(
    names.map((name, i) => [name, { mass: 1, inertia: [0.1, 0.1, 0.1], position: [i, 0, 0], velocity: [i === 0 ? 1 : 0, 0, 0] }]),
  );
  const contacts = [0, 1].map((i) => ({
    between: [names[i + 1], names[i]],
    point: [i + 0.5, 0, 0],
    normal: [1, 0, 0],
    friction: 0,
    restitution,
  }));
  const { problem } = contactProblemFromBodies(bodies, contacts);
  if (lawNamed("multipoint").inapplicable(problem) === undefined) throw new Error("three balls are no rigid body");
  return (law) => {
    if (lawNamed(law).inapplicable(problem) !== undefined) return undefined;
    const after = velocitiesAfter(bodies, contacts, solve(law, problem).impulse);
    return names.map((name) => after[name].velocity[0]);
  };
}

const digits = (value, count = 4) => (Math.abs(value) < 0.5 * 10 ** -count ? 0 : value).toFixed(count);
const list = (values, count = 4) => (values === undefined ? "does not apply" : values.map((value) => digits(value, count)).join(", "));
const line = (what, exact, of) => [what, exact, ...LAWS.map(of)];

const known = [
  ...[1.5, 2, 3, 6].map((k) => {
    const block = rockingBlock(k, 2, 2);
    return line(`Housner's ratio, height ${k} times the width, e = 0`, digits(1 - 1.5 / (1 + k * k)), (law) =>
      digits(-block.after(law)[2]),
    );
  }),
  line("rimless wheel, 8 spokes, λ² = 1/2: speed after over before", digits((Math.SQRT1_2 + 0.5) / 1.5), (law) =>
    digits(-wheel(8, 0.5).after(law)[2]),
  ),
  line("rod, one end rests, the other slaps with V = 1, e = 0: speeds of the ends after", "0.0000, 0.0000", (law) => {
    const contacts = [-0.5, 0.5].map((x) => ({ point: [x, 0], friction: 0.3 }));
    const [, fall, turn] = planarBody(1 / 12, [0, -0.5, -1], contacts).after(law);
    return list([fall - 0.5 * turn, fall + 0.5 * turn]);
  }),
  line("groove of 90°, μ = 0.2, e = 0.8: speed and spin after", `${digits(0.8 * Math.sqrt(0.8 / 1.2))}, 0.0000`, (law) => {
    const [, rise, turn] = groove(0.2, 0.8).after(law);
    return list([rise, turn]);
  }),
  line(
    "corner of three planes, (-1, -1, -1), μ = 0.5, e = 0.5: velocity after",
    list(new Array(3).fill(0.5 * Math.sqrt((1 - Math.SQRT1_2) / (1 + Math.SQRT1_2)))),
    (law) => list(corner([-1, -1, -1], 0.5)(law).velocity),
  ),
  line("the same corner, its planes listed the other way round", "the same", (law) =>
    list(corner([-1, -1, -1], 0.5, [2, 1, 0])(law).velocity),
  ),
  line("rocking block, μ = 0.1, e = 0.3: turn after with 2, 3 and 25 points", "all alike", (law) =>
    list([2, 3, 25].map((points) => -rockingBlock(2, 0.1, points, 0.3).after(law)[2])),
  ),
  line(
    "cube on its face, yaw 3 rad/s, μ = 0.1: yaw after with 4 and 16 points, by area",
    `${list([3 - 0.9 * Math.SQRT1_2, 3 - 0.9 * 0.4175667699])}; the whole face ${digits(3 - (0.9 * (Math.SQRT2 + Math.asinh(1))) / 6)}`,
    (law) => list([2, 4].map((count) => yaw(count)(law))),
  ),
  line("three balls in a row, e = 1", "measured rows: nearly all goes to the last", (law) => list(row(1)(law))),
  line("three balls in a row, e = 0", "0.3333, 0.3333, 0.3333", (law) => list(row(0)(law))),
];

/** Numbers of a seed, the same everywhere. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A planar body in a cage of contacts of which one approaches at least. */
function cage(random, restitution, friction) {
  const contacts = Array.from({ length: 2 + Math.floor(3 * random()) }, () => {
    const [angle, about] = [0.6 * Math.PI * (random() - 0.5), 2 * random() - 1];
    return { point: [about, -0.4 - 0.4 * random()], normal: [Math.sin(angle), Math.cos(angle)], restitution, friction };
  });
  return planarBody(0.2 + random(), [random() - 0.5, -1, 2 * random() - 1], contacts);
}

const SCENES = 100;
const normals = (values) => values.filter((_, i) => i % 2 === 1);
const counted = [
  {
    what: "order of the contacts changes the answer by more than 1e-6, rough (μ = 0.3, e = 0.5)",
    wrong: (law, random) => {
      const { problem } = cage(random, 0.5, 0.3);
      const count = problem.contacts.length;
      const places = Array.from({ length: 2 * count }, (_, i) => 2 * (count - 1 - Math.floor(i / 2)) + (i % 2));
      const turned = {
        ...problem,
        contacts: [...problem.contacts].reverse(),
        places: [...problem.places].reverse(),
        mobility: places.map((i) => places.map((j) => problem.mobility[i][j])),
        velocity: places.map((i) => problem.velocity[i]),
      };
      const [first, second] = [solve(law, problem).velocity, solve(law, turned).velocity];
      return first.some((v, i) => Math.abs(v - second[places.indexOf(i)]) > 1e-6);
    },
  },
  {
    what: "smooth, e = 0: a contact pushes and leaves (above 1e-6)",
    wrong: (law, random) => {
      const { impulse, velocity } = solve(law, cage(random, 0, 0).problem);
      return normals(impulse).some((push, i) => push > 1e-6 && normals(velocity)[i] > 1e-6);
    },
  },
  {
    what: "warns `not-converged`, rough (μ = 0.3, e = 0.5)",
    wrong: (law, random) => solve(law, cage(random, 0.5, 0.3).problem).warnings.some(({ code }) => code === "not-converged"),
  },
];

function eventsOf(law) {
  const random = randomFrom(3);
  const lengths = Array.from({ length: SCENES }, () => solve(law, cage(random, 0.5, 0.3).problem).events.length).sort((a, b) => a - b);
  return `${lengths[SCENES / 2]}, at most ${lengths[SCENES - 1]}`;
}

const scenes = counted.map(({ what, wrong }) => [
  what,
  ...LAWS.map((law) => {
    const random = randomFrom(7);
    return `${Array.from({ length: SCENES }, () => wrong(law, random)).filter(Boolean).length} of ${SCENES}`;
  }),
]);

const table = (heads, rows) =>
  [`| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
const named = LAWS.map((law) => `\`${law}\``);
const numbers = [
  "## Closed forms",
  "",
  table(["scene", "closed form", ...named], known),
  "",
  "## Random planar bodies in cages of two to four contacts",
  "",
  table(["", ...named], [...scenes, ["events of an impact: the median", ...LAWS.map(eventsOf)]]),
].join("\n");

const text = readFileSync(target, "utf8");
const current = text.replace(/<!-- numbers[\s\S]*?<!-- end of numbers -->/, () => `${BEGIN}\n${numbers}\n${END}`);
if (!current.includes(BEGIN)) {
  console.error("docs/laws/which.md has no place for the numbers (<!-- numbers --> ... <!-- end of numbers -->)");
  process.exit(1);
}
if (!process.argv.includes("--check")) {
  writeFileSync(target, current);
  console.log("docs/laws/which.md: written");
} else if (current === text) console.log("docs/laws/which.md: the numbers are current");
else {
  console.error("docs/laws/which.md: the numbers are not current: run npm run build, then node scripts/generate-which-law.mjs");
  process.exit(1);
}
