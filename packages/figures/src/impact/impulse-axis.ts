/** The axis of normal impulse, the clock of an impact, and the events on it. */
import { dodge } from "../draw/labels.js";
import { dotted, RING, ring } from "../draw/marks.js";
import { type Panel, panelLineDown } from "../draw/panel.js";
import type { SvgElement } from "../draw/svg.js";
import { colour } from "../draw/theme.js";

export const IMPULSE_AXIS = "normal impulse, N\u2009s: the clock of an impact";
export const ALL_CONTACTS = "normal impulse of all contacts, N\u2009s: the clock of the impact";

/** An event on the axis of normal impulse. */
export interface PanelMark {
  readonly letter: string;
  readonly sample: { readonly normalImpulse: number };
}

/** Dotted lines down through a panel at the events. */
export function drawEventLines(panel: Panel, marks: readonly PanelMark[]): SvgElement[] {
  return marks
    .filter((mark) => mark.letter !== "r")
    .map(({ sample, letter }) =>
      dotted(panelLineDown(panel, sample.normalImpulse), { class: "event-line", "data-event": letter, stroke: colour.ink2 }),
    );
}

/** The letters of the events in a row, moved apart where they would touch. */
export function drawEventLetters(panel: Panel, marks: readonly PanelMark[], y: number): SvgElement[] {
  const xs = marks.map((mark) => panel.x(mark.sample.normalImpulse));
  const places = dodge(xs, 2 * RING + 3, panel.frame.x, panel.frame.x + panel.frame.width + 3 * RING);
  return marks.map((mark, i) => ring([places[i], y], mark.letter));
}
