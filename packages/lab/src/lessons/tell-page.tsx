/** `#/tell?example=...`: the lesson about a study, or the study told by itself. */
import { useEffect, useMemo } from "react";
import { type Route, replaceRoute } from "../shell/route.js";
import { TopBar } from "../shell/top-bar.js";
import { useOpenStudy } from "../study/open-study.js";
import { OpenLesson, stepAsked } from "./lesson-page.js";
import { ownLesson } from "./own-lesson.js";
import { useLoaded } from "./use-lesson.js";

/** Lessons by the example that they are about; the first of all where no study is named. */
async function lessonAbout({ example, s }: Route["query"]): Promise<string | undefined> {
  if (example === undefined && s !== undefined) return undefined;
  const response = await fetch("./lessons/index.json");
  const lessons = response.ok ? ((await response.json()) as Record<string, string>) : {};
  return example === undefined ? Object.values(lessons)[0] : lessons[example];
}

export function TellPage({ route }: { readonly route: Route }) {
  const { example } = route.query;
  const about = useLoaded(example ?? "", () => lessonAbout(route.query));
  const name = about.key === (example ?? "") ? about.value : undefined;
  const { open } = useOpenStudy(route);
  useEffect(() => {
    if (name !== undefined) replaceRoute({ path: `tell/${name}`, query: {} });
  }, [name]);
  const study = open.status === "open" ? open.study : undefined;
  const lesson = useMemo(() => (study === undefined ? undefined : ownLesson(study)), [study]);
  const isKnown = about.key === (example ?? "") && name === undefined;
  if (lesson !== undefined && isKnown)
    return <OpenLesson lesson={lesson} index={stepAsked(lesson, route.query.step)} present={route.query.present === "1"} />;
  const words = !isKnown
    ? undefined
    : open.status === "failed"
      ? open.message
      : open.status === "open" && lesson === undefined
        ? "Only runs and impacts of bodies can be told."
        : undefined;
  return (
    <>
      <TopBar about={<p className="title">{study?.title ?? "Tell"}</p>} />
      <main className="message-page">{words === undefined ? <p role="status">opening the study</p> : <p role="alert">{words}</p>}</main>
    </>
  );
}
