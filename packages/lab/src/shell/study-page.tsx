/** A study and the view that is for it. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { viewAt, viewFor } from "../kinds.js";
import { useOpenStudy } from "../study/open-study.js";
import { ErrorBoundary } from "./error-boundary.js";
import { isTyping, type KeyRow, useKeyList, useKeys } from "./keys.js";
import { leaveNotice } from "./notice.js";
import { currentRoute, go, type Route, replaceRoute } from "./route.js";
import { StudyContext } from "./study-context.js";
import { TopBar } from "./top-bar.js";

/** The editor is brought when it is first opened. */
const StudyDrawer = lazy(() => import("../editor/study-drawer.js").then(({ StudyDrawer }) => ({ default: StudyDrawer })));

const KEYS: readonly KeyRow[] = [
  ["E", "the study"],
  ["Ctrl Z, Shift Ctrl Z", "take back the last change; do it again"],
  ["G", "the gallery"],
  ["Esc", "cancel a run, close a menu or the study"],
];

export function StudyPage({ route }: { readonly route: Route }) {
  const { open, isOfAddress, change, undo, redo } = useOpenStudy(route);
  const view = open.status === "open" ? viewFor(open.study, route.path) : viewAt(route.path);
  const failure =
    open.status === "failed"
      ? open.message
      : open.status === "open" && view === undefined
        ? `The lab has no view for studies of kind ${open.study.kind} yet; carom run computes it.`
        : undefined;

  // Nothing to show here: the gallery says why.
  useEffect(() => {
    if (failure === undefined) return;
    leaveNotice(failure);
    go({ path: "", query: {} });
  }, [failure]);

  useEffect(() => {
    if (isOfAddress && view !== undefined && view.path !== route.path) replaceRoute({ ...currentRoute(), path: view.path });
  }, [isOfAddress, view, route.path]);

  const [editing, setEditing] = useState(false);
  const onEdit = useCallback(() => setEditing((before) => !before), []);
  const actions = useMemo(
    () => ({ editing, onEdit, ...(undo === undefined ? {} : { undo }), ...(redo === undefined ? {} : { redo }) }),
    [editing, onEdit, undo, redo],
  );
  useKeys({ e: onEdit, g: () => go({ path: "", query: {} }) });
  useKeyList(KEYS);
  useUndoKeys(undo, redo);

  const query = useViewQuery(route);
  const onQuery = useCallback((changed: Readonly<Record<string, string | undefined>>) => {
    const { path, query } = currentRoute();
    const kept = Object.entries({ ...query, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    replaceRoute({ path, query: Object.fromEntries(kept) });
  }, []);

  if (open.status !== "open" || view === undefined) return <TopBar about={<p className="subtitle">opening the study</p>} />;
  const { component: Component } = view;
  return (
    <StudyContext value={actions}>
      <div className={editing ? "study-page editing" : "study-page"}>
        <Suspense fallback={<TopBar about={<p className="title">{open.study.title}</p>} />}>
          <ErrorBoundary place={`${open.session} ${view.path}`}>
            <Component
              key={`${open.session} ${view.path}`}
              study={open.study}
              {...(open.example === undefined ? {} : { example: open.example })}
              query={query}
              onStudy={change}
              onQuery={onQuery}
            />
          </ErrorBoundary>
        </Suspense>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <StudyDrawer key={open.session} study={open.study} onStudy={change} onClose={onEdit} />
        </Suspense>
      )}
    </StudyContext>
  );
}

/** Where text is typed, its own undo comes first. */
function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isTyping(event)) return;
      event.preventDefault();
      (event.shiftKey ? redo : undo)?.();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [undo, redo]);
}

/** What the address says besides the study, the same object as long as it says the same. */
function useViewQuery({ query }: Route): Route["query"] {
  const { example: _example, s: _s, file: _file, ...rest } = query;
  const text = JSON.stringify(rest);
  return useMemo(() => JSON.parse(text) as Route["query"], [text]);
}
