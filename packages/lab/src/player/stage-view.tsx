/** The stage of the player: what the scene is at the playhead. Everything that moves is moved without React. */
import type { SimulationStudy } from "carom/study";
import { type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { Raycaster, Vector2, Vector3 } from "three";
import { useTheme } from "../shell/theme.js";
import { cellText } from "../stage/ground.js";
import { discard, type Stage } from "../stage/stage.js";
import { useStage } from "../stage/use-stage.js";
import { cameraText, lookFrom } from "../take/place.js";
import type { Moment } from "./axis.js";
import type { Motion } from "./motion.js";
import type { Run } from "./run.js";
import { FOLLOWED, lookAt } from "./scene/look-at.js";
import { type RunScene, runScene, type SceneWord, type Shown } from "./scene/scene.js";

const VIEW = new Vector3(0.28, -1, 0.3);

export interface StageControl {
  show(moment: Moment): void;
  /** Goes to bodies that would be specks or out of the picture, as they are shown now. */
  look(names: readonly string[]): void;
  /** Back home, where it came nearer by itself. */
  overview(): void;
  home(): void;
  /** How it is looked at, as an address has it. */
  camera(): string | undefined;
  readonly drawCalls: number;
}

export interface StageViewProps {
  readonly study: SimulationStudy;
  readonly run: Run;
  readonly motion: Motion;
  readonly shown: Shown;
  /** The body that the camera goes with. */
  readonly follow: string | undefined;
  /** At whom it looks at first. */
  readonly strikers: readonly string[];
  readonly control: RefObject<StageControl | null>;
  readonly moment: RefObject<Moment>;
  /** How an address says to look. */
  readonly camera: string | undefined;
  /** A body was pressed; undefined: the ground or the air. */
  readonly onPick: (name: string | undefined) => void;
}

export function StageView({ study, run, motion, shown, follow, strikers, control, moment, camera, onPick }: StageViewProps) {
  const { holder, stage, missing } = useStage(VIEW);
  const theme = useTheme();
  const words = useRef<HTMLDivElement>(null);
  const far = useMemo(() => reachesTooFar(run), [run]);
  const scene = useMemo(() => (stage === undefined || far ? undefined : runScene(study, run, motion)), [stage, far, study, run, motion]);
  const state = useRef<{ scene: RunScene | undefined; shown: Shown; follow: string | undefined }>({ scene, shown, follow });
  state.current = { scene, shown, follow };
  const [cell, setCell] = useState("");

  const show = useMemo(() => {
    let list: readonly SceneWord[] = [];
    let last: { readonly name: string; readonly at: Vector3 } | undefined;
    return (at: Moment) => {
      const { scene: now, shown: what, follow: whom } = state.current;
      if (now === undefined || stage === undefined) return;
      let height = heightOf(stage);
      list = now.show(at, what, height);
      const focus = whom === undefined ? undefined : now.focus(whom);
      if (focus !== undefined && last?.name === whom) {
        stage.camera.position.add(focus.center).sub(last!.at);
        stage.controls.target.add(focus.center).sub(last!.at);
        stage.controls.update();
      } else if (focus !== undefined) stage.approach(focus.center, focus.radius, FOLLOWED);
      last = focus === undefined ? undefined : { name: whom!, at: focus.center };
      stage.beforeDraw = () => {
        // Whoever came nearer since has arrows as long in the picture as before.
        if (Math.abs(heightOf(stage) - height) > NEARER * height) {
          height = heightOf(stage);
          list = now.show(at, what, height);
        }
        placeWords(words.current, list, stage);
      };
      stage.invalidate();
    };
  }, [stage]);

  const looked = useRef(false);
  const look = useCallback(
    (names: readonly string[]) => {
      const found = stage === undefined || scene === undefined ? undefined : lookAt(stage, scene, names);
      if (stage === undefined || found === undefined || holder.current === null) return;
      looked.current ||= found.moved;
      holder.current.dataset.lookedAt = stage.project(found.at).map(Math.round).join(" ");
    },
    [stage, scene, holder],
  );
  const home = useCallback(() => {
    stage?.home();
    looked.current = false;
  }, [stage]);

  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    stage.scene.add(scene.group);
    stage.frame(scene.corners, scene.view);
    setCell(scene.cell === undefined ? "" : cellText(scene.cell));
    return () => {
      discard(scene.group);
    };
  }, [stage, scene]);

  // What is shown and the colours change the picture of the same instant.
  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    void theme;
    void shown;
    void follow;
    scene.paint(stage.colours);
    show(moment.current);
  }, [stage, scene, theme, shown, follow, show, moment]);

  // After what is above, so that bodies stand where they strike.
  const first = strikers.join("\n");
  useEffect(() => look(first.split("\n")), [look, first]);

  // Once, after everything that looks by itself.
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (stage === undefined || scene === undefined || camera === undefined || told.current === camera) return;
    told.current = camera;
    // As if by hand: the camera stays there when the window changes.
    if (lookFrom(stage, camera)) stage.controls.dispatchEvent({ type: "start" });
  }, [stage, scene, camera]);

  usePicking(holder, stage, scene, onPick);

  useImperativeHandle(
    control,
    () => ({
      show,
      look,
      overview: () => looked.current && home(),
      home,
      camera: () => (stage === undefined ? undefined : cameraText(stage)),
      get drawCalls() {
        return stage?.drawCalls ?? 0;
      },
    }),
    [show, look, home, stage],
  );

  return (
    <>
      {missing ? (
        <p className="stage-note">This browser has no WebGL: the timeline and all numbers work, the bodies are not drawn.</p>
      ) : (
        <div className="canvas-holder" ref={holder} role="img" aria-label={`The scene: ${motion.bodies.join(", ")}`} />
      )}
      {far && <p className="stage-note">Some places are too far away to be drawn. The timeline and all numbers are complete.</p>}
      <div className="scene-words" ref={words} aria-hidden="true" />
      {cell !== "" && <p className="scene-scale">{cell}</p>}
    </>
  );
}

/** A change of distance that arrows follow, as a part of it. */
const NEARER = 0.02;

/** Of the picture, where it is looked at, m. */
function heightOf({ camera, controls }: Stage): number {
  return 2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.distanceTo(controls.target);
}

/** px: a pointer that goes farther has turned the camera. */
const STILL = 4;

function usePicking(
  holder: RefObject<HTMLDivElement | null>,
  stage: Stage | undefined,
  scene: RunScene | undefined,
  onPick: StageViewProps["onPick"],
): void {
  useEffect(() => {
    const element = holder.current;
    if (element === null || stage === undefined || scene === undefined) return;
    const ray = new Raycaster();
    let from: PointerEvent | undefined;
    const down = (event: PointerEvent) => {
      from = event;
    };
    const up = (event: PointerEvent) => {
      if (from === undefined || Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) return;
      const box = element.getBoundingClientRect();
      const place = new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
      stage.camera.updateMatrixWorld();
      ray.setFromCamera(place, stage.camera);
      onPick(scene.nameOn(ray));
    };
    element.addEventListener("pointerdown", down, true);
    element.addEventListener("pointerup", up);
    return () => {
      element.removeEventListener("pointerdown", down, true);
      element.removeEventListener("pointerup", up);
    };
  }, [holder, stage, scene, onPick]);
}

/** Farther than the graphics card can count, m. */
const TOO_FAR = 1e12;

function reachesTooFar({ series: { bodies } }: Run): boolean {
  return Object.values(bodies).some(({ position }) => position.some((place) => !place.every((value) => Math.abs(value) < TOO_FAR)));
}

function placeWords(element: HTMLDivElement | null, list: readonly SceneWord[], { project, size }: Pick<Stage, "project" | "size">): void {
  if (element === null) return;
  while (element.children.length < list.length) element.append(document.createElement("span"));
  for (let i = 0; i < element.children.length; i++) {
    const span = element.children[i] as HTMLElement;
    const word = list[i];
    span.hidden = word === undefined;
    if (word === undefined) continue;
    const [x, y] = project(word.at);
    const leftwards = word.from !== undefined && project(word.from)[0] > x;
    if (span.textContent !== word.text) span.textContent = word.text;
    if (span.className !== word.className) span.className = word.className;
    const wide = LETTER * word.text.length;
    const left = Math.max(0, Math.min(size.width - wide - BESIDE, leftwards ? x - wide - 2 * BESIDE : x));
    span.style.transform = `translate(${left.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }
}

/** Of a letter of a word in the scene, and between it and its arrow, px. */
const LETTER = 9.6;
const BESIDE = 8;
