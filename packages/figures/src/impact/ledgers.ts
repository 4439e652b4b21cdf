/**
 * Energy ledgers as bars: kept, then restitution, tangential springs and friction, and a line at 100 %. What passes the line was made from nothing: it is veiled and
 * hatched in red.
 */
import type { ImpactOutcome } from "carom/impact";
import type { Figure } from "../draw/figure.js";
import { textWidth } from "../draw/labels.js";
import { hatch, lawMark, lawTitle, word } from "../draw/marks.js";
import { energyText, percent } from "../draw/numbers.js";
import { element, type SvgElement, svgDocument } from "../draw/svg.js";
import { colour, opacity } from "../draw/theme.js";

const WIDTH = 600;
const HEAD = 30;
const ROW = 42;
const BAR = 24;
const LEFT = 128;
const RIGHT = 78;

/** A gain below this fraction is rounding. */
const NOTHING = 1e-9;

/** The ledgers of outcomes of one problem, one bar each. */
export function ledgerFigure(outcomes: readonly ImpactOutcome[]): Figure {
  const before = outcomes[0].energy.before;
  const made = (outcome: ImpactOutcome) => Math.max(0, -outcome.energy.restitutionLoss) / before;
  const longest = Math.max(1, ...outcomes.map((outcome) => 1 + made(outcome)));
  const x = (share: number) => LEFT + ((WIDTH - LEFT - RIGHT) * share) / (longest > 1 + NOTHING ? 1.02 * longest : 1);
  const height = HEAD + outcomes.length * ROW + 22;
  const bars = outcomes.flatMap((outcome, i) => drawBar(outcome, before, HEAD + i * ROW, x));
  const title = "Where the energy went";
  const caption = outcomes.map((outcome) => ledgerSentence(outcome, before)).join(" ");
  const svg = svgDocument({ width: WIDTH, height }, `${title}. ${caption}`, [
    element("defs", {}, hatch("ledger-created", colour.created, 6, true)),
    word([LEFT, 16], `100\u2009% = ${energyText(before)}`, { fill: colour.ink3 }),
    word([WIDTH - 4, 16], "kept", { fill: colour.ink3, anchor: "end" }),
    ...bars,
    element("path", { class: "hundred", d: `M${x(1)},${HEAD - 6}V${height - 20}`, fill: "none", stroke: colour.ink1, "stroke-width": 1.5 }),
    word([x(1), height - 6], "100\u2009%", { size: 11, fill: colour.ink3, anchor: "middle" }),
  ]);
  return { name: "ledgers", title, caption, svg };
}

function drawBar(outcome: ImpactOutcome, before: number, top: number, x: (share: number) => number): SvgElement[] {
  const share = (value: number) => Math.max(0, value) / before;
  const { after, restitutionLoss, frictionLoss, springLoss = 0 } = outcome.energy;
  const made = Math.max(0, -restitutionLoss) / before;
  const gains = made > NOTHING;
  const middle = top + BAR / 2 + 2;
  const drawn: SvgElement[] = [
    lawMark(outcome.law, [12, gains ? middle - 7 : middle]),
    word([28, (gains ? middle - 7 : middle) + 4.5], lawTitle(outcome.law), {
      size: 13,
      weight: outcome.law === "frictional" ? 600 : 400,
      fill: colour.ink1,
    }),
  ];
  if (gains) drawn.push(word([28, middle + 13], `makes ${percent(made)}`, { weight: 600, fill: colour.createdText }));

  let from = 0;
  const bar = (part: string, value: number, fill: string, strength: number, text: string, textFill: string) => {
    const to = from + share(value);
    if (to - from > NOTHING) {
      const width = Math.max(1.5, x(to) - x(from));
      drawn.push(
        element("rect", {
          class: `ledger ${part}`,
          x: x(from),
          y: top + 2,
          width,
          height: BAR,
          fill,
          "fill-opacity": strength < 1 ? strength : undefined,
        }),
      );
      if (strength < 1) drawn.push(element("rect", { x: x(from), y: top + 2, width: 1.5, height: BAR, fill }));
      if (x(Math.min(1, to)) - x(from) > textWidth(text, 12, 600) + 16)
        drawn.push(word([x(from) + 8, middle + 4.5], text, { weight: 600, fill: textFill }));
    }
    from = to;
  };
  bar("kept", after, colour.kept, 1, `kept ${percent(share(after))}`, colour.onSolid);
  bar(
    "restitution",
    restitutionLoss,
    colour.lossRestitution,
    opacity.restitutionLoss,
    `restitution ${percent(share(restitutionLoss))}`,
    colour.lossRestitutionText,
  );
  bar("springs", springLoss, colour.stick, opacity.springLoss, `springs ${percent(share(springLoss))}`, colour.stickText);
  bar("friction", frictionLoss, colour.slip, opacity.frictionLoss, `friction ${percent(share(frictionLoss))}`, colour.slipText);
  if (gains) {
    const width = x(1 + made) - x(1);
    drawn.push(
      element("rect", {
        class: "ledger created",
        x: x(1),
        y: top + 2,
        width: Math.max(1.5, width),
        height: BAR,
        fill: "url(#ledger-created)",
        stroke: colour.created,
        "stroke-width": 1,
      }),
    );
  }
  drawn.push(word([WIDTH - 4, middle + 4.5], percent(share(after)), { size: 13, weight: 600, fill: colour.keptText, anchor: "end" }));
  return drawn;
}

function ledgerSentence({ law, energy }: ImpactOutcome, before: number): string {
  const { after, restitutionLoss, frictionLoss, springLoss = 0 } = energy;
  const springs = springLoss > NOTHING * before ? `the springs lose ${percent(springLoss / before)}, ` : "";
  const restitution =
    restitutionLoss < -NOTHING * before
      ? `makes ${percent(-restitutionLoss / before)}`
      : `restitution takes ${percent(restitutionLoss / before)}`;
  return `${lawTitle(law)}: ${restitution}, friction takes ${percent(frictionLoss / before)}, ${springs}${percent(after / before)} is kept.`;
}
