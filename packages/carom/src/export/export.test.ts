import { describe, expect, it } from "vitest";
import { readMeshFile } from "../geometry/mesh-files/mesh-file.js";
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import { massProperties, type Shape } from "../mechanics/shapes/index.js";
import { csvText } from "../study/format/table.js";
import { runSimulation } from "../study/simulation/run.js";
import { type SimulationStudy, simulationStudySchema } from "../study/simulation/schema.js";
import { contactsTable, seriesTable } from "../study/simulation/series.js";
import { readXml, type XmlElement } from "../xml.js";
import { glbPieces } from "./glb.js";
import { rowsOfFiles } from "./rows-of-files.js";
import { type RunInSpace, runInSpace } from "./run-in-space.js";
import { rowsOfResult, seriesHeadings, seriesValues } from "./run-rows.js";
import { slowed } from "./slowed.js";
import { type Triangles, trianglesOf } from "./triangles.js";
import { usdaLines } from "./usda.js";
import { vtkFiles } from "./vtk.js";

const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../examples/sim-{phone-drop,moving-belt}.json",
  { query: "?raw", import: "default", eager: true },
);
const example = (name: string) => simulationStudySchema.parse(JSON.parse(files[`../../../../examples/sim-${name}.json`]));

const phone = example("phone-drop");
const result = runSimulation(phone);
const run = await runInSpace(phone, rowsOfResult(result));
const rows = await all(run.rows());

async function all<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const joined = (pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));
const placesOf = async (of: RunInSpace, name: string) =>
  (await all(of.rows())).map(({ places }) => places[of.solids.findIndex((solid) => solid.name === name)]);

/** Of the solid that the triangles enclose, by the divergence theorem. */
function volumeOf({ points, faces }: Triangles): number {
  return faces.reduce((sum, [i, j, k]) => sum + vec3.dot(points[i], vec3.cross(points[j], points[k])) / 6, 0);
}

it.each<[string, Shape]>([
  ["one shape", { type: "sphere", radius: 0.1 }],
  ["several", { type: "compound", parts: [{ shape: { type: "sphere", radius: 0.1 } }] }],
])("draws %s that weighs nothing where it touches", async (_, shape) => {
  const study = simulationStudySchema.parse({
    carom: 1,
    kind: "simulation",
    title: "foot",
    duration: 0.01,
    bodies: {
      leg: { joint: { type: "free", start: { position: [0, 0, 1] } }, mass: 1, inertia: [1, 1, 1], centre: [0, 0, 0.2] },
      foot: { joint: { type: "fixed", parent: "leg" }, shape, position: [0, 0, -0.3], orientation: [1, 0, 0, 0] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    contacts: [{ between: ["foot", "floor"], friction: 1, restitution: 0 }],
  });
  const walk = await runInSpace(study, rowsOfResult(runSimulation(study)));
  const foot = walk.solids.findIndex(({ name }) => name === "foot");
  const [{ position, orientation }] = (await all(walk.rows()))[0].places.slice(foot);
  const heights = walk.solids[foot].surface.points.map((point) => vec3.add(position, quaternion.rotate(orientation, point))[2]);
  expect(Math.min(...heights)).toBeCloseTo(0.6, 12);
  expect(Math.max(...heights)).toBeCloseTo(0.8, 12);
});

describe("shapes as triangles", () => {
  const shapes: readonly Shape[] = [
    { type: "sphere", radius: 0.3 },
    { type: "box", size: [0.1, 0.2, 0.3] },
    { type: "cylinder", radius: 0.2, height: 0.5 },
    { type: "cone", radius: 0.2, height: 0.5 },
    { type: "capsule", radius: 0.1, length: 0.4 },
    { type: "rod", radius: 0.01, length: 0.4 },
    {
      type: "tetrahedron",
      vertices: [
        [0, 0, 0],
        [0, 1, 0],
        [1, 0, 0],
        [0, 0, 1],
      ],
    },
    { type: "ellipsoid", halfAxes: [0.1, 0.2, 0.3] },
    { type: "box", size: [0.1, 0.2, 0.3], rounding: 0.05 },
    { type: "cylinder", radius: 0.2, height: 0.1, rounding: 0.1 },
    { type: "cone", radius: 0.2, height: 0.5, rounding: 0.02 },
    { type: "compound", parts: [{ shape: { type: "box", size: [1, 1, 1] }, density: 1, position: [3, 0, 0] }] },
  ];

  it.each(shapes)("a $type is closed, faces outwards and has its volume", (shape) => {
    const surface = trianglesOf(shape);
    const edges = new Set(surface.faces.flatMap(([i, j, k]) => [`${i} ${j}`, `${j} ${k}`, `${k} ${i}`]));
    expect(edges.size).toBe(3 * surface.faces.length);
    for (const edge of edges) expect(edges.has(edge.split(" ").reverse().join(" "))).toBe(true);
    const volume = massProperties(shape, shape.type === "compound" ? {} : { density: 1 }).mass;
    // 48 sides of a turn have 0.3 % less than the circle, 24 of a half one as much again; balls at corners have half as many.
    expect(volumeOf(surface) / volume).toBeGreaterThan(0.98);
    expect(volumeOf(surface) / volume).toBeLessThanOrEqual(1 + 1e-12);
  });
});

describe("a run in space", () => {
  it("puts shapes where the study has them: a cone by its base, a link by its joint", async () => {
    const study = simulationStudySchema.parse({
      carom: 1,
      kind: "simulation",
      title: "Two that are let go",
      duration: 0.01,
      bodies: {
        cone: { shape: { type: "cone", radius: 0.1, height: 0.4 }, mass: 1, position: [1, 2, 3], orientation: [1, 0, 0, 0] },
        arm: {
          shape: { type: "box", size: [0.1, 0.1, 0.5] },
          mass: 1,
          position: [0, 0, -0.25],
          joint: { type: "revolute", axis: [0, 1, 0] },
        },
      },
    });
    const scene = await runInSpace(study, rowsOfResult(runSimulation(study)));
    const [{ places }] = await all(scene.rows());
    const heights = scene.solids.map(({ surface }, i) =>
      surface.points.map((point) => vec3.add(places[i].position, quaternion.rotate(places[i].orientation, point))[2]),
    );
    // The cone hangs: its base is where it was put, its tip below.
    expect([Math.min(...heights[0]), Math.max(...heights[0])]).toEqual([expect.closeTo(2.6, 12), expect.closeTo(3, 12)]);
    expect([Math.min(...heights[1]), Math.max(...heights[1])]).toEqual([expect.closeTo(-0.5, 12), expect.closeTo(0, 12)]);
  });

  it("asks no inertia of a shape whose body brings its own: a rod of no thickness", async () => {
    const study = simulationStudySchema.parse({
      carom: 1,
      kind: "simulation",
      title: "A thin rod",
      duration: 0.01,
      bodies: { rod: { shape: { type: "rod", length: 1, radius: 1e-9 }, mass: 1, inertia: [0.08, 0.08, 1e-6], position: [0, 0, 1] } },
    });
    const [{ position }] = await placesOf(await runInSpace(study, rowsOfResult(runSimulation(study))), "rod");
    expect(position).toEqual([0, 0, 1]);
  });

  it("has ground made of triangles as it is given: heights over a grid, a surface", async () => {
    const vertices = [
      [0, 0, 0],
      [2, 0, 1],
      [0, 2, 1],
    ];
    const study = simulationStudySchema.parse({
      carom: 1,
      kind: "simulation",
      title: "Over ground",
      duration: 0.01,
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 3] },
        hill: {
          fixed: {
            type: "height-field",
            heights: [
              [0, 1, 0.5],
              [0.25, 2, 1],
            ],
            cell: [0.5, 2],
          },
          position: [1, 0, 0],
        },
        roof: { fixed: { type: "surface", vertices, triangles: [[0, 1, 2]] }, position: [0, 5, 0], orientation: [1, 0, 0, 0] },
      },
    });
    const scene = await runInSpace(study, rowsOfResult(runSimulation(study)));
    const [{ places }] = await all(scene.rows());
    const cornersOf = (name: string) => {
      const i = scene.solids.findIndex((solid) => solid.name === name);
      const { points, faces } = scene.solids[i].surface;
      const placed = points.map((point) => vec3.add(places[i].position, quaternion.rotate(places[i].orientation, point)));
      return faces.map((face) => face.map((corner) => placed[corner]));
    };
    expect(cornersOf("roof")).toEqual([
      [
        [0, 5, 0],
        [2, 5, -1],
        [0, 3, -1],
      ],
    ]);
    const hill = cornersOf("hill");
    expect(hill).toHaveLength(4);
    // The ends of the cuts of both cells, each in two triangles.
    for (const corner of [
      [1, 0, 0],
      [1.5, 2, 2],
      [1.5, 0, 1],
      [2, 2, 1],
    ])
      expect(hill.flat().filter((point) => vec3.norm(vec3.subtract(point, corner as unknown as vec3.Vec3)) < 1e-12).length).toBeGreaterThan(
        1,
      );
  });

  it("keeps signs of neighbouring orientations alike and moves driven ground", async () => {
    for (const i of run.solids.keys())
      for (let row = 1; row < rows.length; row++) {
        const [before, after] = [rows[row - 1], rows[row]].map(({ places }) => places[i].orientation);
        expect(before.reduce((sum, value, k) => sum + value * after[k], 0)).toBeGreaterThan(0);
      }
    const belt = example("moving-belt");
    const scene = await runInSpace(belt, rowsOfResult(runSimulation(belt)));
    const moved = await placesOf(scene, "belt");
    for (const { row, time } of await all(scene.rows())) expect(moved[row].position[0]).toBeCloseTo(time, 12);
  });

  it("has every contact and every event once, at the row they belong to", () => {
    expect(rows.flatMap(({ row, contacts }) => contacts.map((contact) => ({ row, ...contact })))).toEqual(result.series.contacts);
    expect(rows.flatMap(({ events }) => events)).toEqual(result.events);
    for (const { row, time, events } of rows)
      for (const event of events) {
        if (row > 0) expect(event.time).toBeGreaterThan(rows[row - 1].time);
        if (row < rows.length - 1) expect(event.time).toBeLessThanOrEqual(time);
      }
  });

  it("is the same from the files of a folder, whatever bodies are called", async () => {
    const odd = JSON.parse(JSON.stringify(phone).replaceAll('"phone"', '"my, \\"own\\" phone"')) as SimulationStudy;
    const own = runSimulation(odd);
    const lines = (text: string) =>
      async function* () {
        yield* text.split("\n");
      };
    const files = await rowsOfFiles({
      title: own.title,
      series: lines(csvText(seriesTable(own))),
      contacts: lines(csvText(contactsTable(own))),
      events: lines(own.events.map((event) => JSON.stringify(event)).join("\n")),
    });
    const memory = rowsOfResult(own);
    expect({ ...files, rows: 0 }).toEqual({ ...memory, rows: 0 });
    expect(await all(files.rows())).toEqual(JSON.parse(JSON.stringify(await all(memory.rows()))));
    const [{ time }] = await all(files.rows());
    expect(seriesHeadings(files).slice(0, 2)).toEqual(["time_s", 'my, "own" phone_x_m']);
    expect(seriesValues((await all(files.rows()))[0])[0]).toBe(time);
  });

  it.each([
    ["time_s,a_x_m\n0,1", /column 2: "a_x_m" is not a column/],
    ["seconds\n0", /column 1: "seconds" is not a column/],
    ["time_s,kinetic_J\n0,1\n1", /line 3: 1 columns: there are 2 elsewhere/],
    ["time_s,kinetic_J\n0,much", /line 2: "much" is not a number/],
  ])("names what is wrong with a series that was changed: %j", async (text, words) => {
    const series = async function* () {
      yield* text.split("\n");
    };
    await expect((async () => all((await rowsOfFiles({ title: "", series })).rows()))()).rejects.toThrow(words);
  });
});

const file = joined(await all(glbPieces(run)));

describe("glb", () => {
  const view = new DataView(file.buffer);
  const word = (at: number) => view.getUint32(at, true);
  const json = JSON.parse(String.fromCharCode(...file.subarray(20, 20 + word(12))));
  const binary = 20 + word(12) + 8;

  it("has the chunks, and every number lies within them", () => {
    expect([word(0), word(4), word(8)]).toEqual([0x46546c67, 2, file.length]);
    expect([word(16), word(binary - 4)]).toEqual([0x4e4f534a, 0x004e4942]);
    expect(word(12) % 4).toBe(0);
    expect(binary + word(binary - 8)).toBe(file.length);
    const width: Record<string, number> = { SCALAR: 1, VEC3: 3, VEC4: 4 };
    for (const { bufferView, count, type } of json.accessors) {
      const { byteOffset, byteLength } = json.bufferViews[bufferView];
      expect(byteLength).toBe(4 * count * width[type]);
      expect(byteOffset + byteLength).toBeLessThanOrEqual(json.buffers[0].byteLength);
    }
  });

  it("is read back as the surfaces where they begin, with y up", () => {
    const { points, triangles } = readMeshFile(file, "run.glb");
    expect(triangles.length / 3).toBe(run.solids.reduce((sum, { surface }) => sum + surface.faces.length, 0));
    const [{ places }] = rows;
    const expected = run.solids.flatMap(({ surface }, i) =>
      surface.points.map((point) => vec3.add(places[i].position, quaternion.rotate(places[i].orientation, point))),
    );
    const heights = Array.from({ length: points.length / 3 }, (_, i) => points[3 * i + 1]);
    expect(Math.max(...heights)).toBeCloseTo(Math.max(...expected.map(([, , z]) => z)), 6);
    expect(Math.min(...heights)).toBeCloseTo(Math.min(...expected.map(([, , z]) => z)), 6);
  });

  it("is the same however little is held at once", async () => {
    for (const most of [50, 2 * rows.length, 5 * rows.length, 9 * rows.length])
      expect(joined(await all(glbPieces(run, most)))).toEqual(file);
  });

  it("has times that grow where single precision cannot tell them apart", async () => {
    const close = { ...result, series: { ...result.series, time: result.series.time.map((time) => 100 + 1e-7 * time) } };
    const pieces = joined(await all(glbPieces(await runInSpace(phone, rowsOfResult(close)))));
    const read = new DataView(pieces.buffer);
    const content = JSON.parse(String.fromCharCode(...pieces.subarray(20, 20 + read.getUint32(12, true))));
    const { bufferView, min, max } = content.accessors[content.animations[0].samplers[0].input];
    const begin = 28 + read.getUint32(12, true) + content.bufferViews[bufferView].byteOffset;
    const times = rows.map((_, i) => read.getFloat32(begin + 4 * i, true));
    for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1]);
    expect([min, max]).toEqual([[times[0]], [times[times.length - 1]]]);
  });

  it("moves the phone as the series does, to single precision", async () => {
    const moved = await placesOf(run, "phone");
    const [{ samplers, channels }] = json.animations;
    const node = json.nodes.findIndex(({ name }: { name: string }) => name === "phone");
    for (const [path, rows] of [
      ["translation", result.series.bodies.phone.position],
      ["rotation", moved.map(({ orientation }) => orientation)],
    ] as const) {
      const channel = channels.find(
        ({ target }: { target: { node: number; path: string } }) => target.node === node && target.path === path,
      );
      const { bufferView, count } = json.accessors[samplers[channel.sampler].output];
      expect(count).toBe(result.series.time.length);
      rows.flat().forEach((value, i) => {
        expect(view.getFloat32(binary + json.bufferViews[bufferView].byteOffset + 4 * i, true)).toBe(Math.fround(value));
      });
    }
  });
});

describe("a run that is slow around impacts", () => {
  const impacts = result.events.filter(({ kind }) => kind === "impact").map(({ time }) => time);
  const [factor, around] = [20, 0.01];
  /** By small steps: how long a film of this speed lasts until then. */
  const filmed = (until: number) => {
    const edges = [0, until, ...impacts.flatMap((time) => [time - around, time + around])].filter((time) => time >= 0 && time <= until);
    edges.sort((a, b) => a - b);
    return edges.slice(1).reduce((sum, to, i) => {
      const middle = (edges[i] + to) / 2;
      return sum + (to - edges[i]) * (impacts.some((time) => Math.abs(time - middle) < around) ? factor : 1);
    }, 0);
  };

  it("has the same places at later times", async () => {
    const slow = await slowed(run, { factor, around });
    const later = await all(slow.rows());
    expect(impacts.length).toBeGreaterThan(2);
    expect(later.map(({ places }) => places)).toEqual(rows.map(({ places }) => places));
    later.forEach(({ time }, i) => {
      expect(time).toBeCloseTo(filmed(rows[i].time), 10);
    });
    expect(slow.span[1]).toBe(later.at(-1)!.time);
    const pieces = joined(await all(glbPieces(slow)));
    expect(pieces.length).toBeGreaterThan(file.length - 200);
  });

  it("is refused where the clock would stand still or go back", async () => {
    await expect(slowed(run, { factor: 0.5, around })).rejects.toThrow(/slow: 0\.5 is not a factor of at least 1/);
    await expect(slowed(run, { factor, around: 0 })).rejects.toThrow(/around: 0 is not a time above 0, s/);
  });
});

it("usda: samples of every row, names that the format allows", async () => {
  const odd = { ...phone, bodies: { "my phone": phone.bodies.phone, my_phone: { plane: { normal: [0, 0, 1] } } } } as SimulationStudy;
  const named = { ...result, series: { ...result.series, bodies: { "my phone": result.series.bodies.phone } } };
  const scene = await runInSpace(odd, rowsOfResult(named));
  const lines = await all(usdaLines(scene));
  expect(lines.filter((line) => /^ {4}def Xform/.test(line))).toEqual(['    def Xform "my_phone" (', '    def Xform "my_phone_2" (']);
  const places = lines.filter((line) => /^ {12}[\d.e-]+: \([^,]+, [^,]+, [^,]+\),$/.test(line));
  expect(places.length).toBe(result.series.time.length);
  expect(places[1]).toBe(`            ${60 * result.series.time[1]}: (${result.series.bodies.phone.position[1].join(", ")}),`);
  for (const most of [50, 5 * rows.length]) expect(await all(usdaLines(scene, most))).toEqual(lines);
});

it("vtk: surfaces at their places, velocities of their points, contacts with their forces", async () => {
  const files = new Map<string, XmlElement>();
  for (const { name, content } of await all(vtkFiles(run)))
    files.set(name, readXml(typeof content === "string" ? content : (await all(content)).join("")));
  const times = files.get("bodies.pvd")!.children[0].children.map(({ attributes }) => Number(attributes.get("timestep")));
  expect(times).toEqual(result.series.time);
  const row = result.series.contacts[0].row;
  const named = `-${String(row).padStart(3, "0")}.vtu`;
  const piece = files.get(`bodies${named}`)!.children[0].children[0];
  const [velocities, points] = [piece.children[0], piece.children[2]].map(({ children }) => children[0].text.split(/\s+/).map(Number));
  expect(points.length).toBe(3 * Number(piece.attributes.get("NumberOfPoints")));
  // The phone touches the floor at this row, and the lowest points of the box are those that do.
  const own = run.solids.find(({ name }) => name === "phone")!.surface.points.length;
  const first = run.solids.findIndex(({ name }) => name === "phone") === 0 ? 0 : points.length / 3 - own;
  const heights = Array.from({ length: own }, (_, i) => points[3 * (first + i) + 2]);
  expect(Math.min(...heights)).toBeCloseTo(0, 8);
  const lowest = first + heights.indexOf(Math.min(...heights));
  expect(Math.abs(velocities[3 * lowest + 2])).toBeLessThan(1e-6);
  const contacts = files.get(`contacts${named}`)!.children[0].children[0];
  const expected = result.series.contacts.filter((contact) => contact.row === row);
  expect(contacts.attributes.get("NumberOfPoints")).toBe(String(expected.length));
  expect(contacts.children[0].children[0].text.split(/\s+/).map(Number)).toEqual(expected.flatMap(({ force }) => force));
});
