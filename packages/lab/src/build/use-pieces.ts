/** What the dock and the tree put into the study. */
import type { RefObject } from "react";
import { hingeSpot } from "./hinge-spot.js";
import { type Piece, put } from "./palette.js";
import type { StageControl } from "./stage/build-stage.js";
import { withPair } from "./text/gestures.js";
import { withHinge, withMotor, withoutHinge } from "./text/joints.js";
import { withValueAt } from "./text/json-edit.js";
import type { Builder } from "./use-builder.js";

export function usePieces(builder: Builder, stage: RefObject<StageControl | null>) {
  const { world, text, selected, add, write, select } = builder;
  const entity = selected === undefined ? undefined : world.entities.get(selected);
  const disabled = (piece: Piece): boolean => {
    if (piece === "hinge") return entity === undefined || entity.shape === undefined || entity.kind === "link";
    if (piece === "motor") return entity?.kind !== "link";
    return false;
  };
  const hinge = (name: string, x?: number, y?: number) => {
    const target = world.entities.get(name);
    const view = stage.current?.view();
    if (target === undefined || view === undefined || target.kind === "plane" || target.kind === "link") return;
    const hit = x === undefined || y === undefined ? undefined : view.pick(x, y);
    const { pivot, axis } = hingeSpot(target, view, hit?.name === name ? hit.point : undefined);
    write(withHinge(text, world, target, pivot, axis, "world"));
    select(name);
  };
  const at = (piece: Piece, x: number, y: number, pressed: boolean) => {
    const view = stage.current?.view();
    const measured = stage.current?.measure();
    if (view === undefined || measured === undefined) return;
    if (piece === "mesh") return openMeshes();
    if (piece === "hinge" || piece === "motor") {
      const name = pressed ? selected : view.pick(x, y)?.name;
      const target = name === undefined ? undefined : world.entities.get(name);
      if (target === undefined) return;
      if (piece === "motor") {
        write(withMotor(text, world, target));
        select(target.name);
      } else hinge(target.name, pressed ? undefined : x, pressed ? undefined : y);
      return;
    }
    const added = put(piece, { text, world, view, x, y, pixel: measured.pixel, height: measured.height, pressed });
    if (added !== undefined) add(added);
  };
  return {
    disabled,
    put: (piece: Piece) => {
      const { width, height } = stage.current?.measure() ?? { width: 0, height: 0 };
      if (!disabled(piece)) at(piece, width / 2, 0.56 * height, true);
    },
    drop: (piece: Piece, clientX: number, clientY: number) => {
      const place = stage.current?.inside(clientX, clientY);
      if (place !== undefined) at(piece, place.x, place.y, false);
    },
    hang: (parent: string) => {
      if (entity === undefined || entity.kind !== "link") return;
      const frame = world.frames.get(entity.name);
      const body = world.study.bodies[entity.name];
      if (frame === undefined || body === undefined || !("joint" in body)) return;
      const axis = (body.joint.axis ?? [0, 0, 1]) as readonly [number, number, number];
      write(withHinge(text, world, entity, frame.position, axis, parent));
    },
    letGo: () => entity !== undefined && write(withoutHinge(text, world, entity)),
    pair: () => {
      const names = [...world.entities.values()];
      const moving = names.find(({ kind }) => kind === "body" || kind === "link");
      const other = names.find(({ name }) => name !== moving?.name);
      if (moving === undefined || other === undefined) return;
      const [one, two] = entity !== undefined && entity.name !== other.name ? [entity.name, other.name] : [moving.name, other.name];
      write(withPair(text, one, two));
      select(`contacts ${world.study.contacts?.length ?? 0}`);
    },
    force: () => {
      const body = entity?.kind === "body" ? entity.name : [...world.entities.values()].find(({ kind }) => kind === "body")?.name;
      if (body === undefined) return;
      const { loads = [] } = world.study;
      const load = { type: "constant", body, force: [1, 0, 0] };
      write(withValueAt(text, loads.length === 0 ? ["loads"] : ["loads", loads.length], loads.length === 0 ? [load] : load));
      select(`loads ${loads.length}`);
    },
  };
}

/** Meshes come from files. */
function openMeshes(): void {
  document.querySelector<HTMLInputElement>(".build-files input")?.click();
}
