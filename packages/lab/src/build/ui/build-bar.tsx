/** The bar of the builder: title, verbs, steps back and forth, the text, a link. */
import type { Study } from "carom/study";
import { useCallback, useState } from "react";
import { copyLink } from "../../shell/share.js";
import { TopBar } from "../../shell/top-bar.js";
import { Verbs } from "../../shell/verbs.js";
import { CodeIcon, RedoIcon, ShareIcon, UndoIcon } from "../../ui/icons.js";
import { beside } from "../../worker/beside.js";
import type { Builder } from "../use-builder.js";

const SIMULATION = { kind: "simulation" } as const;

interface BarProps {
  readonly builder: Builder;
  readonly editing: boolean;
  readonly onEdit: () => void;
  readonly phone: boolean;
}

export function BuildBar({ builder: { world, text, undo, redo }, editing, onEdit, phone }: BarProps) {
  const [said, setSaid] = useState<string>();
  const study = useCallback(async (): Promise<Study | undefined> => {
    try {
      return await beside((runner) => runner.parse(text));
    } catch (error) {
      setSaid(`This cannot be inspected: ${(error as Error).message}`);
      return undefined;
    }
  }, [text]);
  const share = async () => {
    const given = await study();
    if (given !== undefined) setSaid(await copyLink(given));
    setTimeout(() => setSaid(undefined), 4000);
  };
  return (
    <>
      <TopBar about={<p className="title">{world.study.title}</p>}>
        <Verbs now="build" study={study} about={SIMULATION} />
        <button type="button" className="icon-button" onClick={undo} disabled={undo === undefined} aria-label="Take back the last change">
          <UndoIcon />
        </button>
        <button type="button" className="icon-button" onClick={redo} disabled={redo === undefined} aria-label="Do it again">
          <RedoIcon />
        </button>
        <button type="button" className="bar-button" onClick={onEdit} aria-expanded={editing} aria-label="Study: its text">
          <CodeIcon />
          {!phone && <span>Study</span>}
        </button>
        <button type="button" className="bar-button" onClick={share} aria-label="Share: copy a link to this study">
          <ShareIcon />
          {!phone && <span>Link</span>}
        </button>
      </TopBar>
      <p className="toast" role="status" hidden={said === undefined}>
        {said}
      </p>
    </>
  );
}
