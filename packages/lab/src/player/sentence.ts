/** The finding of a run in one sentence, and the facts under it. */
import { significant } from "@carom/figures/geometry";
import { hardestContact, impulseOf, type Run } from "./run.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

export interface Finding {
  readonly title: string;
  readonly facts: string;
  /** Place of the hardest impact. */
  readonly hardest?: number;
}

const seconds = (time: number) => `${significant(time, 4)} s`;

export function findingOf(run: Run): Finding {
  const { impacts, result, end } = run;
  const ending =
    result?.status === "rest"
      ? `Everything rests after ${seconds(end)}.`
      : result === undefined
        ? ""
        : `It is followed for ${seconds(end)}.`;
  if (impacts.length === 0) {
    const sticks = run.series.contacts.some(({ mode }) => mode === "slip");
    return {
      title:
        result?.status === "rest"
          ? end === 0
            ? "Nothing moves."
            : sticks
              ? "It slides, then rests."
              : "It comes to rest."
          : "No impact: it moves on.",
      facts: ending,
    };
  }
  const hardest = impacts.reduce((best, impact, i) => (impulseOf(impact) > impulseOf(impacts[best]) * (1 + 1e-9) ? i : best), 0);
  const contact = hardestContact(impacts[hardest]);
  const others = impacts[hardest].contacts.filter(({ impulse }) => impulse[2] > 0).length;
  const count = `${impacts.length} impact${impacts.length === 1 ? "" : "s"}`;
  const where = others > 1 ? `${others} contacts push at once` : `${contact.contact.split(":")[0].replace("/", " on ")}`;
  return {
    title:
      impacts.length === 1
        ? others > 1
          ? `One impact, ${others} contacts at once.`
          : "One impact."
        : hardest === 0
          ? "The first hit is the hardest."
          : `The ${ORDINALS[hardest] ?? `${hardest + 1}th`} hit is the ${impacts.length === 2 ? "harder" : "hardest"} one.`,
    facts: `${where}: ${significant(-contact.velocityBefore[2], 3)} m/s, ${significant(impulseOf(impacts[hardest]), 3)} N s at ${seconds(impacts[hardest].time)}; ${count}. ${ending}`,
    hardest,
  };
}
