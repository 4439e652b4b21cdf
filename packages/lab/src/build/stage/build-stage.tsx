/** The picture of what is built: clay, handles on what is selected, and what will become of it. */
import { type ReactNode, type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { Vector3 } from "three";
import type { MeasuredMotion } from "../../bring/measured.js";
import { useTheme } from "../../shell/theme.js";
import { cellText } from "../../stage/ground.js";
import { useStage } from "../../stage/use-stage.js";
import type { Foreseen } from "../../worker/foresee.js";
import type { Grip, View } from "../hands/handle.js";
import { facingAxis } from "../hands/turn.js";
import type { Builder } from "../use-builder.js";
import { type BuildScene, createBuildScene } from "./build-scene.js";
import { dotsOf, handlesOf, hitMarks, wordMarks } from "./marks.js";
import { Overlay, type OverlayControl } from "./overlay.js";
import { useGrip } from "./use-grip.js";
import { useHands } from "./use-hands.js";

const VIEW = new Vector3(0.28, -1, 0.36);
export interface StageControl {
  /** As it is looked at now; undefined without a picture. */
  view(): View | undefined;
  gripOf(name: string): Grip | undefined;
  /** Size of the picture, px, and of a pixel in its middle, m. */
  measure(): { readonly width: number; readonly height: number; readonly pixel: number };
  /** In the picture's own px. */
  inside(clientX: number, clientY: number): { readonly x: number; readonly y: number } | undefined;
  home(): void;
  frame(name: string | undefined): void;
  showAt(time: number): void;
}

interface BuildStageProps {
  readonly builder: Builder;
  readonly seen: Foreseen | undefined;
  /** What is seen is of a text before. */
  readonly stale: boolean;
  readonly control: RefObject<StageControl | null>;
  /** About which axis of the world bodies are turned; undefined: the one that faces. */
  readonly about: number | undefined;
  readonly sizing: boolean;
  readonly measured: MeasuredMotion | undefined;
  /** The clock is at the beginning. */
  readonly building: boolean;
  readonly onLong: (name: string, x: number, y: number) => void;
  readonly children: ReactNode;
}

export function BuildStage({ builder, seen, stale, control, about, sizing, measured, building, onLong, children }: BuildStageProps) {
  const { holder, stage, missing } = useStage(VIEW);
  const theme = useTheme();
  const scene = useRef<BuildScene>(undefined);
  const overlay = useRef<OverlayControl>(null);
  const [ready, setReady] = useState(false);
  const [cell, setCell] = useState("");
  /** How often the camera was moved: handles face who looks. */
  const [looks, setLooks] = useState(0);
  const { world, selected } = builder;

  const { view, gripOf } = useGrip(builder, stage, scene, holder);

  useEffect(() => {
    if (stage === undefined) return;
    const made = createBuildScene(stage);
    scene.current = made;
    stage.beforeDraw = () => overlay.current?.place();
    const looked = () => setLooks((before) => before + 1);
    stage.controls.addEventListener("end", looked);
    setReady(true);
    return () => {
      stage.controls.removeEventListener("end", looked);
      made.dispose();
      scene.current = undefined;
      setReady(false);
    };
  }, [stage]);

  useEffect(() => {
    if (!ready) return;
    scene.current?.update(world, selected);
    setCell(cellText(scene.current?.cell ?? 0.1));
  }, [ready, world, selected]);
  useEffect(() => {
    if (ready) scene.current?.foresee(seen);
  }, [ready, seen]);
  useEffect(() => {
    if (ready && stage !== undefined) scene.current?.paint(stage.colours);
  }, [ready, stage, theme]);

  const home = useCallback(() => {
    if (stage !== undefined) stage.inset = insetOf(holder.current);
    if (scene.current !== undefined) stage?.frame(scene.current.corners(), VIEW);
    setLooks((before) => before + 1);
  }, [stage, holder]);
  // Framed at first, when the first of the future is there, and when all of it is, unless somebody has looked elsewhere by then.
  const framed = useRef(0);
  useEffect(() => {
    const wanted = seen === undefined ? 1 : seen.done ? 3 : 2;
    if (!ready || framed.current >= wanted || builder.undo !== undefined || stage?.moved === true) return;
    framed.current = wanted;
    home();
  }, [ready, seen, home, builder.undo, stage]);

  useImperativeHandle(
    control,
    () => ({
      view,
      gripOf,
      measure: () => {
        const { clientWidth: width = 1, clientHeight: height = 1 } = holder.current ?? {};
        return { width, height, pixel: stage === undefined ? 1 / height : (view()?.pixel(stage.controls.target) ?? 1 / height) };
      },
      inside: (clientX, clientY) => {
        const box = holder.current?.getBoundingClientRect();
        if (box === undefined || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return undefined;
        return { x: clientX - box.left, y: clientY - box.top };
      },
      home,
      frame: (name) => {
        const entity = name === undefined ? undefined : world.entities.get(name);
        if (entity === undefined || entity.reach === 0) home();
        else stage?.approach(entity.position, entity.reach, 0.3);
      },
      showAt: (time) => scene.current?.showAt(time),
    }),
    [view, gripOf, stage, holder, home, world],
  );

  const nameAt = useCallback(
    (x: number, y: number) => {
      const hit = scene.current?.pick(x, y);
      return hit === undefined || world.entities.get(hit.name)?.kind === "plane" ? undefined : hit.name;
    },
    [world],
  );
  const hands = useHands({ builder, holder, gripOf, nameAt, onLong, building });

  const handles = useMemo(() => {
    if (!ready || !building || selected === undefined) return [];
    const grip = gripOf(selected);
    return grip === undefined ? [] : handlesOf(grip, about ?? facingAxis(grip.view), sizing, hands.holds);
  }, [ready, building, selected, gripOf, about, sizing, looks, hands.holds]);
  const marks = useMemo(
    () => [...hitMarks(seen, building), ...wordMarks(world, selected, hands.word, building)],
    [seen, world, selected, hands.word, building],
  );

  const dots = useMemo(() => dotsOf(measured), [measured]);
  return (
    <div className={stale ? "build-stage stale" : "build-stage"}>
      <div className="canvas-holder" ref={holder} data-ready={ready} />
      {missing && <p className="stage-note">This browser has no WebGL: the scene is not drawn. Tree, fields and text work as ever.</p>}
      {stage !== undefined && (
        <Overlay
          handles={handles}
          marks={marks}
          dots={dots}
          project={stage.project}
          control={overlay}
          onGrab={hands.grab}
          onKey={hands.key}
        />
      )}
      {children}
      {cell !== "" && <p className="scene-scale">{cell}</p>}
    </div>
  );
}

/** What of the picture the sentence above and the dock below stand on, px. */
function insetOf(holder: HTMLElement | null): { readonly top: number; readonly bottom: number } {
  const over = (selector: string) => holder?.parentElement?.querySelector(selector)?.getBoundingClientRect();
  const [sentence, dock, picture] = [over(".view-sentence"), over(".dock"), holder?.getBoundingClientRect()];
  if (picture === undefined) return { top: 0, bottom: 0 };
  return {
    top: sentence === undefined ? 0 : Math.max(0, sentence.bottom - picture.top),
    bottom: dock === undefined ? 0 : Math.max(0, picture.bottom - dock.top),
  };
}
