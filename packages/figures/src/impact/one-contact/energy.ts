/**
 * Where the energy is, against normal impulse: a band that always fills 100 %.
 *
 * From below: kinetic (solid), stored in the contact (hatched), lost to restitution, by tangential springs, to friction (pale). A law that makes energy pushes the pile past
 * the line at 100 %; what is past it is veiled and hatched in red.
 */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { textWidth } from "../../draw/labels.js";
import { hatch, word } from "../../draw/marks.js";
import { energyText, percent } from "../../draw/numbers.js";
import {
  drawEndLabels,
  drawEventLetters,
  drawEventLines,
  drawImpulseAxis,
  drawPanel,
  type EndLabel,
  type Margins,
  marginsFor,
  PANEL_WIDTH,
  type Panel,
  type PanelCurve,
  type PanelMark,
  panelArea,
  panelLine,
} from "../../draw/panel.js";
import { element, type Point, type SvgElement, svgDocument } from "../../draw/svg.js";
import { colour, fontFamily, opacity } from "../../draw/theme.js";
import { type Sample, samplesOf, type Track } from "./track.js";

/** Where the energy is at one moment of an impact. */
export type EnergySample = Pick<
  Sample,
  "normalImpulse" | "kineticEnergy" | "storedEnergy" | "frictionLoss" | "restitutionLoss" | "springLoss"
>;

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

/** A share below this is rounding, not a band. */
const NOTHING = 1e-9;

export const ENERGY_TITLE = "Where the energy goes";

/** Undefined where there is no energy to be shared out. */
export function energyFigure(result: ImpactResult, track: Track): Figure | undefined {
  if (!(track.energyBefore > 0)) return undefined;
  const { panel, elements } = drawEnergyBand(result, { ...track, samples: samplesOf(track) }, marginsFor([], []));
  const height = panel.frame.y + panel.frame.height + 42;
  const caption = energyCaption(result);
  const svg = svgDocument({ width: PANEL_WIDTH, height }, `${ENERGY_TITLE}. ${caption}`, fontFamily, colour.paper, [
    ...elements,
    ...drawImpulseAxis(panel, track.end.normalImpulse),
  ]);
  return { name: "energy", title: ENERGY_TITLE, caption, svg };
}

/** The band with its words, without the axis under it. */
export function drawEnergyBand(
  result: ImpactResult,
  track: EnergyPath,
  margins: Margins,
): { readonly panel: Panel; readonly elements: readonly SvgElement[] } {
  const before = track.energyBefore;
  const piles = track.samples.map((sample) => pile(sample, before));
  piles.push(pile(track.end, before));
  const top = Math.max(1, ...piles.map((p) => p.friction));
  const gains = top > 1 + NOTHING;
  const last = piles[piles.length - 1]!;
  const { energy } = result.outcome;
  const springLoss = (energy.springLoss ?? 0) / before;

  const below = (value: number) => Math.min(1, value);
  const at =
    (value: (p: Pile) => number) =>
    (p: Pile): Point => [p.normalImpulse, value(p)];
  const area = (low: (p: Pile) => number, high: (p: Pile) => number, fill: string, fillOpacity = 1) =>
    panelArea(piles.map(at(low)), piles.map(at(high)), fill, fillOpacity);
  const curves: PanelCurve[] = [
    area(
      (p) => p.springs,
      (p) => p.friction,
      colour.slip,
      opacity.frictionLoss,
    ),
    ...(springLoss > NOTHING
      ? [
          area(
            (p) => p.restitution,
            (p) => p.springs,
            colour.stick,
            opacity.springLoss,
          ),
        ]
      : []),
    area(
      (p) => p.stored,
      (p) => p.restitution,
      colour.lossRestitution,
      opacity.restitutionLoss,
    ),
    area(
      (p) => p.kinetic,
      (p) => p.stored,
      "url(#energy-stored)",
    ),
    area(
      () => 0,
      (p) => p.kinetic,
      colour.kept,
    ),
    ...(last.friction - last.springs > NOTHING ? [panelLine(piles.map(at((p) => p.springs)), colour.slip, 1.5)] : []),
    ...(last.restitution - last.stored > NOTHING
      ? [panelLine(piles.filter((p) => p.restitution - p.stored > NOTHING).map(at((p) => p.stored)), colour.lossRestitution, 1.5)]
      : []),
    ...(gains
      ? [
          area(
            () => 1,
            (p) => Math.max(1, p.friction),
            "url(#energy-created)",
          ),
          panelLine(piles.map(at((p) => Math.max(1, p.friction))), colour.created, 1),
        ]
      : []),
  ];

  const ofBodies = result.problem.kineticEnergy !== undefined;
  const panel = drawPanel({
    top: 0,
    height: 240,
    margins,
    title: ofBodies ? "Energy of the bodies" : "Energy of the contact",
    unit: `100\u2009% = ${energyText(before)}`,
    lastImpulse: track.end.normalImpulse,
    domain: [0, gains ? top * 1.02 : 1],
    ticks: [0, 0.5, 1],
    tickFormat: (value) => `${Math.round(100 * value)}\u2009%`,
    curves,
    grid: false,
    letters: true,
  });
  const shareOf = (value: number) => value / before;
  const labels: EndLabel[] = [
    {
      y: panel.y((last.springs + last.friction) / 2),
      text: `friction ${percent(shareOf(energy.frictionLoss))}`,
      fill: colour.slipText,
    },
    ...(springLoss > NOTHING
      ? [{ y: panel.y((last.restitution + last.springs) / 2), text: `springs ${percent(springLoss)}`, fill: colour.stickText }]
      : []),
    ...(energy.restitutionLoss >= -NOTHING * before
      ? [
          {
            y: panel.y((last.stored + last.restitution) / 2),
            text: `restitution ${percent(shareOf(energy.restitutionLoss))}`,
            fill: colour.lossRestitutionText,
          },
        ]
      : [{ y: panel.frame.y, text: `makes ${percent(shareOf(-energy.restitutionLoss))}`, fill: colour.createdText }]),
    { y: panel.y(last.kinetic / 2), text: `kept ${percent(shareOf(energy.after))}`, fill: colour.keptText },
  ];

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
    ...bandWords(thinnedPiles(piles)),
    ...drawEndLabels(panel, labels),
  ];
  return { panel, elements };

  /** Names inside the bands where a whole word fits; what is stored is named beside its band otherwise. */
  function bandWords(all: readonly Pile[]): SvgElement[] {
    const words: SvgElement[] = [];
    const inside = (text: string, fill: string, low: (p: Pile) => number, high: (p: Pile) => number, ground?: string) => {
      const width = textWidth(text, 12, 600);
      const room = roomiest(all, low, high, width / panel.frame.width, track.end.normalImpulse);
      if (room === undefined || panel.y(room.low) - panel.y(room.high) < 22) return false;
      const [x, y] = [panel.x(room.pile.normalImpulse), panel.y((room.low + room.high) / 2)];
      if (ground !== undefined)
        words.push(element("rect", { x: x - width / 2 - 6, y: y - 10, width: width + 12, height: 20, rx: 2, fill: ground }));
      words.push(word([x, y + 4], text, { fill, weight: 600, anchor: "middle" }));
      return true;
    };
    inside(
      "kinetic",
      colour.onSolid,
      () => 0,
      (p) => below(p.kinetic),
    );
    const named = inside(
      "stored",
      colour.keptText,
      (p) => below(p.kinetic),
      (p) => below(p.stored),
      colour.paper,
    );
    inside(
      "lost to friction",
      colour.slipText,
      (p) => below(p.springs),
      (p) => below(p.friction),
    );
    const early = all.filter((p) => p.normalImpulse < 0.45 * track.end.normalImpulse);
    const widest = early.reduce((a, b) => (b.stored - b.kinetic > a.stored - a.kinetic ? b : a));
    const [x, y] = [panel.x(widest.normalImpulse), panel.y(widest.restitution)];
    if (!named && widest.stored - widest.kinetic > 0.015 && y - panel.frame.y > 40)
      words.push(word([x + 6, y - 10], "stored", { fill: colour.keptText, weight: 600 }));
    return words;
  }
}

/** Enough of the piles to find room for words. */
function thinnedPiles(piles: readonly Pile[]): Pile[] {
  const every = Math.ceil(piles.length / 150);
  return piles.filter((_, i) => i % every === 0);
}

/** Where a word of a given width (as a fraction of the axis) has most height between two edges. */
function roomiest(piles: readonly Pile[], low: (p: Pile) => number, high: (p: Pile) => number, width: number, lastImpulse: number) {
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

function pile(sample: EnergySample, before: number): Pile {
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
