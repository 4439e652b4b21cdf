/**
 * Unstructured grids (VTU) and collections of them (PVD) as ParaView reads them.
 *
 * Source: Kitware, VTK file formats (XML, ASCII).
 */
export type Triple = readonly [number, number, number];

/** A file by its name and its content. */
export interface NamedFile {
  /** Within the folder that is written. */
  readonly name: string;
  /** Text, a long one in pieces. */
  readonly content: string | AsyncIterable<string>;
}

/** Kinds of cells. */
export const [VERTEX, TRIANGLE, TETRAHEDRON] = [1, 5, 10];

/** A line of a collection. */
export const dataSetText = (time: number, file: string) => `<DataSet timestep="${time}" part="0" file="${file}"/>`;

/** Of points. */
export const vectors = (name: string, values: readonly Triple[]) =>
  `<DataArray type="Float64" Name="${name}" NumberOfComponents="3" format="ascii">${values.map((v) => v.join(" ")).join("\n")}</DataArray>`;

/** Of points or cells. */
export const integers = (name: string, values: readonly number[], type = "Int32") =>
  `<DataArray type="${type}" Name="${name}" format="ascii">${values.join(" ")}</DataArray>`;

/** A file of points and of cells that are all of one kind. */
export function gridText(
  points: readonly Triple[],
  cells: readonly (readonly number[])[],
  kind: number,
  pointData: readonly string[],
  cellData: readonly string[],
): string {
  let end = 0;
  const ends = cells.map(({ length }) => (end += length));
  return `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian">
<UnstructuredGrid>
<Piece NumberOfPoints="${points.length}" NumberOfCells="${cells.length}">
<PointData>${pointData.join("")}</PointData>
<CellData>${cellData.join("")}</CellData>
<Points>${vectors("Points", points)}</Points>
<Cells>
${integers("connectivity", cells.flat())}
${integers("offsets", ends)}
${integers(
  "types",
  cells.map(() => kind),
  "UInt8",
)}
</Cells>
</Piece>
</UnstructuredGrid>
</VTKFile>
`;
}

/** Lines of a file that gives others their times, ends of lines included. */
export async function* collectionPieces(sets: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield '<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>\n';
  for await (const set of sets) yield `${set}\n`;
  yield "</Collection>\n</VTKFile>\n";
}
