import { type ComponentType, lazy, Suspense } from "react";
import { viewAt } from "../kinds.js";
import { DropTarget } from "./drop-target.js";
import { ErrorBoundary } from "./error-boundary.js";
import { Help } from "./help.js";
import { useRoute } from "./route.js";

/** The gallery holds a picture of every example: who comes by a link does without. */
const Home = lazy(() => import("../home/home.js").then(({ Home }) => ({ default: Home })));

/** Reading studies brings the library's whole format: the gallery does without. */
const StudyPage = lazy(() => import("./study-page.js").then(({ StudyPage }) => ({ default: StudyPage })));

const LessonPage = lazy(() => import("../lessons/lesson-page.js").then(({ LessonPage }) => ({ default: LessonPage })));

const TellPage = lazy(() => import("../lessons/tell-page.js").then(({ TellPage }) => ({ default: TellPage })));

const TakePage = lazy(() => import("../take/take-page.js").then(({ TakePage }) => ({ default: TakePage })));

/** Pages that open no study, or open it in their own way, by path. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  build: lazy(() => import("../build/build-page.js").then(({ BuildPage }) => ({ default: BuildPage }))),
  engines: lazy(() => import("../engines/engines.js").then(({ Engines }) => ({ default: Engines }))),
};

export function App() {
  const route = useRoute();
  const Page = Object.hasOwn(PAGES, route.path) ? PAGES[route.path] : undefined;
  return (
    <>
      <Suspense fallback={null}>
        <ErrorBoundary place={`${route.path} ${route.query.step ?? ""}`}>
          {Page !== undefined ? (
            <Page />
          ) : route.path.startsWith("tell/") ? (
            <LessonPage route={route} />
          ) : route.path === "tell" ? (
            <TellPage route={route} />
          ) : route.path === "take" ? (
            <TakePage route={route} />
          ) : route.path !== "" && viewAt(route.path) !== undefined ? (
            <StudyPage route={route} />
          ) : (
            <Home />
          )}
        </ErrorBoundary>
      </Suspense>
      <DropTarget />
      <Help />
    </>
  );
}
