/** The bar of a study: its title, its law, and what can be done with it. */
import type { Study } from "carom/study";
import { type ReactNode, useContext, useState } from "react";
import { ExportMenu } from "../export/export-menu.js";
import { CodeIcon, RedoIcon, ShareIcon, UndoIcon } from "../ui/icons.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { copyLink } from "./share.js";
import { StudyContext } from "./study-context.js";
import { TopBar } from "./top-bar.js";
import { Verbs } from "./verbs.js";

export interface ViewBarProps {
  readonly study: Study;
  readonly subtitle: string;
  /** Between the title and the buttons: the chooser of the law. */
  readonly children?: ReactNode;
  /** Where in it one is, as words of an address. */
  readonly place?: () => Readonly<Record<string, string>>;
}

export function ViewBar({ study, subtitle, children, place }: ViewBarProps) {
  const phone = useMedia(PHONE);
  const { editing, onEdit, undo, redo } = useContext(StudyContext);
  const [said, setSaid] = useState<string>();
  const share = async () => {
    setSaid(await copyLink(study, place?.()));
    setTimeout(() => setSaid(undefined), 4000);
  };
  return (
    <>
      <TopBar
        about={
          <>
            <p className="title">{study.title}</p>
            {!phone && <p className="subtitle">{subtitle}</p>}
          </>
        }
      >
        <Verbs now="inspect" study={() => study} about={study} {...(place === undefined ? {} : { place })} />
        {!phone && children}
        {(undo !== undefined || redo !== undefined) && (
          <>
            <button
              type="button"
              className="icon-button"
              onClick={undo}
              disabled={undo === undefined}
              aria-label="Take back the last change"
            >
              <UndoIcon />
            </button>
            <button type="button" className="icon-button" onClick={redo} disabled={redo === undefined} aria-label="Do it again">
              <RedoIcon />
            </button>
          </>
        )}
        <button
          type="button"
          className="bar-button"
          onClick={onEdit}
          aria-expanded={editing}
          aria-label="Study: its text and its common fields"
        >
          <CodeIcon />
          {!phone && <span>Study</span>}
        </button>
        <button type="button" className="bar-button" onClick={share} aria-label="Share: copy a link to this study">
          <ShareIcon />
          {!phone && <span>Share</span>}
        </button>
        {!phone && <ExportMenu study={study} label="Export" />}
      </TopBar>
      <p className="toast" role="status" hidden={said === undefined}>
        {said}
      </p>
    </>
  );
}
