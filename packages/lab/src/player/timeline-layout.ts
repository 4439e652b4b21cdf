/** Where the parts of the timeline stand. */
import type { Axis } from "./axis.js";
import type { Run } from "./run.js";

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly phone: boolean;
  /** Contacts, a row each. */
  readonly contacts: number;
  /** Rows that were asked for below the others. */
  readonly extra: number;
}

/** The row of one contact, px. */
export interface RowSize {
  /** From row to row. */
  readonly height: number;
  /** From the top of a row to its bar. */
  readonly barTop: number;
  readonly bar: number;
}

/** Rows shrink where there are many; where the window is narrow, a name stands above its bar. */
const LARGE: RowSize = { height: 24, barTop: 0, bar: 19 };
const MIDDLE: RowSize = { height: 16, barTop: 0, bar: 13 };
const LOW: RowSize = { height: 11, barTop: 0, bar: 8 };
const SMALL: RowSize = { height: 8, barTop: 0, bar: 6 };
const PHONE: RowSize = { height: 38, barTop: 15, bar: 19 };
const PHONE_LOW: RowSize = { height: 26, barTop: 14, bar: 8 };
/** So many rows are large, of the middle size, low. */
const MOST_LARGE = 5;
const MOST_MIDDLE = 10;
const MOST_LOW = 30;

export function rowSize({ phone, contacts }: Layout): RowSize {
  if (phone) return contacts <= MOST_LARGE ? PHONE : PHONE_LOW;
  return contacts <= MOST_LARGE ? LARGE : contacts <= MOST_MIDDLE ? MIDDLE : contacts <= MOST_LOW ? LOW : SMALL;
}

/** Of a row that was asked for, and above the first of them, px. */
export const EXTRA_ROW = 62;
const EXTRA_GAP = 22;

/** Heights of the parts, px from the top. Where they need more than there is, the timeline scrolls, or the page where that does. */
export function rowsOf(layout: Layout) {
  const top = 28;
  const lines = top + 8;
  const impulse = lines + layout.contacts * rowSize(layout).height + 20 + (layout.phone ? 10 : 0);
  const left = layout.height - impulse - 56;
  const impulseHeight = Math.max(56, Math.min(120, left * 0.42));
  const energy = impulse + impulseHeight + 26;
  const energyHeight = Math.max(70, Math.min(150, layout.height - energy - 54));
  const extra = energy + energyHeight + EXTRA_GAP;
  const bottom = layout.extra === 0 ? energy + energyHeight : extra + layout.extra * EXTRA_ROW;
  return { top, lines, impulse, impulseHeight, energy, energyHeight, extra, bottom };
}

/** Of the words under the axis, px. */
const AXIS_WORDS = 50;

/** Height of the whole timeline where nothing is given room beyond what it needs, px. */
export function leastHeight(layout: Omit<Layout, "height">): number {
  return rowsOf({ ...layout, height: 0 }).bottom + AXIS_WORDS;
}

export interface RowProps {
  readonly run: Run;
  readonly axis: Axis;
  readonly layout: Layout;
  readonly top: number;
}
