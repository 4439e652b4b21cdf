/**
 * A run for ParaView: an unstructured grid (VTU) of all surfaces at each row and one of the closed contacts, and two collections (PVD) that
 * give them their times. Points carry their velocity, m/s; cells the number of their body; contacts their force on the first body, N.
 *
 * Source: Kitware, VTK file formats (XML, ASCII).
 */
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { RunInSpace, Solid } from "./run-in-space.js";

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
export function* vtkFiles(run: RunInSpace): Generator<NamedFile> {
  const digits = String(run.times.length - 1).length;
  const names = (what: string) => run.times.map((_, row) => `${what}-${String(row).padStart(digits, "0")}.vtu`);
  const [bodies, contacts] = [names("bodies"), names("contacts")];
  for (let row = 0; row < run.times.length; row++) {
    yield { name: bodies[row], content: bodiesAt(run, row) };
    yield { name: contacts[row], content: contactsAt(run, row) };
  }
  yield { name: "bodies.pvd", content: collection(run.times, bodies) };
  yield { name: "contacts.pvd", content: collection(run.times, contacts) };
}

function bodiesAt({ solids }: RunInSpace, row: number): string {
  const points: Triple[] = [];
  const velocities: Triple[] = [];
  const faces: (readonly number[])[] = [];
  const owners: number[] = [];
  solids.forEach((solid, owner) => {
    const first = points.length;
    const at = Math.min(row, solid.positions.length - 1);
    for (const point of solid.surface.points) {
      const arm = quaternion.rotate(solid.orientations[at], point);
      points.push(vec3.add(solid.positions[at], arm));
      velocities.push(velocityAt(solid, at, arm));
    }
    for (const face of solid.surface.faces) {
      faces.push(face.map((corner) => first + corner));
      owners.push(owner);
    }
  });
  return gridOf(points, faces, TRIANGLE, [vectors("velocity", velocities)], [integers("body", owners)]);
}

function velocityAt({ velocities, angularVelocities }: Solid, row: number, arm: Triple): Triple {
  if (velocities.length === 0) return vec3.ZERO;
  return vec3.add(velocities[row], vec3.cross(angularVelocities[row], arm));
}

function contactsAt({ contacts }: RunInSpace, row: number): string {
  const own = contacts.filter((contact) => contact.row === row);
  const places = own.map(({ point }) => point);
  return gridOf(
    places,
    places.map((_, i) => [i]),
    VERTEX,
    [
      vectors(
        "force",
        own.map(({ force }) => force),
      ),
    ],
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

function collection(times: readonly number[], files: readonly string[]): string {
  const sets = files.map((file, i) => `<DataSet timestep="${times[i]}" part="0" file="${file}"/>`);
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
