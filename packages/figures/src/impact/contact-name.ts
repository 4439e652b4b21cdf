/** What pictures and tables call contacts. */
import type { ContactProblem } from "carom/mechanics";

export function contactName(problem: ContactProblem, contact: number): string {
  return problem.contacts[contact]?.name ?? `contact ${contact + 1}`;
}

/** Longest list of names before the rest is only counted. */
const MOST_NAMES = 3;

/** One name for several contacts: "all contacts", "contacts 2 to 5", "left, right", "contacts 1, 3, 4 and 6 more". */
export function contactNames(problem: ContactProblem, contacts: readonly number[]): string {
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
