import { describe, expect, it } from "vitest";
import { ballMesh } from "../mesh/generate.js";
import { writeVtu } from "./vtu.js";
import { readVtu } from "./vtu-in.js";

const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

function bytesOf(values: readonly number[], type: string, little: boolean, header: 4 | 8): Uint8Array {
  const width = type === "UInt8" ? 1 : type === "Int64" || type === "Float64" ? 8 : 4;
  const view = new DataView(new ArrayBuffer(header + width * values.length));
  if (header === 4) view.setUint32(0, width * values.length, little);
  else view.setBigUint64(0, BigInt(width * values.length), little);
  for (const [i, value] of values.entries()) {
    const at = header + width * i;
    if (type === "Float64") view.setFloat64(at, value, little);
    else if (type === "Float32") view.setFloat32(at, value, little);
    else if (type === "Int64") view.setBigInt64(at, BigInt(value), little);
    else view.setUint8(at, value);
  }
  return new Uint8Array(view.buffer);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64(text: string): string {
  const bits = Array.from(text, (character) => character.charCodeAt(0).toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{1,6}/g) ?? []).map((six) => LETTERS[Number.parseInt(six.padEnd(6, "0"), 2)]).join("");
  return letters.padEnd(4 * Math.ceil(letters.length / 4), "=");
}

/** One tetrahedron with a triangle before it, its numbers inside as base64 or behind as bytes. */
function file({ little = true, header = 4 as 4 | 8, raw = false, types = [5, 10] }): string {
  const arrays = [
    ["Points", "Float32", points],
    ["connectivity", "Int64", [0, 1, 2, 0, 1, 2, 3]],
    ["offsets", "Int64", [3, 7]],
    ["types", "UInt8", types],
  ] as const;
  let appended = "";
  const [place, ...cells] = arrays.map(([name, type, values]) => {
    const text = String.fromCharCode(...bytesOf(values, type, little, header));
    const head = `<DataArray type="${type}" Name="${name}" NumberOfComponents="${name === "Points" ? 3 : 1}"`;
    if (!raw) return `${head} format="binary">\n ${base64(text)}\n</DataArray>`;
    const offset = appended.length;
    appended += text;
    return `${head} format="appended" offset="${offset}"/>`;
  });
  const order = little ? "LittleEndian" : "BigEndian";
  return `<?xml version="1.0"?><VTKFile type="UnstructuredGrid" version="1.0" byte_order="${order}" header_type="UInt${8 * header}">
<UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="2"><Points>${place}</Points><Cells>${cells.join("")}</Cells></Piece>
</UnstructuredGrid>${raw ? `<AppendedData encoding="raw">\n _${appended}\n</AppendedData>` : ""}</VTKFile>`;
}

describe("files of VTK", () => {
  it("that were written here come back", () => {
    const mesh = ballMesh({ radius: 0.05, divisions: 2 });
    const back = readVtu(writeVtu(mesh, { nodes: { height: Float64Array.from({ length: mesh.nodes.length / 3 }, (_, i) => i) } }));
    expect([...back.nodes]).toEqual([...mesh.nodes]);
    expect([...back.tetrahedra]).toEqual([...mesh.tetrahedra]);
  });

  it.each([
    { little: true, header: 4 },
    { little: false, header: 8 },
    { raw: true, header: 8 },
    { raw: true, little: false, header: 4 },
  ] as const)("with bytes are read: %o", (how) => {
    const { nodes, tetrahedra } = readVtu(file(how), "mesh", 2);
    expect([...nodes]).toEqual(points.map((x) => 2 * x));
    expect([...tetrahedra].sort()).toEqual([0, 1, 2, 3]);
  });

  it("of second order give the middles of edges", () => {
    const edges = [0.5, 0.1, 0, 0.5, 0.6, 0, 0, 0.5, 0.1, 0, 0.1, 0.5, 0.6, 0, 0.5, 0, 0.6, 0.5];
    const array = (name: string, values: readonly number[]) => `<DataArray type="Float64" Name="${name}">${values.join(" ")}</DataArray>`;
    const text = `<VTKFile type="UnstructuredGrid"><UnstructuredGrid><Piece>
<Points>${array("Points", [...points, ...edges])}</Points>
<Cells>${array("connectivity", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])}${array("offsets", [10])}${array("types", [24])}</Cells>
</Piece></UnstructuredGrid></VTKFile>`;
    const { nodes, tetrahedra, middles } = readVtu(text);
    expect([...nodes]).toEqual(points);
    // Elements here are turned the other way: nodes 0 and 1 change places, and edges 12 and 02, 13 and 03 with them.
    expect([...tetrahedra]).toEqual([1, 0, 2, 3]);
    const at = (edge: number) => edges.slice(3 * edge, 3 * edge + 3);
    expect([...(middles ?? [])]).toEqual([at(0), at(2), at(1), at(4), at(3), at(5)].flat());
  });

  it.each([
    [file({}).replace("<VTKFile", '<VTKFile compressor="vtkZLibDataCompressor"'), "uncompressed"],
    [file({}).replace("UnstructuredGrid", "PolyData"), "unstructured grids"],
    [file({ types: [5, 12] }), "12 is the VTK type of cell 1"],
    [file({ types: [5, 5] }), "tetrahedra are in the file"],
    [file({ raw: true }).slice(0, -80), "cut off"],
    [file({}).replace('Name="offsets"', 'Name="offset"'), '"offsets" is an array that the file has not'],
    [file({}).replace("</Piece>", "</Piece><Piece></Piece>"), "2 pieces are in the file"],
    ["<VTKFile", "line 1"],
  ])("that are no solid of tetrahedra are refused (%#)", (text, message) => {
    expect(() => readVtu(text, "pear.vtu")).toThrow(message);
    expect(() => readVtu(text, "pear.vtu")).toThrow("pear.vtu");
  });
});
