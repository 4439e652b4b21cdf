/** Where the parts of the timeline stand. */
import type { Axis } from "./axis.js";
import type { Run } from "./run.js";

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly phone: boolean;
}

/** Height of the row of one contact, px. Where the window is narrow, its name stands above the bar. */
export const rowHeight = ({ phone }: Layout) => (phone ? 38 : 24);
/** From the top of a row to its bar, px. */
export const barTop = ({ phone }: Layout) => (phone ? 15 : 0);

/** Heights of the parts, px from the top. */
export function rowsOf(layout: Layout, contacts: number, hidden: boolean) {
  const top = 28;
  const lines = top + 8;
  const impulse = lines + contacts * rowHeight(layout) + (hidden ? 30 : 20) + (layout.phone ? 10 : 0);
  const left = layout.height - impulse - 56;
  const impulseHeight = Math.max(56, Math.min(120, left * 0.42));
  const energy = impulse + impulseHeight + 26;
  const energyHeight = Math.max(70, Math.min(150, layout.height - energy - 54));
  return { top, lines, impulse, impulseHeight, energy, energyHeight, bottom: energy + energyHeight };
}

export interface RowProps {
  readonly run: Run;
  readonly axis: Axis;
  readonly layout: Layout;
  readonly top: number;
}
