/** The bodies of an embedded run at a moment. */
import { useEffect, useMemo, useRef } from "react";
import { Vector3 } from "three";
import type { Moment } from "../player/axis.js";
import type { Motion } from "../player/motion.js";
import { strikersOf } from "../player/run.js";
import { lookAt } from "../player/scene/look-at.js";
import { runScene } from "../player/scene/scene.js";
import { discard } from "../stage/stage.js";
import { useStage } from "../stage/use-stage.js";
import { lookFrom } from "../take/place.js";
import type { Embedded } from "./embed.js";

const VIEW = new Vector3(0.28, -1, 0.3);
const SHOWN = { trails: true, forces: true, names: false };

interface EmbedStageProps {
  readonly shown: Embedded;
  readonly motion: Motion;
  readonly moment: Moment;
  /** As in the address. */
  readonly camera: string | undefined;
}

export function EmbedStage({ shown, motion, moment, camera }: EmbedStageProps) {
  const { holder, stage, missing } = useStage(VIEW);
  const scene = useMemo(() => (stage === undefined ? undefined : runScene(shown.scene, shown.run, motion)), [stage, shown, motion]);
  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    stage.scene.add(scene.group);
    stage.frame(scene.corners, scene.view);
    lookFrom(stage, camera);
    return () => discard(scene.group);
  }, [stage, scene, camera]);
  const near = useRef(false);
  useEffect(() => {
    if (stage === undefined || scene === undefined) return;
    scene.paint(stage.colours);
    scene.show(moment, SHOWN);
    stage.invalidate();
    if (camera !== undefined) return;
    // Where an impact is told, as near as it takes to see it; elsewhere all of it.
    if (moment.inside !== undefined)
      near.current ||= lookAt(stage, scene, strikersOf(shown.run.impacts[moment.inside.impact]))?.moved ?? false;
    else if (near.current) {
      near.current = false;
      stage.home();
    }
  }, [stage, scene, moment, camera, shown]);
  return missing ? (
    <p className="embed-message">This browser has no WebGL: the bodies are not drawn.</p>
  ) : (
    <div className="embed-stage" ref={holder} role="img" aria-label={`The scene: ${motion.bodies.join(", ")}`} />
  );
}
