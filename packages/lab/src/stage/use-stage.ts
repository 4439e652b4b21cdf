/** A stage that lives as long as the element it is in, follows its size and the theme. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Vector3 } from "three";
import { useTheme } from "../shell/theme.js";
import { stageColours } from "./colours.js";
import { createStage, type Stage } from "./stage.js";

export interface StageHandle {
  /** To be put on the element that holds the canvas. */
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly stage?: Stage;
  /** The browser has no WebGL. */
  readonly missing: boolean;
}

/** @param view from where the camera looks at first; a constant */
export function useStage(view: Vector3): StageHandle {
  const holder = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage>();
  const [missing, setMissing] = useState(false);
  const theme = useTheme();

  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const made = createStage(current, view);
    if (made === undefined) {
      setMissing(true);
      return;
    }
    const measure = () => {
      const { clientWidth, clientHeight } = current;
      if (clientWidth > 0 && clientHeight > 0) made.resize(clientWidth, clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    setStage(made);
    return () => {
      observer.disconnect();
      made.dispose();
      setStage(undefined);
    };
  }, [view]);

  // the colours are those of the theme
  useEffect(() => {
    if (stage === undefined) return;
    stage.colours = stageColours();
    stage.invalidate();
  }, [stage, theme]);

  return { holder, missing, ...(stage === undefined ? {} : { stage }) };
}
