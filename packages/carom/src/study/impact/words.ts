/** What events, ends of slip and contacts are called. */
import type { EventKind, SlipOutcome } from "../../impact/outcome.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";

/** An event in a few words. */
export const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  "compression-end": "compression ends",
  "compression-restart": "pressed together again",
  "slip-stop": "slip stops",
  "slip-start": "slip starts",
  "contact-open": "contact opens",
  "contact-close": "contact closes",
  "stage-end": "stage ends",
  end: "the impact ends",
};

/** How the slip of a contact ended, in a few words. */
export const SLIP_WORDS: Readonly<Record<SlipOutcome, string>> = {
  slides: "slides",
  sticks: "sticks",
  restarts: "slips again",
  frictionless: "no friction",
  untouched: "does not push",
};

/** As the study names it, or by its place, counted from 1. */
export function contactName({ contacts }: Pick<ContactProblem, "contacts">, contact: number): string {
  return contacts[contact]?.name ?? `contact ${contact + 1}`;
}

/** Longest list of names before the rest is only counted. */
const MOST_NAMES = 3;

/** One name for several contacts: "all contacts", "contacts 2 to 5", "left, right", "contacts 1, 3, 4 and 6 more". */
export function contactNames(problem: Pick<ContactProblem, "contacts">, contacts: readonly number[]): string {
  if (contacts.length === 1) return contactName(problem, contacts[0]);
  if (contacts.length === problem.contacts.length) return "all contacts";
  const unnamed = contacts.every((contact) => problem.contacts[contact]?.name === undefined);
  const consecutive = contacts.every((contact, i) => contact === contacts[0] + i);
  if (unnamed && consecutive && contacts.length > 2) return `contacts ${contacts[0] + 1} to ${contacts[contacts.length - 1] + 1}`;
  const names = contacts.map((contact) => (unnamed ? String(contact + 1) : contactName(problem, contact)));
  const shown = names.length > MOST_NAMES + 1 ? names.slice(0, MOST_NAMES) : names;
  const more = names.length - shown.length;
  return `${unnamed ? "contacts " : ""}${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The components of a contact in their order. */
export function axisNames({ dimension }: Pick<ContactProblem, "dimension">): readonly string[] {
  return dimension === 3 ? ["tangent 1", "tangent 2", "normal"] : ["tangent", "normal"];
}

/** The components of all contacts in their order. */
export function componentNames(problem: Pick<ContactProblem, "contacts" | "dimension">): readonly string[] {
  const axes = axisNames(problem);
  if (problem.contacts.length === 1) return axes;
  return problem.contacts.flatMap((_, i) => axes.map((axis) => `${contactName(problem, i)}, ${axis}`));
}
