/**
 * A run for ParaView: an unstructured grid (VTU) of all surfaces at each row and one of the closed contacts, and two collections (PVD) that
 * give them their times. Points carry their velocity, m/s; cells the number of their body; contacts their force on the first body, N.
 */
import * as quaternion from "../math/quaternion.js";
import * as vec3 from "../math/vec3.js";
import type { RunInSpace, Solid } from "./run-in-space.js";
import type { BodyRow, RunContact } from "./run-rows.js";
import { collectionPieces, dataSetText, gridText, integers, type NamedFile, TRIANGLE, type Triple, VERTEX, vectors } from "./vtu.js";

/** All files, row by row, and the collections `bodies.pvd` and `contacts.pvd` last. */
export async function* vtkFiles(run: RunInSpace): AsyncGenerator<NamedFile> {
  const digits = String(run.count - 1).length;
  const nameOf = (what: string, row: number) => `${what}-${String(row).padStart(digits, "0")}.vtu`;
  for await (const { row, places, contacts } of run.rows()) {
    yield { name: nameOf("bodies", row), content: bodiesAt(run.solids, places) };
    yield { name: nameOf("contacts", row), content: contactsAt(contacts) };
  }
  async function* sets(what: string): AsyncGenerator<string> {
    for await (const { row, time } of run.rows()) yield dataSetText(time, nameOf(what, row));
  }
  for (const what of ["bodies", "contacts"]) yield { name: `${what}.pvd`, content: collectionPieces(sets(what)) };
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
  return gridText(points, faces, TRIANGLE, [vectors("velocity", velocities)], [integers("body", owners)]);
}

function contactsAt(contacts: readonly RunContact[]): string {
  const places = contacts.map(({ point }) => point);
  const forces = contacts.map(({ force }) => force);
  return gridText(
    places,
    places.map((_, i) => [i]),
    VERTEX,
    [vectors("force", forces)],
    [],
  );
}
