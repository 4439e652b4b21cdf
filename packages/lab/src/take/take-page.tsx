/** The way out of the lab: a sheet of figures, a film, a page of your own, models and data. */
import type { Study } from "carom/study";
import { useMemo } from "react";
import { ErrorBoundary } from "../shell/error-boundary.js";
import { currentRoute, type Route, replaceRoute } from "../shell/route.js";
import { TopBar } from "../shell/top-bar.js";
import { Verbs } from "../shell/verbs.js";
import { useOpenStudy } from "../study/open-study.js";
import { useResult } from "../views/use-result.js";
import { EmbedTab } from "./embed-tab.js";
import { FilmTab } from "./film-tab.js";
import { SheetTab } from "./sheet-tab.js";
import { shownRun } from "./shown-run.js";
import "./take.css";

const TABS = [
  ["sheet", "Figure sheet", "PDF, SVG, PNG"],
  ["film", "Film, picture, model", "WebM, PNG, GLB"],
  ["embed", "Page of your own", "iframe, link"],
] as const;

export function TakePage({ route }: { readonly route: Route }) {
  const { open, isOfAddress } = useOpenStudy(route);
  const tab = TABS.find(([name]) => name === route.query.tab)?.[0] ?? "sheet";
  // Until the study of the address is read, another one would be laid out as this one asks.
  if (open.status !== "open" || !isOfAddress)
    return (
      <>
        <TopBar about={<p className="title">Take away</p>} />
        <main className="message-page">
          <p role="status">{open.status === "failed" ? open.message : "opening the study"}</p>
        </main>
      </>
    );
  const { study } = open;
  return (
    <>
      <TopBar about={<p className="title">{study.title}</p>}>
        <Verbs now="take" study={() => study} about={study} />
      </TopBar>
      <main className="take">
        <h1 className="visually-hidden">Take away: {study.title}</h1>
        <nav className="take-tabs" aria-label="Ways out">
          {TABS.map(([name, words, note]) => (
            <button
              key={name}
              type="button"
              aria-current={name === tab ? "page" : undefined}
              onClick={() => replaceRoute({ path: "take", query: { ...currentRoute().query, tab: name } })}
            >
              {words} <small>{note}</small>
            </button>
          ))}
        </nav>
        <ErrorBoundary place={`${tab} ${open.session}`}>
          <Desk key={open.session} tab={tab} study={study} query={route.query} />
        </ErrorBoundary>
      </main>
    </>
  );
}

interface DeskProps {
  readonly tab: (typeof TABS)[number][0];
  readonly study: Study;
  readonly query: Route["query"];
}

function Desk({ tab, study, query }: DeskProps) {
  const { result, running, failure } = useResult(study);
  const shown = useMemo(() => (result === undefined || running ? undefined : shownRun(study, result)), [study, result, running]);
  if (failure !== undefined)
    return (
      <p className="view-error" role="alert">
        {failure.message}
      </p>
    );
  if (result === undefined || running) return <p className="lead">computing</p>;
  if (tab === "sheet") return <SheetTab study={study} query={query} />;
  if (tab === "film") return <FilmTab study={study} shown={shown} query={query} />;
  return <EmbedTab study={study} shown={shown} query={query} />;
}
