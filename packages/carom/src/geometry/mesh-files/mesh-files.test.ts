import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import { massProperties } from "../../mechanics/shapes/index.js";
import { convexHull } from "../convex-hull.js";
import { readMeshFile } from "./mesh-file.js";
import { solidMesh } from "./solid-mesh.js";

/** An L of three unit cubes: closed, with a dent. */
const L: { readonly corners: readonly Vec3[]; readonly faces: readonly Vec3[] } = (() => {
  const outline = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ];
  const corners = [0, 1].flatMap((z) => outline.map(([x, y]): Vec3 => [x, y, z]));
  const floor: Vec3[] = [
    [0, 3, 1],
    [1, 3, 2],
    [0, 5, 3],
    [5, 4, 3],
  ];
  const roof = floor.map(([a, b, c]): Vec3 => [a + 6, c + 6, b + 6]);
  const walls = outline.flatMap((_, i): Vec3[] => {
    const next = (i + 1) % 6;
    return [
      [i, next, next + 6],
      [i, next + 6, i + 6],
    ];
  });
  return { corners, faces: [...floor, ...roof, ...walls] };
})();

const obj = ({ corners, faces }: typeof L) =>
  [...corners.map((corner) => `v ${corner.join(" ")}`), ...faces.map((face) => `f ${face.map((i) => `${i + 1}/1/1`).join(" ")}`)].join(
    "\n",
  );
const textStl = ({ corners, faces }: typeof L) =>
  `solid l\n${faces
    .map((face) => `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${corners[i].join(" ")}`).join("\n")}\nendloop\nendfacet`)
    .join("\n")}\nendsolid l\n`;
function binaryStl({ corners, faces }: typeof L): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * faces.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length, true);
  faces.forEach((face, t) => {
    face.forEach((corner, k) => {
      for (let c = 0; c < 3; c++) view.setFloat32(84 + 50 * t + 12 + 12 * k + 4 * c, corners[corner][c], true);
    });
  });
  return bytes;
}
function ply({ corners, faces }: typeof L, format: "ascii" | "binary_little_endian" | "binary_big_endian"): Uint8Array {
  const head =
    `ply\nformat ${format} 1.0\nelement vertex ${corners.length}\nproperty double x\nproperty double y\nproperty double z\n` +
    `element face ${faces.length}\nproperty list uchar int vertex_indices\nend_header\n`;
  if (format === "ascii")
    return bytesOf(
      `${head}${corners.map((corner) => corner.join(" ")).join("\n")}\n${faces.map((face) => `3 ${face.join(" ")}`).join("\n")}\n`,
    );
  const body = new Uint8Array(24 * corners.length + 13 * faces.length);
  const view = new DataView(body.buffer);
  const little = format === "binary_little_endian";
  corners.flat().forEach((value, i) => {
    view.setFloat64(8 * i, value, little);
  });
  faces.forEach((face, t) => {
    view.setUint8(24 * corners.length + 13 * t, 3);
    face.forEach((corner, k) => {
      view.setInt32(24 * corners.length + 13 * t + 1 + 4 * k, corner, little);
    });
  });
  return Uint8Array.from([...bytesOf(head), ...body]);
}
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const latin = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

describe("files of one solid", () => {
  it.each([
    ["OBJ", obj(L)],
    ["STL as text", textStl(L)],
    ["binary STL", binaryStl(L)],
    ["binary STL as characters", latin(binaryStl(L))],
    ["PLY as text", ply(L, "ascii")],
    ["binary PLY", ply(L, "binary_little_endian")],
    ["binary PLY the other way round", ply(L, "binary_big_endian")],
  ])("%s: corners once, and the mass of the mesh, not of its hull", (_, file) => {
    expect(readMeshFile(file, "l").points).toHaveLength(3 * 12);
    const { vertices, solid } = solidMesh(file, "l");
    expect(vertices).toHaveLength(10);
    expect(solid?.volume).toBeCloseTo(3, 13);
    // Three cubes at (1/2, 1/2), (3/2, 1/2), (1/2, 3/2).
    [5 / 6, 5 / 6, 1 / 2].forEach((value, c) => {
      expect(solid?.centre[c]).toBeCloseTo(value, 13);
    });
    const shape = { type: "mesh", ...solidMesh(file, "l") } as const;
    expect(massProperties(shape, { density: 2 }).mass).toBeCloseTo(6, 12);
    expect(massProperties({ type: "mesh", ...solidMesh(file, "l", { weigh: "hull" }) }, { density: 1 }).mass).toBeCloseTo(3.5, 12);
    // Each cube 1/6 about z and its own middle; parallel axes.
    const about = 3 / 6 + 2 / 9 + 2 * (4 / 9 + 1 / 9);
    expect(solid?.inertia[2][2]).toBeCloseTo(about, 12);
  });

  it("mirrored or inside out weigh the same", () => {
    const mirrored = solidMesh(obj(L), "l", { scale: [-0.5, 0.5, 0.5] });
    expect(mirrored.solid?.volume).toBeCloseTo(3 / 8, 14);
    expect(mirrored.solid?.centre[0]).toBeCloseTo(-5 / 12, 14);
    const inside = { ...L, faces: L.faces.map(([a, b, c]): Vec3 => [a, c, b]) };
    expect(solidMesh(obj(inside), "l").solid?.volume).toBeCloseTo(3, 13);
  });

  it.each([
    ["not closed", obj({ ...L, faces: L.faces.slice(1) }), "is not closed: 3 of its edges have a triangle on one side only"],
    [
      "not turned one way",
      obj({ ...L, faces: L.faces.map(([a, b, c], i): Vec3 => (i === 0 ? [a, c, b] : [a, b, c])) }),
      "is not turned one way round",
    ],
    [
      "in millimetres",
      obj({ ...L, corners: L.corners.map(([x, y, z]): Vec3 => [440 * x, 440 * y, 440 * z]) }),
      "is 880 m long: in another unit?",
    ],
    ["flat", obj({ ...L, corners: L.corners.map(([x, y]): Vec3 => [x, y, 0]) }), "is flat or empty"],
    ["of corners alone", obj({ ...L, faces: [] }), "has corners and no triangles"],
    ["with faces of corners that are not there", `${obj(L)}\nf 1 2 99`, "99 is a corner of a face, and there are 12 corners"],
    ["of what is no number", "v 0 0 zero", "is not a corner with three numbers"],
    ["a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1", "git lfs pull"],
    ["empty", "", "the file is empty"],
    ["a PLY that is cut off", latin(ply(L, "binary_little_endian")).slice(0, 300), "bytes are fewer than its head says"],
  ])("%s: said in words", (_, file, message) => {
    expect(() => solidMesh(file, "l")).toThrow(InvalidInputError);
    expect(() => solidMesh(file, "l")).toThrow(message);
  });
});

describe("COLLADA", () => {
  const file = (scene: string, unit = "0.5") =>
    `<?xml version="1.0"?><COLLADA xmlns="c" version="1.4.1"><asset><unit meter="${unit}"/><up_axis>Y_UP</up_axis></asset>` +
    `<library_geometries>` +
    `<geometry id="g"><mesh><source id="p"><float_array id="a" count="8">0 0 0 9 1 2 3 9</float_array><technique_common>` +
    `<accessor source="#a" count="2" stride="4"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/>` +
    `</vertices></mesh></geometry></library_geometries>${scene}</COLLADA>`;
  const scene = (nodes: string) =>
    `<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>` +
    `<scene><instance_visual_scene url="#s"/></scene>`;
  const GEOMETRY = '<instance_geometry url="#g"/>';

  it("has the positions of its geometries in metres, through the nodes they hang in", () => {
    expect([...readMeshFile(file(""), "a").points]).toEqual([0, 0, 0, 0.5, 1, 1.5]);
    const nodes =
      `<node id="n"><translate>2 0 0</translate><rotate>0 0 1 90</rotate><scale>1 1 2</scale>${GEOMETRY}</node>` +
      `<node><matrix>1 0 0 10 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_node url="#n"/></node>`;
    const points = [...readMeshFile(file(scene(nodes), "1"), "a").points];
    [2, 0, 0, 0, 1, 6, 12, 0, 0, 10, 1, 6].forEach((value, i) => {
      expect(points[i]).toBeCloseTo(value, 14);
    });
  });

  it("that names itself for ever, or is something else, is refused", () => {
    expect(() => readMeshFile(file(scene('<node id="n"><instance_node url="#n"/></node>')), "a")).toThrow("more than 64 deep");
    const twice = Array.from(
      { length: 60 },
      (_, i) => `<node id="n${i}"><instance_node url="#n${i + 1}"/><instance_node url="#n${i + 1}"/></node>`,
    );
    expect(() => readMeshFile(file(scene(twice.join(""))), "a")).toThrow("more than nodes may have");
    expect(() => readMeshFile("<?xml version='1.0'?><robot/>", "a")).toThrow("is not <COLLADA>");
  });
});

it("a hull of 100,000 points takes less than a second, and tells how far it is from them", () => {
  const count = 100_000;
  const ball = Array.from({ length: count }, (_, i): Vec3 => {
    const [height, turn] = [1 - (2 * i + 1) / count, 2.399963229728653 * i];
    const across = Math.sqrt(1 - height * height);
    return [across * Math.cos(turn), across * Math.sin(turn), height];
  });
  const hull = convexHull(ball, 64)!;
  expect(hull.vertices).toHaveLength(64);
  expect(hull.triangles).toHaveLength(124);
  // The truth: the farthest of all points from the plane of any face.
  let farthest = 0;
  for (const [a, b, c] of hull.triangles) {
    const [p, q, r] = [hull.vertices[a], hull.vertices[b], hull.vertices[c]];
    const normal = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return (q[i] - p[i]) * (r[j] - p[j]) - (q[j] - p[j]) * (r[i] - p[i]);
    });
    const length = Math.hypot(...normal);
    const offset = normal.reduce((sum, value, k) => sum + (value / length) * p[k], 0);
    farthest = Math.max(farthest, 1 - offset);
  }
  expect(hull.outside).toBeLessThanOrEqual(farthest);
  expect(hull.outside).toBeGreaterThan(0.9 * farthest);
  expect(convexHull(ball, Number.POSITIVE_INFINITY, 0.02)!.outside).toBeLessThanOrEqual(0.02);
});

it.each([
  [{ meshes: [{ primitives: [{}] }] }, /a\.gltf, meshes\[0\]\.primitives: .* is not a list of primitives with attributes/],
  [{ meshes: [{ primitives: 3 }] }, /meshes\[0\]\.primitives: 3 is not a list of primitives/],
  [{ scenes: [{ nodes: { length: 1 } }] }, /scenes\[0\]\.nodes: .* is not a list of numbers of nodes/],
  [{ nodes: [{ children: "01" }] }, /nodes\[0\]\.children: "01" is not a list of numbers of nodes/],
  [{ nodes: [{ children: [0] }], scenes: [{ nodes: [0] }] }, /is a node too deep, or one too many: nodes go round/],
  [{ extensionsRequired: [null] }, /extensionsRequired: .* is not a list of names/],
])("glTF with %j is refused in words", (parts, words) => {
  const text = JSON.stringify({ asset: { version: "2.0" }, nodes: [], ...parts });
  expect(() => readMeshFile(text, "a.gltf")).toThrow(words);
});

it("OBJ lines end in comments, and go on after a backslash", () => {
  const text = "v 0 0 0 # a corner\nv 1 0 0\nv 0 1 \\\n0\nv 0 0 1\nf 1 2 \\\r\n 3 # a face\nf 2 3 4#another\n";
  const { points, triangles } = readMeshFile(text, "a.obj");
  expect([...points]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...triangles]).toEqual([0, 1, 2, 1, 2, 3]);
});

it("text STL may be in capitals", () => {
  const text = "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\nENDSOLID A\n";
  expect([...readMeshFile(text, "a.stl").triangles]).toEqual([0, 1, 2]);
});

it("binary STL that is cut short says so", () => {
  const bytes = new Uint8Array(84 + 50 * 3);
  new DataView(bytes.buffer).setUint32(80, 7, true);
  expect(() => readMeshFile(bytes, "a.stl")).toThrow("7 triangles are said to be in it, and 3 are: the file is cut short");
});
