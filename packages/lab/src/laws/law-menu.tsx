/** The chooser of the law: every law with what it is for, or why it is not for this problem. */
import { lawNamed } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { Menu } from "../ui/menu.js";
import { allLaws } from "./laws.js";

interface LawMenuProps {
  readonly label: string;
  readonly law: string;
  /** Absent: not known yet, and every law is offered. */
  readonly problem: ContactProblem | undefined;
  readonly onChoose: (law: string) => void;
}

export function LawMenu({ label, law, problem, onChoose }: LawMenuProps) {
  return (
    <Menu
      label={label}
      className="outlined"
      items={allLaws.map(({ law: name }) => {
        const reason = problem === undefined ? undefined : lawNamed(name).inapplicable(problem);
        return {
          label: name,
          note: reason ?? lawNamed(name).summary,
          disabled: reason !== undefined,
          checked: name === law,
          choose: () => onChoose(name),
        };
      })}
    />
  );
}
