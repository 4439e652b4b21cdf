/**
 * Contacts of one pair of bodies, told as if each were listed with the same body first.
 *
 * A contact of A on B and the same contact of B on A have the same numbers: their axes point the other way, and so does the velocity of the
 * one relative to the other. Whether contacts belong to one body shows only once all are told alike. Contact i is told alike with contact 0
 * if the two do not move along the line between them, whatever pushes.
 */
import type { ContactPlace, ContactProblem } from "../mechanics/contact-problem.js";
import { areOfOneBody } from "./one-body.js";

/** The problem with the axes of some contacts reversed; as it is where that makes no pair of one body of any two. */
export function sameWayRound(problem: ContactProblem): ContactProblem {
  const { contacts, places } = problem;
  if (places === undefined || contacts.length < 2 || areOfOneBody(problem)) return problem;
  const reversed = places.map(reversedPlace);
  return {
    ...problem,
    places: places.map((place, i) => {
      if (i === 0 || areOfOneBody(pairOf(problem, places, i))) return place;
      return areOfOneBody(pairOf(problem, reversed, i)) ? reversed[i] : place;
    }),
  };
}

const reversedPlace = ({ point, axes }: ContactPlace): ContactPlace => ({ point, axes: axes.map((axis) => axis.map((value) => -value)) });

/** Contacts 0 and i alone, the latter with one of these places. */
function pairOf(
  { dimension, contacts, mobility, velocity, places }: ContactProblem,
  choice: readonly ContactPlace[],
  i: number,
): ContactProblem {
  const rows = [0, i].flatMap((contact) => Array.from({ length: dimension }, (_, k) => contact * dimension + k));
  return {
    dimension,
    contacts: [contacts[0], contacts[i]],
    mobility: rows.map((row) => rows.map((column) => mobility[row][column])),
    velocity: rows.map((row) => velocity[row]),
    places: [places![0], choice[i]],
  };
}
