import { runSimulation, type SimulationStudy } from "carom/study";
import { type Group, InstancedMesh, Mesh, type ShaderMaterial, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { motionOf } from "../src/player/motion.js";
import type { Run } from "../src/player/run.js";
import { type RunScene, runScene } from "../src/player/scene/scene.js";
import { example } from "./lab-page.js";

const SHOWN = { trails: false, forces: false, names: false };

function sceneOf(name: string): { study: SimulationStudy; run: Run; scene: RunScene } {
  const study = example(name) as SimulationStudy;
  const result = runSimulation(study);
  const impacts = result.events.filter((event) => event.kind === "impact");
  const run: Run = { series: result.series, events: result.events, impacts, problems: [], end: result.time };
  return { study, run, scene: runScene(study, run, motionOf(run)) };
}

/** The plane of a scene: its lines, and the shadows on it. */
function planeOf({ group }: RunScene): { plane: Group; shift: Vector3; shadows: InstancedMesh } {
  const plane = group.children.find((child) => child.children.some((part) => part instanceof InstancedMesh)) as Group;
  const lines = plane.children.find((part) => part instanceof Mesh && !(part instanceof InstancedMesh)) as Mesh;
  const { x, y } = (lines.material as ShaderMaterial).uniforms.shift.value as Vector3;
  const shadows = plane.children.find((part) => part instanceof InstancedMesh) as InstancedMesh;
  return { plane, shift: new Vector3(x, y, 0), shadows };
}

describe("the scene of a run", () => {
  it("has the ground where it is at each time: a table that is shaken, a belt that runs", () => {
    const table = sceneOf("sim-moving-table");
    const places = table.run.series.bodies.table.position;
    const highest = places.findIndex(([, , z]) => z === Math.max(...places.map((place) => place[2])));
    table.scene.show({ time: table.run.series.time[highest] }, SHOWN);
    expect(places[highest][2]).toBeGreaterThan(0.0045);
    expect(planeOf(table.scene).plane.position.z).toBeCloseTo(places[highest][2], 12);

    const belt = sceneOf("sim-moving-belt");
    const before = planeOf(belt.scene).plane.position.clone();
    belt.scene.show({ time: 0.65 }, SHOWN);
    // The belt runs with 1 m/s; what is drawn of it stays below the block.
    expect(planeOf(belt.scene).shift.x).toBeCloseTo(0.65, 12);
    expect(planeOf(belt.scene).plane.position.distanceTo(before)).toBeLessThan(1e-12);
    expect(belt.scene.corners.every(({ x }) => x < 0.95)).toBe(true);
  });

  it("draws links whose shapes are points between their joints, all of them in sight", () => {
    const { scene, run } = sceneOf("mechanism-double-pendulum");
    for (const row of [0, 40, 80]) {
      scene.show({ time: run.series.time[row] }, SHOWN);
      scene.group.updateMatrixWorld(true);
      const joints: Vector3[] = [];
      for (const object of scene.group.children)
        for (const part of object.children)
          if (part instanceof Mesh && part.geometry.type === "SphereGeometry" && !(part instanceof InstancedMesh))
            joints.push(middle(part));
      expect(joints).toHaveLength(2);
      const [upper, lower] = joints;
      // The upper bar hangs from the origin and carries the other at its end, 1 m away.
      expect(upper.length()).toBeLessThan(1e-6);
      expect(lower.distanceTo(upper)).toBeCloseTo(1, 5);
    }
    expect(Math.min(...scene.corners.map(({ z }) => z))).toBeLessThan(-1.74);
  });

  it("puts a shadow under what touches the ground, and none under what flies", () => {
    const { scene, run } = sceneOf("sim-phone-drop");
    const strength = (time: number) => {
      scene.show({ time }, SHOWN);
      const { shadows } = planeOf(scene);
      return shadows.count === 0 ? 0 : shadows.geometry.attributes.strength.array[0];
    };
    expect(strength(0)).toBe(0);
    expect(strength(run.impacts[0].time)).toBeGreaterThan(0.99);
    expect(strength(run.end)).toBeGreaterThan(0.99);
    // At rest it is as long and as wide as the phone.
    const body = (example("sim-phone-drop") as SimulationStudy).bodies.phone as { shape: { size: readonly number[] } };
    const [long, wide] = planeOf(scene).shadows.geometry.attributes.outline.array;
    const sides = [...body.shape.size].sort((a, b) => b - a);
    expect(2 * long).toBeCloseTo(sides[0], 3);
    expect(2 * wide).toBeCloseTo(sides[1], 3);
  });
});

function middle(part: Mesh): Vector3 {
  part.geometry.computeBoundingSphere();
  return part.geometry.boundingSphere!.center.clone().applyMatrix4(part.matrixWorld);
}
