/** `#/build`: a study is opened by the address, or the one that was built last goes on, or an empty floor. */
import { useEffect, useRef, useState } from "react";
import { jsonText } from "../editor/json-text.js";
import { leaveNotice } from "../shell/notice.js";
import { currentRoute, go, replaceRoute, useRoute } from "../shell/route.js";
import { unpackStudy } from "../shell/study-link.js";
import { TopBar } from "../shell/top-bar.js";
import { keptFile } from "../study/kept-files.js";
import { beside } from "../worker/beside.js";
import { Build } from "./build.js";
import { EMPTY_STUDY } from "./text/gestures.js";
import { type History, historyOf, kept } from "./text/history.js";

/** The text of the study that an address names; throws an Error with a sentence for people. */
async function textOf({ example, s, file }: Readonly<Record<string, string>>): Promise<History> {
  if (s !== undefined) {
    const text = await unpackStudy(s).catch((error: Error) =>
      Promise.reject(new Error(`This link does not hold a study: ${error.message}.`)),
    );
    return checked(`${jsonText(JSON.parse(text))}\n`);
  }
  if (file !== undefined) {
    const study = keptFile(file);
    if (study === undefined) throw new Error(`${file} was opened from a file and is no longer here: open it again.`);
    return checked(`${jsonText(study)}\n`);
  }
  if (example !== undefined) {
    if (!/^[\w-]+$/.test(example)) throw new Error("This link does not name an example.");
    const response = await fetch(`./examples/${example}.json`);
    if (!response.ok) throw new Error(`There is no example ${example}.`);
    return checked(await response.text());
  }
  return (await last()) ?? historyOf(EMPTY_STUDY);
}

/** Read beside the page: the page itself knows nothing of the other kinds. */
async function checked(text: string): Promise<History> {
  const { kind } = await beside((runner) => runner.parse(text));
  if (kind !== "simulation") throw new Error(`A study of kind ${kind} cannot be built by hand: only simulations can.`);
  return historyOf(text);
}

/** What was built last, unless something else has written to the storage since. */
async function last(): Promise<History | undefined> {
  const history = kept();
  try {
    if (history !== undefined) await checked(history.text);
    return history;
  } catch {
    return undefined;
  }
}

export function BuildPage() {
  const { query } = useRoute();
  const { example, s, file } = query;
  const identity = JSON.stringify([example, s, file, query.new]);
  const [opened, setOpened] = useState<{ readonly history: History; readonly session: number }>();
  /** The address changed because the study did: nothing to open. */
  const own = useRef<string>(undefined);
  const sessions = useRef(0);
  useEffect(() => {
    if (own.current === identity) return;
    own.current = identity;
    let current = true;
    let loaded = false;
    const asked = currentRoute().query;
    const found = asked.new !== undefined ? Promise.resolve(historyOf(EMPTY_STUDY)) : textOf(asked);
    found.then(
      (history) => {
        if (!current) return;
        loaded = true;
        setOpened({ history, session: ++sessions.current });
      },
      (error: Error) => {
        if (!current) return;
        leaveNotice(error.message);
        go({ path: "", query: {} });
      },
    );
    return () => {
      current = false;
      // What was given up on its way is asked for again.
      if (!loaded) own.current = undefined;
    };
  }, [identity]);
  if (opened === undefined) return <TopBar about={<p className="subtitle">opening the study</p>} />;
  return (
    <Build
      key={opened.session}
      first={opened.history}
      onChange={() => {
        // From now on the storage has it, not the address.
        own.current = JSON.stringify([undefined, undefined, undefined, undefined]);
        replaceRoute({ path: "build", query: {} });
      }}
    />
  );
}
