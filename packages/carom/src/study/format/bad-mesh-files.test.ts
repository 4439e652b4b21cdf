import { expect, it } from "vitest";
import { writeMsh } from "../../soft/files/msh.js";
import { boxMesh } from "../../soft/mesh/generate.js";
import { withMeshFile } from "./soft-mesh.js";

const msh = writeMsh(boxMesh({ size: [0.06, 0.06, 0.06], cells: [2, 2, 2] }));
const tetrahedron = (types: string, more = "") =>
  `<VTKFile type="UnstructuredGrid"><UnstructuredGrid><Piece ${more}>` +
  `<Points><DataArray>0 0 0 0.1 0 0 0 0.1 0 0 0 0.1</DataArray></Points>` +
  `<Cells><DataArray Name="connectivity">0 1 2 3 1 0 2 3</DataArray><DataArray Name="offsets">4 8</DataArray>` +
  `<DataArray Name="types">${types}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>`;
const manyElements = () => {
  const [first] = /1 4 2 1 1 [\d ]+\n/.exec(msh) ?? [];
  return msh.replace(/\$Elements[\s\S]*/, `$Elements\n300001\n${String(first).repeat(300_001)}$EndElements\n`);
};
const flat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\nf 3 2 1\nf 3 4 2\n";

it.each([
  ["cut.msh", msh.slice(0, 100), '"$Nodes" begins a section that has no end: the file is cut short'],
  ["cut.msh", msh.slice(0, -30), '"$Elements" begins a section that has no end: the file is cut short'],
  ["many.msh", msh.replace("$Nodes\n27", "$Nodes\n10000000"), "counts 10000000 lines, and 80 follow"],
  ["many.msh", manyElements(), "300001 tetrahedra are in it, and 300000 are the most"],
  ["empty.msh", "", "0 bytes: the file is empty"],
  ["empty.stl", " \n", "2 bytes: the file is empty"],
  ["page.msh", "<!DOCTYPE html><html></html>", "it looks like HTML"],
  ["pointer.vtu", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n", "git lfs pull"],
  ["garbage.msh", "\u0003\0\u00fe\u0000abc", "lines are no .msh file: none of them is $MeshFormat"],
  ["garbage.vtu", "\u0003\u00fe\u0001abc", "is no .vtu file: it does not begin with <VTKFile"],
  ["mesh.off", "OFF\n8 6 0\n", "is no mesh that is known: .msh, .vtu, or a closed skin (.stl, .obj, .ply)"],
  ["short.vtu", tetrahedron("10"), "1 types of cells are in the file, and offsets of 2"],
  ["short.vtu", tetrahedron("10 10", 'NumberOfCells="3"'), "2 is not the NumberOfCells that the file tells, 3"],
  ["short.vtu", tetrahedron("10 10", 'NumberOfPoints="9"'), "4 is not the NumberOfPoints that the file tells, 9"],
  ["bare.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\n", "0 triangles are in the file, and a skin is made of them"],
  ["flat.obj", flat, "0 m is its least extent: the skin is flat and holds no volume"],
])("%s is refused in words that say what is wrong: %#", (file, content, message) => {
  const study = { mesh: { type: "file", file, ...(/msh|vtu/.test(file) ? {} : { cell: 0.02 }) } };
  expect(() => withMeshFile(study, new Map([[file, content]]))).toThrow(message);
});
