/**
 * A run for ParaView: an unstructured grid (VTU) of all surfaces at each row and one of the closed contacts, and two collections (PVD) that
 * give them their times. Points carry their velocity, m/s; cells the number of their body; contacts their force on the first body, N.
 *
 * Source: Kitware, VTK file formats (XML, ASCII).
 */
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { RunInSpace, Solid } from "./run-in-space.js";
import type { BodyRow, RunContact } from "./run-rows.js";

type Triple = readonly [number, number, number];

/** A file by its name and its content. */
export interface NamedFile {
  /** Within the folder that is written. */
  readonly name: string;
  /** Text. */
  readonly content: string;
}

const [VERTEX, TRIANGLE] = [1, 5];

/** All files, row by row, and the collections `bodies.pvd` and `contacts.pvd` last. */
export async function* vtkFiles(run: RunInSpace): AsyncGenerator<NamedFile> {
  const digits = String(run.count - 1).length;
  const sets: Record<"bodies" | "contacts", string[]> = { bodies: [], contacts: [] };
  for await (const row of run.rows()) {
    const named = (what: keyof typeof sets) => {
      const name = `${what}-${String(row.row).padStart(digits, "0")}.vtu`;
      sets[what].push(`<DataSet timestep="${row.time}" part="0" file="${name}"/>`);
      return name;
    };
    yield { name: named("bodies"), content: bodiesAt(run.solids, row.places) };
    yield { name: named("contacts"), content: contactsAt(row.contacts) };
  }
  yield { name: "bodies.pvd", content: collection(sets.bodies) };
  yield { name: "contacts.pvd", content: collection(sets.contacts) };
}

function bodiesAt(solids: readonly Solid[], places: readonly BodyRow[]): string {
  const points: Triple[] = [];
  const velocities: Triple[] = [];
  const faces: (readonly number[])[] = [];
  const owners: number[] = [];
  solids.forEach(({ surface }, owner) => {
    const first = points.length;
    const { position, orientation, velocity, angularVelocity } = places[owner];
    for (const point of surface.points) {
      const arm = quaternion.rotate(orientation, point);
      points.push(vec3.add(position, arm));
      velocities.push(vec3.add(velocity, vec3.cross(angularVelocity, arm)));
    }
    for (const face of surface.faces) {
      faces.push(face.map((corner) => first + corner));
      owners.push(owner);
    }
  });
  return gridOf(points, faces, TRIANGLE, [vectors("velocity", velocities)], [integers("body", owners)]);
}

function contactsAt(contacts: readonly RunContact[]): string {
  const places = contacts.map(({ point }) => point);
  const forces = contacts.map(({ force }) => force);
  return gridOf(
    places,
    places.map((_, i) => [i]),
    VERTEX,
    [vectors("force", forces)],
    [],
  );
}

const vectors = (name: string, values: readonly Triple[]) =>
  `<DataArray type="Float64" Name="${name}" NumberOfComponents="3" format="ascii">${values.map((v) => v.join(" ")).join("\n")}</DataArray>`;

const integers = (name: string, values: readonly number[], type = "Int32") =>
  `<DataArray type="${type}" Name="${name}" format="ascii">${values.join(" ")}</DataArray>`;

function gridOf(
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

function collection(sets: readonly string[]): string {
  return [
    '<?xml version="1.0"?>',
    '<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">',
    "<Collection>",
    ...sets,
    "</Collection>",
    "</VTKFile>",
    "",
  ].join("\n");
}
