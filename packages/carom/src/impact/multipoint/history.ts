/** The columns of the history of a chain of stages; see ImpactHistory. */
import { createHistory } from "../history.js";
import type { ContactHistory, ImpactHistory } from "../outcome.js";

type Phase = ContactHistory["phase"][number];
type Mode = ContactHistory["mode"][number];

export type ChainHistory = ReturnType<typeof createHistory> & {
  readonly normalWork: number[];
  readonly contacts: { readonly phase: Phase[]; readonly mode: Mode[] }[];
};

/** One row of all columns. */
export interface Row {
  readonly normalImpulse: number;
  readonly impulse: readonly number[];
  readonly velocity: readonly number[];
  readonly storedEnergy: number;
  readonly frictionLoss: number;
  readonly normalWork: number;
  readonly mode: ImpactHistory["mode"][number];
  /** One for each contact. */
  readonly phase: readonly Phase[];
  readonly contactMode: readonly Mode[];
}

export function createChainHistory(contacts: number): ChainHistory {
  return { ...createHistory(), normalWork: [], contacts: Array.from({ length: contacts }, () => ({ phase: [], mode: [] })) };
}

/** Adds a row unless it says nothing new. */
export function appendRow(history: ChainHistory, row: Row): void {
  const { normalImpulse } = history;
  if (isLast(history, row)) return;
  // A point drawn just before an event may lie past it by rounding.
  if (normalImpulse[normalImpulse.length - 1] > row.normalImpulse) removeLast(history);
  normalImpulse.push(row.normalImpulse);
  history.impulse.push(row.impulse);
  history.velocity.push(row.velocity);
  history.storedEnergy.push(row.storedEnergy);
  history.frictionLoss.push(row.frictionLoss);
  history.normalWork.push(row.normalWork);
  history.mode.push(row.mode);
  history.contacts.forEach((contact, i) => {
    contact.phase.push(row.phase[i]);
    contact.mode.push(row.contactMode[i]);
  });
}

function isLast(history: ChainHistory, row: Row): boolean {
  const last = history.normalImpulse.length - 1;
  return (
    history.normalImpulse[last] === row.normalImpulse &&
    history.storedEnergy[last] === row.storedEnergy &&
    history.contacts.every(({ phase, mode }, i) => phase[last] === row.phase[i] && mode[last] === row.contactMode[i])
  );
}

function removeLast(history: ChainHistory): void {
  const { contacts, ...columns } = history;
  for (const column of Object.values(columns)) column.pop();
  for (const { phase, mode } of contacts) {
    phase.pop();
    mode.pop();
  }
}
