import { describe, expect, it } from "vitest";
import { readMsh } from "./msh.js";

/** Bytes of numbers and texts, one after the other, as characters. */
function written(little: boolean, ...parts: readonly (string | readonly ["int" | "long" | "double", ...number[]])[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const [type, ...values] = part;
      const view = new DataView(new ArrayBuffer(8 * values.length));
      const width = type === "int" ? 4 : 8;
      for (const [i, value] of values.entries())
        if (type === "int") view.setInt32(4 * i, value, little);
        else if (type === "long") view.setBigUint64(8 * i, BigInt(value), little);
        else view.setFloat64(8 * i, value, little);
      return String.fromCharCode(...new Uint8Array(view.buffer, 0, width * values.length));
    })
    .join("");
}

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** A tetrahedron of nodes 11 to 14 with a triangle of its skin, as version 2.2 of gmsh. */
const old = (little: boolean) =>
  written(
    little,
    "$MeshFormat\n2.2 1 8\n",
    ["int", 1],
    '\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 "solid"\n$EndPhysicalNames\n$Nodes\n4\n',
    ...corners.flatMap((xyz, i) => [["int", 11 + i] as const, ["double", ...xyz] as const]),
    "\n$EndNodes\n$Elements\n2\n",
    ["int", 2, 1, 2, 1, 7, 7, 11, 12, 13],
    ["int", 4, 1, 2, 2, 1, 1, 11, 12, 13, 14],
    "\n$EndElements\n",
  );

/** The same as version 4.1, with entities, and parameters behind the places of the first two nodes, which lie on a surface. */
const now = (little: boolean) =>
  written(
    little,
    "$MeshFormat\n4.1 1 8\n",
    ["int", 1],
    "\n$EndMeshFormat\n$Entities\n",
    ["long", 0, 0, 0, 1],
    ["int", 36],
    "\n$EndEntities\n$Nodes\n",
    ["long", 2, 4, 11, 14],
    ["int", 2, 1, 1],
    ["long", 2, 11, 12],
    ["double", ...corners[0], 0.25, 0.5, ...corners[1], 0.5, 0.75],
    ["int", 3, 1, 0],
    ["long", 2, 13, 14],
    ["double", ...corners[2], ...corners[3]],
    "\n$EndNodes\n$Elements\n",
    ["long", 2, 2, 1, 2],
    ["int", 2, 1, 2],
    ["long", 1, 1, 11, 12, 13],
    ["int", 3, 1, 4],
    ["long", 1, 2, 11, 12, 13, 14],
    "\n$EndElements\n",
  );

describe("binary files of gmsh", () => {
  it.each([
    ["2.2", old],
    ["4.1", now],
  ] as const)("version %s are read, in either order of bytes", (_, file) => {
    for (const little of [true, false]) {
      const { nodes, tetrahedra } = readMsh(file(little), "mesh", 0.001);
      expect([...nodes]).toEqual(corners.flat().map((x) => 0.001 * x));
      expect([...tetrahedra].sort()).toEqual([0, 1, 2, 3]);
    }
  });

  it.each([old, now])("that are cut off anywhere are refused in words", (file) => {
    const whole = file(true);
    for (let length = 40; length < whole.length - "$EndElements\n".length; length += 1)
      expect(() => readMsh(whole.slice(0, length)), `${length}`).toThrow(/mesh(, byte \d+)?: /);
  });

  it("that count more than they hold are refused without reading on", () => {
    expect(() => readMsh(old(true).replace("$Nodes\n4\n", "$Nodes\n999999999\n"))).toThrow("999999999 is a count of more than the");
    const many = now(true).replace(written(true, ["long", 2, 13, 14]), written(true, ["long", 1e15, 13, 14]));
    expect(() => readMsh(many)).toThrow("is a count of more than the");
  });

  it("with cells that are not tetrahedra are refused", () => {
    expect(() => readMsh(old(true).replace(written(true, ["int", 4, 1, 2]), written(true, ["int", 5, 1, 2])))).toThrow("hexahedra");
    expect(() => readMsh(old(true).replace(written(true, ["int", 4, 1, 2]), written(true, ["int", 99, 1, 2])))).toThrow("not known");
  });
});
