/** What a sweep found, in words. */
import { counted, numberText, percentText } from "../format/numbers.js";
import type { NumberSummary, SweepResult, TextSummary } from "./result.js";

/** Words that are told before the rest is only counted. */
const TOLD = 3;

export function sweepSentence(result: SweepResult): string {
  const { runs, entries, failed, words, measures } = result;
  const begin = `${counted(runs, "run")} over ${counted(entries.length, "entry").replace("entrys", "entries")}`;
  const failures = failed === 0 ? "" : `, ${failed} failed`;
  const told = firstText(result);
  const [first] = Object.entries(measures).filter((each): each is [string, NumberSummary] => each[1].type === "number");
  // A few ways out are the answer; many (which of eight corners) are a detail beside a number.
  const isAnswer = told !== undefined && (first === undefined || Object.keys(told.shares).length <= TOLD + 1);
  if (isAnswer) return `${begin}${failures}: ${sharesText(told)}.`;
  if (first !== undefined) return `${begin}${failures}: ${numberWords(...first)}.`;
  return words === undefined ? `${begin}${failures}.` : `${begin}${failures}: ${sharesText(words)}.`;
}

function firstText({ measures }: SweepResult): TextSummary | undefined {
  return Object.values(measures).find((each): each is TextSummary => each.type === "text");
}

function numberWords(name: string, { mean, deviation, unit, least, most }: NumberSummary): string {
  const of = unit === undefined ? "" : ` ${unit}`;
  const range = `from ${numberText(least.value)} to ${numberText(most.value)}`;
  return `${name} is ${numberText(mean)}${of} on average (deviation ${numberText(deviation)}), ${range}`;
}

function sharesText({ shares }: TextSummary): string {
  const all = Object.entries(shares);
  const shown = all.slice(0, TOLD).map(([text, { probability }]) => `${text} ${percentText(probability, 1, 1)}`);
  const rest = all.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export function sweepDetails({ measures, words }: SweepResult): string[] {
  const numbers = Object.entries(measures).filter((each): each is [string, NumberSummary] => each[1].type === "number");
  const strongest = numbers.flatMap(([name, { rankCorrelation }]) => {
    const [best] = Object.entries(rankCorrelation).sort(([, a], [, b]) => Math.abs(b.value) - Math.abs(a.value));
    return best === undefined || best[1].interval[0] * best[1].interval[1] <= 0
      ? []
      : [`${name} goes most with ${best[0]} (rank correlation ${best[1].value.toFixed(2)}).`];
  });
  const ways = words === undefined ? [] : [waysText(Object.keys(words.shares).length)];
  return [...strongest.slice(0, TOLD), ...ways];
}

function waysText(count: number): string {
  return count === 1 ? "All runs went the same way." : `Runs went ${count} different ways.`;
}

export function sweepWarnings({ failed, runs, failures }: SweepResult): string[] {
  if (failed === 0) return [];
  const [[reason, { count, runs: first }]] = Object.entries(failures);
  return [`${failed} of ${runs} runs have no result; most often (${count}): ${reason}, first in run ${first[0]}`];
}
