import { describe, expect, it } from "vitest";
import { elasticEnergy, stiffnessMatrix } from "../../soft/fem/stiffness.js";
import { writeSurface } from "../../soft/files/obj.js";
import { boxMesh, frustumMesh } from "../../soft/mesh/generate.js";
import { meshSurface } from "../../soft/mesh/surface.js";
import { filesNamedIn, parseStudy, parseStudyText } from "../parse.js";
import { checkPickup, runPickup } from "../pickup/run.js";
import type { PickupStudy } from "../pickup/schema.js";
import { checkRestShape, runRestShape } from "../rest-shape/run.js";
import type { RestShapeStudy } from "../rest-shape/schema.js";
import { rows } from "./soft-mesh.js";

const material = { youngModulus: 6000, poissonRatio: 0.3 };
const size = [0.06, 0.06, 0.06] as const;
const cells = [2, 4, 4] as const;
const finger = { radius: 0.04, friction: 0.6 };
const box = (more: object = {}) => ({
  carom: 1,
  kind: "pickup",
  title: "Box",
  mesh: { type: "box", size, cells },
  material,
  weight: 0.489,
  table: { friction: 0.6 },
  fingers: [0, 0.06].map((x) => ({ near: [x, 0.03, 0.03], ...finger })),
  squeeze: { step: 0.001, maximumDepth: 0.006, depthTolerance: 0.001 },
  ...more,
});
const cake = { type: "frustum", bottomRadius: 0.031, topRadius: 0.025, height: 0.031, rings: 2, layers: 2 };
const sagging = (more: object = {}) => ({
  carom: 1,
  kind: "rest-shape",
  title: "Cake",
  mesh: cake,
  material: { youngModulus: 3000, poissonRatio: 0.4, density: 960 },
  convergence: false,
  flip: true,
  ...more,
});

describe("the skin of a pickup", () => {
  it("whose vertices are all nodes of the mesh moves as they do, inside as well", () => {
    const mesh = boxMesh({ size, cells });
    const skin = { type: "triangles", vertices: rows(mesh.nodes, 3), triangles: [[0, 1, 2]] };
    const result = runPickup(parseStudy(box({ skin })) as PickupStudy);
    expect(result.outcome).toBe("lifted");
    const stiffness = stiffnessMatrix(mesh, material);
    for (const [moment, record] of [
      ["rest", result.rest],
      ["grip", result.leastDepth!.record],
      ["lifted", result.lift.at(-1)!],
    ] as const) {
      const places = result.skin![moment]!;
      result.surface.nodes.forEach((node, k) => {
        places[node].forEach((value, axis) => {
          expect(value).toBeCloseTo(result.shapes[moment]!.places[k][axis], 13);
        });
      });
      // The energy of the body by its contact forces is that of its elements only if the nodes inside are where they belong.
      const displacement = Float64Array.from(places.flat()).map((value, at) => value - mesh.nodes[at]);
      expect(elasticEnergy(stiffness, displacement) / record.energy).toBeCloseTo(1, 9);
    }
  });

  it("is refused where it does not fit, before anything is computed", () => {
    const skin = {
      type: "triangles",
      vertices: [
        [0, 0, 0],
        [60, 0, 0],
        [0, 60, 0],
      ],
      triangles: [[0, 1, 2]],
    };
    expect(() => checkPickup(parseStudy(box({ skin })) as PickupStudy)).toThrow("skin.vertices[1]: [60, 0, 0] is 59.9 m outside the mesh");
    expect(() => checkRestShape(parseStudy(sagging({ skin })) as RestShapeStudy)).toThrow("skin.vertices[2]: [0, 60, 0] is 60.0 m");
    expect(() => parseStudy(box({ skin: { type: "triangles", vertices: [], triangles: [[0, 1]] } }))).toThrow(
      "skin.triangles[0]: [0, 1] is not a list of 3 vertices",
    );
    expect(() => parseStudy(box({ skin: { type: "points" } }))).toThrow(
      'skin.type: "points" is not a skin: its type is not one of triangles, file',
    );
  });
});

describe("the skin of a rest shape", () => {
  const mesh = frustumMesh(cake);
  const { triangles } = meshSurface(mesh);
  const millimetres = writeSurface({ vertices: mesh.nodes.map((value) => 1000 * value), triangles });
  const text = JSON.stringify(sagging({ skin: { type: "file", file: "cake.obj", scale: 0.001 } }));

  it("is read from the file that a study names, and goes where the nodes go", () => {
    expect(filesNamedIn(text)).toEqual(["cake.obj"]);
    const result = runRestShape(parseStudyText(text, new Map([["cake.obj", millimetres]])) as RestShapeStudy);
    const { skin, observed, rest, flip } = result;
    expect(skin!.triangles).toHaveLength(triangles.length / 3);
    for (const [seen, nodes] of [
      [skin!.observed, observed],
      [skin!.rest, rest],
      [skin!.turnedOver!, flip!.fromRest.nodes],
    ])
      seen.flat().forEach((value, at) => {
        expect(value).toBeCloseTo(nodes.flat()[at], 13);
      });
    expect(result.warnings.filter(({ code }) => code === "skin")).toEqual([]);
  });

  it("is asked for by name where its file was not read, and told where it is far outside", () => {
    expect(() => runRestShape(parseStudyText(text) as RestShapeStudy)).toThrow('skin.file: "cake.obj" is not at hand');
    expect(() => parseStudyText(text, new Map([["cake.obj", "root:x:0:0"]]))).toThrow("skin.file, cake.obj: 1 lines hold no face");
    const vertices = [
      [0.033, 0, 0],
      [0, 0, 0],
      [0, 0.02, 0],
    ];
    const { warnings } = runRestShape(
      parseStudy(sagging({ skin: { type: "triangles", vertices, triangles: [[0, 1, 2]] } })) as RestShapeStudy,
    );
    expect(warnings.find(({ code }) => code === "skin")?.message).toMatch(
      /^vertex 0 of the skin is 0\.0020 m outside the mesh, 2\.\d % of its size/,
    );
  });
});
