/** report.html of one impact. */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { type Html, html } from "../report/page.js";
import { studyReport } from "../report/study-report.js";

export function impactReport(result: ImpactResult, figures: readonly Figure[]): string {
  const { problem, outcome } = result;
  const footer = `Computed under the law ${outcome.law}. ${conventions(problem.kineticEnergy !== undefined)}`;
  return studyReport(result, figures, { footer, above: ["contacts", "components", "peak-forces", "energy"], coloured });
}

/** What is slip, stick, restitution, kept or made from nothing, by its words in the library's sentences. */
const COLOURED = {
  slip: /\bslips\b|(?<=Friction takes )[\d.]+ %/,
  stick: /\bsticks\b|(?<=springs )[\d.]+ %/,
  restitution: /(?<=restitution )[\d.]+ %/,
  created: /(?<=the law makes )[\d.]+ %/,
  kept: /[\d.]+ %(?= is kept)/,
};
const ANY = new RegExp(
  Object.entries(COLOURED)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join("|"),
  "g",
);

/** The sentence with these words in the colours of the figures. */
function coloured(text: string): Html {
  const pieces: Html[] = [];
  let from = 0;
  for (const { 0: word, index, groups = {} } of text.matchAll(ANY)) {
    const name = Object.keys(groups).find((each) => groups[each] !== undefined) ?? "";
    pieces.push(html`${text.slice(from, index)}<span class="${name}">${word}</span>`);
    from = index + word.length;
  }
  return html`${pieces}${text.slice(from)}`;
}

/** How to read the numbers; 100 % is of all bodies, or of what the contact can reach where nothing is known of the bodies. */
export function conventions(ofBodies: boolean): string {
  const hundred = ofBodies
    ? "100\u2009% is the kinetic energy of all bodies."
    : "100\u2009% is the energy the contact can reach, half v · W⁻¹ v.";
  return `SI units. The normal points into the first body, impulses are those on the first body, velocities are first body minus second; approaching means a negative normal velocity. Components are ordered tangent 1, tangent 2, normal (planar: tangent, normal). ${hundred} Normal impulse takes the place of time: it grows from zero to its end during the impact. Numbers are rounded for reading; result.json has all digits.`;
}
