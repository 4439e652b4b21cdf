/** What the bar of any view needs to know of the page it is on. */
import { createContext } from "react";

export interface StudyActions {
  readonly editing: boolean;
  readonly onEdit: () => void;
  /** Absent where there is nothing to take back, or to do again. */
  readonly undo?: () => void;
  readonly redo?: () => void;
}

export const StudyContext = createContext<StudyActions>({ editing: false, onEdit: () => {} });
