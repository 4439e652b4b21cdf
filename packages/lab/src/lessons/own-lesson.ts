/** A study that no lesson is about, told all the same: what happens, and of one contact what is inside the impact. */
import type { Study } from "carom/study";
import { isTold } from "../kinds.js";
import type { Lesson, Step } from "./lesson.js";

/** Undefined where there is nothing to tell: only runs and impacts of bodies have a stage here. */
export function ownLesson(study: Study): Lesson | undefined {
  const steps = stepsOf(study);
  if (steps === undefined) return undefined;
  return { title: study.title, line: study.title, minutes: 1, study: "#own", studies: { own: study }, facts: {}, steps };
}

function stepsOf(study: Study): readonly Step[] | undefined {
  if (!isTold(study)) return undefined;
  const { title, description } = study;
  // Braces would be taken for the names of facts.
  const words = (text: string) => text.replace(/[{}]/g, "");
  const first: Step = {
    title: "What happens",
    say: words(title),
    ...(description === undefined ? {} : { more: words(description) }),
    play: { from: 0, to: "end" },
    mark: ["energy"],
  };
  if (study.kind !== "impact" || study.contacts.length > 1) return [first];
  return [
    first,
    {
      title: "Inside the impact",
      say: "The sliding velocity goes this way through the impact.",
      view: "impact",
      open: 1,
      play: { from: 0, to: "end" },
      mark: ["slip", "energy"],
      try: ["friction", "restitution"],
    },
  ];
}
