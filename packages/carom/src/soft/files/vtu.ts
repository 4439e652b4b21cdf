/**
 * Meshes with fields for ParaView: the XML format of VTK for unstructured grids (.vtu), in text.
 *
 * Source: The VTK User's Guide, VTK file formats.
 */
import { InvalidInputError } from "../../errors.js";
import type { TetMesh } from "../mesh/mesh.js";

/** What is written besides the mesh. */
export interface VtuFields {
  /** One number or three for each node. */
  readonly nodes?: Readonly<Record<string, ArrayLike<number>>>;
  /** One number or six (a symmetric tensor) for each tetrahedron. */
  readonly elements?: Readonly<Record<string, ArrayLike<number>>>;
}

/** VTK's number for a tetrahedron. */
const VTK_TETRA = 10;

/** A mesh and what is known at its nodes and elements as a VTK file (.vtu), for ParaView. */
export function writeVtu(mesh: TetMesh, fields: VtuFields = {}): string {
  const count = mesh.nodes.length / 3;
  const elements = mesh.tetrahedra.length / 4;
  const array = (name: string, values: ArrayLike<number>, components: number, type = "Float64"): string =>
    `        <DataArray type="${type}" Name="${escaped(name)}" NumberOfComponents="${components}" ` +
    `format="ascii">${Array.from(values).join(" ")}</DataArray>`;
  const data = (tag: string, given: Readonly<Record<string, ArrayLike<number>>> = {}, length: number): string[] => [
    `      <${tag}>`,
    ...Object.entries(given).map(([name, values]) => {
      if (values.length === 0 || values.length % length !== 0)
        throw new InvalidInputError(name, values.length, `numbers are not the same count for each of ${length}`);
      return array(name, values, values.length / length);
    }),
    `      </${tag}>`,
  ];
  return `${[
    '<?xml version="1.0"?>',
    '<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">',
    "  <UnstructuredGrid>",
    `    <Piece NumberOfPoints="${count}" NumberOfCells="${elements}">`,
    ...data("PointData", fields.nodes, count),
    ...data("CellData", fields.elements, elements),
    "      <Points>",
    array("Points", mesh.nodes, 3),
    "      </Points>",
    "      <Cells>",
    array("connectivity", mesh.tetrahedra, 1, "Int32"),
    array(
      "offsets",
      Int32Array.from({ length: elements }, (_, i) => 4 * i + 4),
      1,
      "Int32",
    ),
    array("types", new Uint8Array(elements).fill(VTK_TETRA), 1, "UInt8"),
    "      </Cells>",
    "    </Piece>",
    "  </UnstructuredGrid>",
    "</VTKFile>",
  ].join("\n")}\n`;
}

const escaped = (name: string): string => name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
