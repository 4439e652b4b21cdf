/**
 * The impact against its clock, the normal impulse: modes, energy, normal velocity, friction.
 */
import type { At } from "../cursor.js";
import type { Inspected } from "../model.js";
import { EnergyPlot, type EnergyScale } from "./energy-plot.js";
import { ForcePlots } from "./force-plots.js";
import { usePlotFrame } from "./frame.js";
import { FrictionImpulse } from "./friction-impulse.js";
import { ModeStrip } from "./mode-strip.js";
import { NormalVelocity } from "./normal-velocity.js";

export interface PlotsProps {
  readonly inspected: Inspected;
  readonly at: At;
  readonly scale: EnergyScale;
  readonly onScale?: () => void;
  readonly onCursor: (impulse: number) => void;
  /** Which of the plots; all: on wide screens. */
  readonly show: "all" | "energy" | "motion";
}

export function Plots({ inspected, at, scale, onScale, onCursor, show }: PlotsProps) {
  const { chosen, results } = inspected;
  const [element, frame] = usePlotFrame(results, show !== "all");
  const { track } = chosen;
  return (
    <div className="plots" ref={element}>
      {frame.width > 0 && track !== undefined && (
        <>
          {show === "all" && <ModeStrip track={track} at={at} frame={frame} onCursor={onCursor} />}
          {show !== "motion" && <EnergyPlot track={track} at={at} frame={frame} scale={scale} onScale={onScale} onCursor={onCursor} />}
          {show !== "energy" && <NormalVelocity inspected={inspected} track={track} at={at} frame={frame} onCursor={onCursor} />}
          {show !== "energy" && (
            <FrictionImpulse friction={inspected.problem.contacts[0].friction} track={track} at={at} frame={frame} onCursor={onCursor} />
          )}
          {show !== "energy" && inspected.forces !== undefined && (
            <ForcePlots forces={inspected.forces} at={at} frame={frame} onCursor={onCursor} />
          )}
        </>
      )}
    </div>
  );
}
