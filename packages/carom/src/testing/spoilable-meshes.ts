/** A cube as files of all formats of meshes, to be spoiled. */

const CUBE = ["0 0 0", "1 0 0", "0 1 0", "1 1 0", "0 0 1", "1 0 1", "0 1 1", "1 1 1"];
const FACES = ["0 2 3 1", "4 5 7 6", "0 1 5 4", "2 6 7 3", "0 4 6 2", "1 3 7 5"];

/** By how the names of such files end. */
export const cube = {
  stl,
  "text.stl": () => bytesOf(textStl()),
  obj: () => bytesOf(`${CUBE.map((corner) => `v ${corner}`).join("\n")}\n${FACES.map((face) => `f ${oneUp(face)}`).join("\n")}\n`),
  ply: () => bytesOf(ply()),
  "binary.ply": binaryPly,
  dae: () => bytesOf(collada()),
  gltf: () => bytesOf(textGltf()),
  glb,
} as const;

function oneUp(face: string): string {
  return face
    .split(" ")
    .map((corner) => Number(corner) + 1)
    .join(" ");
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}

function stl(): Uint8Array {
  const triangles = FACES.flatMap((face) => {
    const [a, b, c, d] = face.split(" ").map((corner) => CUBE[Number(corner)].split(" ").map(Number));
    return [
      [a, b, c],
      [a, c, d],
    ];
  });
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  triangles.forEach((corners, t) => {
    corners.flat().forEach((value, k) => {
      view.setFloat32(84 + 50 * t + 12 + 4 * k, value, true);
    });
  });
  return bytes;
}

function collada(): string {
  return (
    `<?xml version="1.0"?><COLLADA><asset><unit meter="1"/></asset><library_geometries><geometry id="g"><mesh><source id="p">` +
    `<float_array id="a" count="24">${CUBE.join(" ")}</float_array><technique_common><accessor source="#a" count="8" stride="3"/>` +
    `</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices></mesh></geometry>` +
    `</library_geometries>` +
    `<library_visual_scenes><visual_scene id="s"><node><translate>0 0 1</translate><instance_geometry url="#g"/></node></visual_scene>` +
    `</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`
  );
}

function ply(): string {
  return (
    `ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 6\n` +
    `property list uchar int vertex_indices\nend_header\n${CUBE.join("\n")}\n${FACES.map((face) => `4 ${face}`).join("\n")}\n`
  );
}

/** Corners as single numbers, then three corners of each triangle, a byte each. */
function cubeBuffer(): number[] {
  const place = new DataView(new ArrayBuffer(96));
  CUBE.flatMap((corner) => corner.split(" ").map(Number)).forEach((value, i) => {
    place.setFloat32(4 * i, value, true);
  });
  const order = FACES.flatMap((face) => {
    const [a, b, c, d] = face.split(" ").map(Number);
    return [a, b, c, a, c, d];
  });
  return [...new Uint8Array(place.buffer), ...order];
}

const gltf = (buffer: object) => ({
  asset: { version: "2.0" },
  scenes: [{ nodes: [0] }],
  nodes: [
    { translation: [0, 0, 1], children: [1] },
    { mesh: 0, rotation: [0, 0, 0, 1], scale: [1, 2, 1] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 8, type: "VEC3" },
    { bufferView: 1, componentType: 5121, count: 36, type: "SCALAR" },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 96 },
    { buffer: 0, byteOffset: 96, byteLength: 36 },
  ],
  buffers: [{ byteLength: 132, ...buffer }],
});

function textGltf(): string {
  const bytes = cubeBuffer();
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    for (const shift of [18, 12, 6, 0]) text += letters.charAt((three >> shift) & 63);
  }
  return JSON.stringify(gltf({ uri: `data:application/octet-stream;base64,${text}` }));
}

function glb(): Uint8Array {
  const json = JSON.stringify(gltf({}));
  const text = bytesOf(json.padEnd(4 * Math.ceil(json.length / 4)));
  const binary = cubeBuffer();
  const whole = new Uint8Array(28 + text.length + binary.length);
  const view = new DataView(whole.buffer);
  [0x46546c67, 2, whole.length, text.length, 0x4e4f534a].forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  whole.set(text, 20);
  view.setUint32(20 + text.length, binary.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  whole.set(binary, 28 + text.length);
  return whole;
}

function textStl(): string {
  const corner = (i: string) => `vertex ${CUBE[Number(i)]}`;
  const facets = FACES.flatMap((face) => {
    const [a, b, c, d] = face.split(" ");
    return [
      [a, b, c],
      [a, c, d],
    ].map((corners) => `facet normal 0 0 0\nouter loop\n${corners.map(corner).join("\n")}\nendloop\nendfacet`);
  });
  return `solid cube\n${facets.join("\n")}\nendsolid cube\n`;
}

function binaryPly(): Uint8Array {
  const head =
    "ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n" +
    "element face 6\nproperty list uchar int vertex_indices\nend_header\n";
  const body = new DataView(new ArrayBuffer(96 + 6 * 17));
  CUBE.flatMap((corner) => corner.split(" ").map(Number)).forEach((value, i) => {
    body.setFloat32(4 * i, value, true);
  });
  FACES.forEach((face, f) => {
    body.setUint8(96 + 17 * f, 4);
    face.split(" ").forEach((corner, i) => {
      body.setInt32(97 + 17 * f + 4 * i, Number(corner), true);
    });
  });
  return Uint8Array.from([...bytesOf(head), ...new Uint8Array(body.buffer)]);
}
