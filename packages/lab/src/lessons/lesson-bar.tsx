/** The bar of a lesson: its title, the verbs, sound, the whole screen, the study of the step. */
import type { Study } from "carom/study";
import { viewFor } from "../kinds.js";
import { currentRoute, go } from "../shell/route.js";
import { TopBar } from "../shell/top-bar.js";
import { Verbs } from "../shell/verbs.js";
import { queryFor } from "../study/kept-files.js";
import { CodeIcon, PresentIcon, SoundIcon } from "../ui/icons.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import type { Lesson } from "./lesson.js";
import type { Sound } from "./sound.js";

export function setPresent(present: boolean): void {
  const { path, query } = currentRoute();
  const { present: _, ...rest } = query;
  go({ path, query: present ? { ...rest, present: "1" } : rest });
  // Browsers may refuse; the page fills its window all the same.
  if (present) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
}

interface LessonBarProps {
  readonly lesson: Lesson;
  readonly study: Study | undefined;
  readonly sound: Sound | undefined;
  readonly onSound: () => void;
}

export function LessonBar({ lesson, study, sound, onSound }: LessonBarProps) {
  const open = async () => {
    const view = study === undefined ? undefined : viewFor(study);
    if (study !== undefined && view !== undefined) go({ path: view.path, query: await queryFor(study, "lesson.json") });
  };
  const phone = useMedia(PHONE);
  return (
    <TopBar
      about={
        <>
          <p className="title">{lesson.title}</p>
          {!phone && lesson.steps.length > 2 && <p className="subtitle">a lesson of {lesson.minutes} minutes</p>}
        </>
      }
    >
      {study !== undefined && <Verbs now="tell" study={() => study} about={study} />}
      <button type="button" className="bar-button" aria-pressed={sound !== undefined} onClick={onSound} aria-label="Sound of impacts">
        <SoundIcon />
        {!phone && <span>{sound === undefined ? "Sound" : "Sound on"}</span>}
      </button>
      <button type="button" className="bar-button" onClick={() => setPresent(true)} aria-label="Present: fill the screen">
        <PresentIcon />
        {!phone && <span>Present</span>}
      </button>
      <button
        type="button"
        className="bar-button"
        disabled={study === undefined}
        onClick={() => void open()}
        aria-label="Open this step as a study"
      >
        <CodeIcon />
        {!phone && <span>Study</span>}
      </button>
    </TopBar>
  );
}
