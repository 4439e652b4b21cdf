/** A mesh file as a shape: its hull touches, the mesh itself weighs where it is closed. */
import { solidMesh } from "carom/geometry";
import type { Shape } from "carom/mechanics";
import { InvalidInputError } from "carom/study";
import { MESH_UNITS, type MeshUnit } from "./units.js";
import type { BroughtFile } from "./with-robot.js";

export interface BroughtMesh {
  readonly shape: Shape;
  /** Sides of the box around it, m. */
  readonly size: readonly [number, number, number];
  /** What was found. */
  readonly account: readonly string[];
}

/** @param unit absent: the one in which it is neither huge nor tiny */
export function meshBody({ name, bytes }: BroughtFile, unit?: MeshUnit): BroughtMesh & { readonly unit: MeshUnit } {
  const chosen = unit ?? guessed(bytes, name);
  const scale: [number, number, number] = [MESH_UNITS[chosen], MESH_UNITS[chosen], MESH_UNITS[chosen]];
  const account: string[] = [];
  const made = closedOr(
    () => solidMesh(bytes, name, { scale }),
    (message) => {
      account.push(`${message.replace(/^[^:]*: /, "")}: it weighs as its hull does`);
      return solidMesh(bytes, name, { scale, weigh: "hull" });
    },
  );
  const size = sizeOf(made.vertices);
  account.unshift(`a hull of ${made.vertices.length} corners touches`);
  return { shape: { type: "mesh", ...made }, size, account, unit: chosen };
}

function closedOr<T>(make: () => T, otherwise: (message: string) => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidInputError) || !/weigh/.test(error.message)) throw error;
    return otherwise(error.message);
  }
}

/** Meshes are written in metres or in millimetres; what would be larger than a door is in millimetres. */
function guessed(bytes: Uint8Array, name: string): MeshUnit {
  const { vertices } = solidMesh(bytes, name, { scale: [1, 1, 1], weigh: "hull" });
  const longest = Math.max(...sizeOf(vertices));
  return longest <= 3 ? "m" : "mm";
}

function sizeOf(vertices: readonly (readonly number[])[]): [number, number, number] {
  const side = (axis: number) => {
    const values = vertices.map((vertex) => vertex[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return [side(0), side(1), side(2)];
}
