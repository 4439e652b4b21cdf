/**
 * Where the energy is, against normal impulse: a band that always fills 100 %.
 *
 * From below: kinetic (solid), stored in the contact (hatched), lost to restitution, by tangential springs, to friction (pale). A law that makes energy pushes the pile past
 * the line at 100 %; what is past it is veiled and hatched in red.
 */
import type { EnergyLedger } from "carom/impact";
import type { ImpactResult } from "carom/study";
import { textWidth } from "../draw/labels.js";
import { hatch, word } from "../draw/marks.js";
import { energyText, percent } from "../draw/numbers.js";
import { drawEndLabels, drawPanel, type EndLabel, type Margins, type Panel, type PanelCurve, panelArea, panelLine } from "../draw/panel.js";
import { element, type Point, type SvgElement } from "../draw/svg.js";
import { colour, opacity } from "../draw/theme.js";
import { drawEventLetters, drawEventLines, type PanelMark } from "./impulse-axis.js";

/** Where the energy is at one moment of an impact, J. */
export interface EnergySample {
  readonly normalImpulse: number;
  readonly kineticEnergy: number;
  readonly storedEnergy: number;
  readonly frictionLoss: number;
  readonly restitutionLoss: number;
  readonly springLoss: number;
}

/** What the band is drawn from. */
export interface EnergyPath {
  readonly samples: readonly EnergySample[];
  readonly end: EnergySample;
  readonly marks: readonly PanelMark[];
  /** The ledger's 100 %, J. */
  readonly energyBefore: number;
}

/** Heights of the bands' upper edges, as fractions of the energy before. */
interface Pile {
  readonly normalImpulse: number;
  readonly kinetic: number;
  readonly stored: number;
  readonly restitution: number;
  readonly springs: number;
  readonly friction: number;
}

type Edge = (pile: Pile) => number;

/** Upper edges of the bands, and the foot of them all. */
const EDGES = {
  foot: () => 0,
  kinetic: ({ kinetic }) => kinetic,
  stored: ({ stored }) => stored,
  restitution: ({ restitution }) => restitution,
  springs: ({ springs }) => springs,
  friction: ({ friction }) => friction,
  hundred: () => 1,
  /** As far as the pile reaches, 100 % at least. */
  top: ({ friction }) => Math.max(1, friction),
} satisfies Record<string, Edge>;

type EdgeName = keyof typeof EDGES;

/** A share below this is rounding, not a band. */
const NOTHING = 1e-9;

export const ENERGY_TITLE = "Where the energy goes";

/** The band with its words, without the axis under it. */
export function drawEnergyBand(
  result: ImpactResult,
  track: EnergyPath,
  margins: Margins,
): { readonly panel: Panel; readonly elements: readonly SvgElement[] } {
  const before = track.energyBefore;
  const last = pileOf(track.end, before);
  const piles = [...track.samples.map((sample) => pileOf(sample, before)), last];
  const top = Math.max(1, ...piles.map((pile) => pile.friction));
  const gains = top > 1 + NOTHING;
  const { energy } = result.outcome;

  const panel = drawPanel({
    top: 0,
    height: 240,
    margins,
    title: result.problem.kineticEnergy === undefined ? "Energy of the contact" : "Energy of the bodies",
    unit: `100\u2009% = ${energyText(before)}`,
    last: track.end.normalImpulse,
    domain: [0, gains ? top * 1.02 : 1],
    ticks: [0, 0.5, 1],
    tickFormat: (value) => `${Math.round(100 * value)}\u2009%`,
    curves: bandCurves(piles, last, (energy.springLoss ?? 0) / before > NOTHING, gains),
    grid: false,
    letters: true,
  });
  const elements = [
    element("defs", {}, hatch("energy-stored", colour.kept, 6), hatch("energy-created", colour.created, 6, true)),
    ...panel.elements,
    element("path", {
      class: "hundred",
      d: `M${panel.frame.x},${panel.y(1)}h${panel.frame.width}`,
      fill: "none",
      stroke: gains ? colour.ink1 : colour.line2,
      "stroke-width": gains ? 1.5 : 1,
    }),
    ...drawEventLines(panel, track.marks),
    ...drawEventLetters(panel, track.marks, panel.frame.y - 13),
    ...bandWords(panel, thinnedPiles(piles), track.end.normalImpulse),
    ...drawEndLabels(panel, bandEnds(panel, last, energy, before)),
  ];
  return { panel, elements };
}

/** The fills from above to below, then the lines between what is lost and what is not. */
function bandCurves(piles: readonly Pile[], last: Pile, springs: boolean, gains: boolean): PanelCurve[] {
  const along = (edge: EdgeName, some: readonly Pile[] = piles) => some.map((pile): Point => [pile.normalImpulse, EDGES[edge](pile)]);
  const area = (low: EdgeName, high: EdgeName, fill: string, fillOpacity = 1) => panelArea(along(low), along(high), fill, fillOpacity);
  const unrestored = piles.filter((pile) => pile.restitution - pile.stored > NOTHING);
  return [
    area("springs", "friction", colour.slip, opacity.frictionLoss),
    ...(springs ? [area("restitution", "springs", colour.stick, opacity.springLoss)] : []),
    area("stored", "restitution", colour.lossRestitution, opacity.restitutionLoss),
    area("kinetic", "stored", "url(#energy-stored)"),
    area("foot", "kinetic", colour.kept),
    ...(last.friction - last.springs > NOTHING ? [panelLine(along("springs"), colour.slip, 1.5)] : []),
    ...(last.restitution - last.stored > NOTHING ? [panelLine(along("stored", unrestored), colour.lossRestitution, 1.5)] : []),
    ...(gains ? [area("hundred", "top", "url(#energy-created)"), panelLine(along("top"), colour.created, 1)] : []),
  ];
}

/** The share of each band where the impact ends. */
function bandEnds(panel: Panel, last: Pile, energy: EnergyLedger, before: number): EndLabel[] {
  const share = (value: number) => percent(value / before);
  const { frictionLoss, restitutionLoss, springLoss = 0, after } = energy;
  return [
    { y: panel.y((last.springs + last.friction) / 2), text: `friction ${share(frictionLoss)}`, fill: colour.slipText },
    ...(springLoss / before > NOTHING
      ? [{ y: panel.y((last.restitution + last.springs) / 2), text: `springs ${share(springLoss)}`, fill: colour.stickText }]
      : []),
    restitutionLoss >= -NOTHING * before
      ? {
          y: panel.y((last.stored + last.restitution) / 2),
          text: `restitution ${share(restitutionLoss)}`,
          fill: colour.lossRestitutionText,
        }
      : { y: panel.frame.y, text: `makes ${share(-restitutionLoss)}`, fill: colour.createdText },
    { y: panel.y(last.kinetic / 2), text: `kept ${share(after)}`, fill: colour.keptText },
  ];
}

/** Names inside the bands where a whole word fits; what is stored is named beside its band otherwise. */
function bandWords(panel: Panel, piles: readonly Pile[], lastImpulse: number): SvgElement[] {
  const words: SvgElement[] = [];
  const below =
    (edge: EdgeName): Edge =>
    (pile) =>
      Math.min(1, EDGES[edge](pile));
  const inside = (text: string, fill: string, low: EdgeName, high: EdgeName, ground?: string) => {
    const width = textWidth(text, 12, 600);
    const room = roomiest(piles, below(low), below(high), width / panel.frame.width, lastImpulse);
    if (room === undefined || panel.y(room.low) - panel.y(room.high) < 22) return false;
    const [x, y] = [panel.x(room.pile.normalImpulse), panel.y((room.low + room.high) / 2)];
    if (ground !== undefined)
      words.push(element("rect", { x: x - width / 2 - 6, y: y - 10, width: width + 12, height: 20, rx: 2, fill: ground }));
    words.push(word([x, y + 4], text, { fill, weight: 600, anchor: "middle" }));
    return true;
  };
  inside("kinetic", colour.onSolid, "foot", "kinetic");
  const named = inside("stored", colour.keptText, "kinetic", "stored", colour.paper);
  inside("lost to friction", colour.slipText, "springs", "friction");
  const early = piles.filter((pile) => pile.normalImpulse < 0.45 * lastImpulse);
  const widest = early.reduce((a, b) => (b.stored - b.kinetic > a.stored - a.kinetic ? b : a));
  const [x, y] = [panel.x(widest.normalImpulse), panel.y(widest.restitution)];
  if (!named && widest.stored - widest.kinetic > 0.015 && y - panel.frame.y > 40)
    words.push(word([x + 6, y - 10], "stored", { fill: colour.keptText, weight: 600 }));
  return words;
}

/** Enough of the piles to find room for words. */
function thinnedPiles(piles: readonly Pile[]): Pile[] {
  const every = Math.ceil(piles.length / 150);
  return piles.filter((_, i) => i % every === 0);
}

/** Where a word of a given width (as a fraction of the axis) has most height between two edges. */
function roomiest(piles: readonly Pile[], low: Edge, high: Edge, width: number, lastImpulse: number) {
  let best: { pile: Pile; low: number; high: number } | undefined;
  for (const centre of piles) {
    const from = centre.normalImpulse / lastImpulse - 0.55 * width;
    const to = centre.normalImpulse / lastImpulse + 0.55 * width;
    if (from < 0.01 || to > 0.99) continue;
    const under = piles.filter((p) => p.normalImpulse >= from * lastImpulse && p.normalImpulse <= to * lastImpulse);
    const floor = Math.max(...under.map(low));
    const ceiling = Math.min(...under.map(high));
    if (best === undefined || ceiling - floor > best.high - best.low + 1e-9) best = { pile: centre, low: floor, high: ceiling };
  }
  return best;
}

function pileOf(sample: EnergySample, before: number): Pile {
  const part = (value: number) => Math.max(0, value) / before;
  const kinetic = part(sample.kineticEnergy);
  const stored = kinetic + part(sample.storedEnergy);
  const restitution = stored + part(sample.restitutionLoss);
  const springs = restitution + part(sample.springLoss);
  return { normalImpulse: sample.normalImpulse, kinetic, stored, restitution, springs, friction: springs + part(sample.frictionLoss) };
}

export function energyCaption({ outcome }: ImpactResult): string {
  const { before, after, frictionLoss, restitutionLoss, springLoss = 0 } = outcome.energy;
  const share = (value: number) => `${percent(value / before)} (${energyText(value)})`;
  const restitution =
    restitutionLoss >= 0
      ? `${share(restitutionLoss)} is stored in compression and not given back`
      : `the law gives back ${share(-restitutionLoss)} more than was stored`;
  const springs = springLoss > NOTHING * before ? `, the tangential springs lose ${share(springLoss)}` : "";
  return `Of ${energyText(before)}, friction takes ${share(frictionLoss)}, ${restitution}${springs}, and ${share(after)} is kept.`;
}
