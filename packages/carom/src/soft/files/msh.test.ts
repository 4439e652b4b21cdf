import { describe, expect, it } from "vitest";
import { ballMesh } from "../mesh/generate.js";
import { meshVolume } from "../mesh/mesh.js";
import { readMsh, writeMsh } from "./msh.js";

describe("files of gmsh", () => {
  const mesh = ballMesh({ radius: 0.05, divisions: 2 });

  it.each(["2.2", "4.1"] as const)("version %s come back as they were written", (version) => {
    const back = readMsh(writeMsh(mesh, version));
    expect([...back.nodes]).toEqual([...mesh.nodes]);
    expect([...back.tetrahedra]).toEqual([...mesh.tetrahedra]);
  });

  it("of second order give the middles of edges, whose last two gmsh has the other way round", () => {
    // Middles off their edges, so that each can be told: of edge 23 (gmsh's ninth node) at x = 0.3, of edge 13 (its tenth) at x = 0.7.
    const text = `$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
10
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
5 0.5 0 0
6 0.5 0.5 0
7 0 0.5 0
8 0 0 0.5
9 0.3 0.5 0.5
10 0.7 0 0.5
$EndNodes
$Elements
1
1 11 2 1 1 1 2 3 4 5 6 7 8 9 10
$EndElements
`;
    const { nodes, tetrahedra, middles = [] } = readMsh(text, "mesh", 2);
    expect(nodes.length).toBe(12);
    // gmsh's positive element is turned over here, and its middles with it: edges 01 12 02 03 13 23 of nodes 1 0 2 3.
    expect([...tetrahedra]).toEqual([1, 0, 2, 3]);
    const places = Array.from({ length: 6 }, (_, edge) => Array.from(middles.slice(3 * edge, 3 * edge + 3)));
    expect(places).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [1.4, 0, 1],
      [0, 0, 1],
      [0.6, 1, 1],
    ]);
    expect(() => readMsh(text.replace("1 11 2 1 1 1 2 3 4 5 6 7 8 9 10", "1 11 2 1 1 1 2 3 4 5 6 7 8 9"))).toThrow(
      "does not name ten nodes",
    );
    const mixed = text.replace("$Elements\n1\n", "$Elements\n2\n2 4 2 1 1 1 2 3 4\n");
    expect(() => readMsh(mixed)).toThrow("of another order than those before it");
  });

  // As gmsh 4 writes two tetrahedra with their geometry: entities, groups, blocks without nodes, parametric nodes, tags with gaps and out
  // of order, periodicity, comments.
  const full = `$MeshFormat
4.1 0 8
$EndMeshFormat
$Comments
A line of its own opens no section here:
$Nodes
$EndComments
$PhysicalNames
2
2 7 "skin of the fruit"
3 1 "solid"
$EndPhysicalNames
$Entities
1 1 1 1
1 0 0 0 0
1 0 0 0 1 0 0 0 2 1 -2
1 0 0 0 1 1 1 1 7 3 1 2 3
1 0 0 0 1 1 1 1 1 1 1
$EndEntities
$Nodes
5 6 1 42
0 1 0 1
3
0 0 9
1 1 1 2
42
5
0 0 1 0.5
1 0 0 0.25
1 2 0 0
2 1 1 1
1
0 0 0 0.1 0.2
3 1 0 2
7
40
0 1 0
1 1 1
$EndNodes
$Elements
5 6 1 12
0 1 15 1
1 3
1 1 1 1
2 1 5
2 1 2 1
3 1 5 7
3 1 4 1
4 1 5 7 42
3 2 4 1
12 5 7 42 40
$EndElements
$Periodic
1
1 1 1
0
1
5 1
$EndPeriodic
$NodeData
0
0
0
$EndNodeData
`;
  const nodes = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1];

  it("version 4.1 are read with all that stands beside the tetrahedra", () => {
    const read = readMsh(full, "mesh", 0.001);
    // In the order of their tags: 1, 5, 7, 40, 42.
    expect([...read.nodes]).toEqual(nodes.map((x) => 0.001 * x));
    expect([...read.tetrahedra].map((node) => [1, 5, 7, 40, 42][node]).sort((a, b) => a - b)).toEqual([1, 5, 5, 7, 7, 40, 42, 42]);
    expect(meshVolume(read)).toBeCloseTo(0.5e-9, 20);
    expect([...readMsh(full.replaceAll("\n", "\r\n"), "mesh", 0.001).nodes]).toEqual([...read.nodes]);
  });

  it("version 2.2 are read with any number of tags", () => {
    const old = `$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "solid"
$EndPhysicalNames
$Nodes
6
42 0 0 1
3 0 0 9
1 0 0 0
5 1 0 0
7 0 1 0
40 1e0 1. +1
$EndNodes
$Elements
5
1 15 2 0 1 3
2 1 2 0 1 1 5
3 2 2 7 1 1 5 7
4 4 0 1 5 7 42
5 4 5 1 1 2 1 -2 5 7 42 40
$EndElements
`;
    const read = readMsh(old);
    expect([...read.nodes]).toEqual(nodes);
    expect([...read.tetrahedra]).toEqual([...readMsh(full).tetrahedra]);
    expect(() => readMsh(old.replace("4 4 0 1 5 7 42", "4 4 1 1 5 7 42"))).toThrow(
      'line 22: "4 4 1 1 5 7 42" does not name four nodes behind its tags',
    );
    expect(() => readMsh(old.replace("4 4 0 1", "4 4 -1 1"))).toThrow("does not name four nodes");
    expect(() => readMsh(old.replace("4 4 0 1", "4 5 0 1"))).toThrow("hexahedra");
    expect(() => readMsh(old.replace("\n6\n", "\n5\n"))).toThrow("is not $EndNodes");
    expect(() => readMsh(old.replace("2.2 0 8\n", "2.2 2 8\n"))).toThrow("text (0) or binary (1)");
  });

  it.each([
    ["4.1 0 8", "4.1 1 8", "tells the order of bytes"],
    ["4.1 0 8", "4.0 0 8", "version 4.0"],
    ["3 1 4 1\n", "3 1 29 1\n", "higher order"],
    ["3 1 4 1\n", "3 1 7 1\n", "pyramids"],
    ["3 1 4 1\n4 1 5 7 42\n3 2 4 1\n12 5 7 42 40\n", "3 1 2 1\n4 1 5 7\n3 2 2 1\n12 5 7 42\n", "tetrahedra are in the file"],
    ["12 5 7 42 40", "12 5 7 42 8", "8 is named by a tetrahedron and is no node of the file"],
    ["12 5 7 42 40", "12 5 7 42 3.5", "no node of the file"],
    ["0 1 0\n1 1 1", "0 1\n1 1 1", "line 37"],
    ["0 1 0\n1 1 1", "0 0x1 0\n1 1 1", "is not a row of 3 numbers"],
    ["3 1 4 1\n", "3 1 4 1.5\n", "does not say how many lines follow"],
    ["3 1 4 1\n", "3 1 4 999999999999\n", "counts 999999999999 lines, and 17 follow: the file is cut short"],
    ["5 6 1 12", "4 6 1 12", "is not $EndElements"],
    ["7\n40\n", "7\n1\n", "gives node 1 a second time"],
    ["$EndElements", "$EndOfElements", '"$Elements" begins a section that has no end: the file is cut short, or $EndElements is missing'],
    ["$Periodic", "$Nodes\n$EndNodes\n$Periodic", "a second time"],
  ])("with %j turned into %j are refused: %s", (right, wrong, message) => {
    expect(full).toContain(right);
    expect(() => readMsh(full.replace(right, wrong))).toThrow(message);
  });

  it("of another kind are refused", () => {
    expect(() => readMsh("solid cube")).toThrow("no .msh file");
  });
});
