/** The chooser of the law: every law with what it is for, or why it is not for this problem. */
import type { ContactProblem } from "carom/mechanics";
import { useState } from "react";
import { Menu } from "../ui/menu.js";
import { lawNames, useLaws } from "./brought-laws.js";

interface LawMenuProps {
  readonly label: string;
  readonly law: string;
  /** Absent: not known yet, and every law is offered. */
  readonly problem: ContactProblem | undefined;
  readonly onChoose: (law: string) => void;
}

export function LawMenu({ label, law, problem, onChoose }: LawMenuProps) {
  // All of them are brought when the list is first opened: only they can say whether they are for this problem.
  const [opened, setOpened] = useState(false);
  const lawAt = useLaws(opened ? lawNames : []);
  return (
    <Menu
      label={label}
      className="outlined"
      onOpen={() => setOpened(true)}
      items={lawNames.map((name) => {
        const known = lawAt(name);
        const reason = problem === undefined ? undefined : known?.inapplicable(problem);
        return {
          label: name,
          note: reason ?? known?.summary,
          disabled: known === undefined || reason !== undefined,
          checked: name === law,
          choose: () => onChoose(name),
        };
      })}
    />
  );
}
