/** A study and the view that is for it. */
import { Suspense, useCallback, useEffect } from "react";
import { useOpenStudy } from "../study/open-study.js";
import { componentOf, viewAt, viewFor } from "../views/registry.js";
import { ErrorBoundary } from "./error-boundary.js";
import { leaveNotice } from "./notice.js";
import { currentRoute, go, type Route, replaceRoute } from "./route.js";
import { TopBar } from "./top-bar.js";

export function StudyPage({ route }: { readonly route: Route }) {
  const { open, change } = useOpenStudy(route);
  const asked = viewAt(route.path);
  const view = open.status === "open" ? (asked?.accepts(open.study) ? asked : viewFor(open.study)) : asked;
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
    if (view !== undefined && view.path !== route.path) replaceRoute({ ...currentRoute(), path: view.path });
  }, [view, route.path]);

  const onQuery = useCallback((changed: Readonly<Record<string, string | undefined>>) => {
    const { path, query } = currentRoute();
    const kept = Object.entries({ ...query, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    replaceRoute({ path, query: Object.fromEntries(kept) });
  }, []);

  if (open.status !== "open" || view === undefined) return <TopBar about={<p className="subtitle">opening the study</p>} />;
  const Component = componentOf(view);
  return (
    <Suspense fallback={<TopBar about={<p className="title">{open.study.title}</p>} />}>
      <ErrorBoundary key={`${open.session} ${view.path} boundary`}>
        <Component
          key={`${open.session} ${view.path}`}
          study={open.study}
          {...(open.example === undefined ? {} : { example: open.example })}
          query={route.query}
          onStudy={change}
          onQuery={onQuery}
        />
      </ErrorBoundary>
    </Suspense>
  );
}
