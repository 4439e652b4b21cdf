/** The two numbers of every contact. */
import { Slider, type SliderProps } from "./slider.js";

type MaterialSlider = Pick<SliderProps, "value" | "text" | "tick" | "onChange" | "onSettle">;

const STEP = 0.005;

export function FrictionSlider(props: MaterialSlider & Pick<SliderProps, "least" | "most"> & Partial<Pick<SliderProps, "label">>) {
  return <Slider label="Friction" symbol="μ" step={STEP} {...props} />;
}

export function RestitutionSlider(props: MaterialSlider) {
  return <Slider label="Restitution" symbol="e" least={0} most={1} step={STEP} {...props} />;
}
