/** A lesson: one step at a time, each with its own address; presented, it fills the screen. */
import { type ImpactStudy, isMovingBody } from "carom/study";
import { useCallback, useEffect, useMemo, useState } from "react";
import { stateAt } from "../inspector/cursor.js";
import { withContactVelocity } from "../inspector/edit.js";
import { useEnergyScale } from "../inspector/energy-scale.js";
import { Hodograph } from "../inspector/hodograph.js";
import { LawRows } from "../inspector/law-rows.js";
import type { Inspected } from "../inspector/model.js";
import type { Moment } from "../player/axis.js";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { currentRoute, go, type Route } from "../shell/route.js";
import { TopBar } from "../shell/top-bar.js";
import { PHONE, useMedia } from "../ui/use-media.js";

import { filledIn } from "./facts.js";
import type { Lesson, Seen, Settings, Step } from "./lesson.js";
import { LessonBar, setPresent } from "./lesson-bar.js";
import { LessonPlots } from "./lesson-plots.js";
import { LessonStage, type PictureChoice } from "./lesson-stage.js";
import { createSound, type Sound } from "./sound.js";
import { StepColumn } from "./step-column.js";
import type { Told } from "./told.js";
import { settingsOf, Tries } from "./tries.js";
import { useFacts, useLesson, useStepStudy, useTold } from "./use-lesson.js";
import { useLessonPlay } from "./use-lesson-play.js";
import "../player/player.css";
import "./lessons.css";

const KEYS: readonly KeyRow[] = [
  ["→, Space", "show what happens; then the next step"],
  ["←", "the step before"],
  ["1 2 3 4", "choose an answer; presented: count hands"],
  ["R", "play again"],
  ["P", "present; Esc ends it"],
  ["B", "presented: nothing but paper"],
];

export function LessonPage({ route }: { readonly route: Route }) {
  const name = route.path.slice("tell/".length);
  const { value: lesson, failure } = useLesson(name);
  if (lesson === undefined)
    return (
      <>
        <TopBar about={<p className="title">{failure === undefined ? "opening the lesson" : "No such lesson"}</p>} />
        <main className="message-page">
          {failure === undefined ? (
            <p role="status">opening the lesson</p>
          ) : (
            <p className="view-error" role="alert">
              {failure}
            </p>
          )}
        </main>
      </>
    );
  const index = stepAsked(lesson, route.query.step);
  return <OpenLesson key={name} lesson={lesson} index={index} present={route.query.present === "1"} />;
}

/** The place of the step that an address names, counted from 1 there. */
export function stepAsked({ steps }: Lesson, text: string | undefined): number {
  const asked = Math.round(Number(text ?? 1)) - 1;
  return Number.isFinite(asked) ? Math.min(steps.length - 1, Math.max(0, asked)) : 0;
}

interface OpenLessonProps {
  readonly lesson: Lesson;
  readonly index: number;
  readonly present: boolean;
}

export function OpenLesson({ lesson, index, present }: OpenLessonProps) {
  const [answers, setAnswers] = useState<ReadonlyMap<number, number>>(new Map());
  const onStep = useCallback(
    (next: number) => {
      if (lesson.steps[next] === undefined) return;
      const { path, query } = currentRoute();
      go({ path, query: { ...query, step: String(next + 1) } });
    },
    [lesson],
  );
  const onAnswer = useCallback((at: number, answer: number) => setAnswers((before) => new Map([...before, [at, answer]])), []);
  const [sound, setSound] = useState<Sound>();
  useEffect(() => () => sound?.close(), [sound]);
  return (
    <OpenStep
      key={index}
      lesson={lesson}
      index={index}
      present={present}
      answers={answers}
      onAnswer={onAnswer}
      onStep={onStep}
      sound={sound}
      onSound={() => setSound((before) => (before === undefined ? createSound() : undefined))}
    />
  );
}

interface OpenStepProps extends OpenLessonProps {
  readonly answers: ReadonlyMap<number, number>;
  readonly onAnswer: (index: number, answer: number) => void;
  readonly onStep: (index: number) => void;
  readonly sound: Sound | undefined;
  readonly onSound: () => void;
}

const NOTHING: readonly string[] = [];
/** A question without a place of its own plays the whole impact when it is answered. */
const WHOLE: Seen = { play: { from: 0, to: "end" } };

function OpenStep({ lesson, index, present, answers, onAnswer, onStep, sound, onSound }: OpenStepProps) {
  const step = lesson.steps[index];
  const [revealed, setRevealed] = useState(false);
  const [tried, setTried] = useState<Settings>({});
  const [hands, setHands] = useState<readonly number[]>([0, 0, 0, 0]);
  const [blank, setBlank] = useState(false);
  const facts = useFacts(lesson, step);
  const answer = answers.get(index);
  const study = useStepStudy(lesson, index, revealed, settingsOf(tried));
  const { told, failure, running } = useTold(step, study);
  const seen = useMemo(
    (): Seen =>
      revealed
        ? { ...(step.then ?? WHOLE), play: step.then?.play ?? (step.then?.mark === undefined ? WHOLE.play! : { from: "end", to: "end" }) }
        : step,
    [step, revealed],
  );
  const current = told !== undefined && told.study === study.value ? told : undefined;
  const play = useLessonPlay(told, step, seen, `${revealed} ${current === undefined ? "" : "there"}`, sound);
  const reveal = () => setRevealed(true);
  const forwards = () => (step.ask !== undefined && !revealed ? reveal() : onStep(index + 1));
  const number = (value: number) => {
    if (step.ask === undefined || value > step.ask.choices.length) return;
    if (present) setHands((before) => before.map((count, i) => (i === value - 1 ? count + 1 : count)));
    else if (!revealed) onAnswer(index, value);
  };
  useKeys({
    ArrowRight: forwards,
    " ": forwards,
    ArrowLeft: () => onStep(index - 1),
    r: play.replay,
    p: () => setPresent(!present),
    1: () => number(1),
    2: () => number(2),
    3: () => number(3),
    4: () => number(4),
    ...(present ? { b: () => setBlank((before) => !before), Escape: () => setPresent(false) } : {}),
  });
  useKeyList(KEYS);
  const marks = (revealed ? (step.then?.mark ?? step.mark) : step.mark) ?? NOTHING;
  const missing = failure ?? (current === undefined && running ? "computing" : undefined);
  const words = {
    say: filledIn(step.say, lesson, facts),
    more: step.more === undefined ? undefined : filledIn(step.more, lesson, facts),
    because: step.ask === undefined ? undefined : filledIn(step.ask.because, lesson, facts),
  };
  return (
    <>
      {!present && <LessonBar lesson={lesson} study={study.value} sound={sound} onSound={onSound} />}
      <main
        className={`lesson${present ? " present" : ""}${blank ? " blank" : ""}`}
        data-step={index + 1}
        data-revealed={revealed}
        data-ready={current !== undefined && !play.playing}
        data-facts={facts.size}
      >
        <Picture
          step={step}
          told={told}
          moment={play.moment}
          marks={marks}
          choices={choicesOf(step, answer, revealed)}
          onChoose={(value) => !revealed && onAnswer(index, value)}
          onMoment={play.hold}
          onTry={(settings) => setTried((before) => ({ ...before, ...settings }))}
          present={present}
        />
        <StepColumn
          lesson={lesson}
          index={index}
          {...words}
          missing={missing}
          answer={answer}
          revealed={revealed}
          answers={answers}
          onAnswer={(value) => onAnswer(index, value)}
          onReveal={reveal}
          onStep={onStep}
        >
          {step.try !== undefined && study.value !== undefined && (
            <Tries names={step.try} study={study.value} told={told} tried={tried} onTry={setTried} />
          )}
          {present && <Foot index={index} count={lesson.steps.length} step={step} hands={hands} revealed={revealed} />}
        </StepColumn>
      </main>
    </>
  );
}

function choicesOf({ ask }: Step, answer: number | undefined, revealed: boolean): PictureChoice[] {
  if (ask?.arrows === undefined) return [];
  return ask.choices.map((words, i) => ({
    number: i + 1,
    words,
    arrow: ask.arrows?.[i] ?? null,
    chosen: answer === i + 1,
    right: revealed && ask.answer === i + 1,
  }));
}

interface PictureProps {
  readonly step: Step;
  readonly told: Told | undefined;
  readonly moment: Moment;
  readonly marks: readonly string[];
  readonly choices: readonly PictureChoice[];
  readonly onChoose: (number: number) => void;
  readonly onMoment: (moment: Moment) => void;
  readonly onTry: (settings: Settings) => void;
  readonly present: boolean;
}

/** Letters of the picture, px: presented, they grow with the shorter side. */
function useLetters(present: boolean): number {
  const [letters, setLetters] = useState(13);
  useEffect(() => {
    const measure = () => setLetters(present ? Math.max(18, Math.min(window.innerWidth, 1.6 * window.innerHeight) / 62) : 13);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [present]);
  return letters;
}

function Picture({ step, told, moment, marks, choices, onChoose, onMoment, onTry, present }: PictureProps) {
  const letters = useLetters(present);
  const phone = useMedia(PHONE);
  if (told === undefined) return <section className="lesson-picture" aria-label="The picture" />;
  const { inspected } = told;
  const impact = step.view === "impact" && inspected !== undefined;
  const plots = told.opened !== undefined || impact || told.lasts;
  const below = plots && !(phone && step.ask !== undefined && !impact);
  return (
    <section className={`lesson-picture${plots ? " with-plots" : ""}`} aria-label="The picture">
      {impact ? (
        <ImpactPicture told={told} inspected={inspected} step={step} marks={marks} moment={moment} onMoment={onMoment} onTry={onTry} />
      ) : (
        <>
          <div className="lesson-stage">
            <LessonStage told={told} moment={moment} marks={marks} choices={choices} onChoose={onChoose} letters={letters} />
          </div>
          {below && (
            <Below>
              <LessonPlots told={told} step={step} marks={marks} moment={moment} onMoment={onMoment} />
            </Below>
          )}
        </>
      )}
    </section>
  );
}

function Below({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="lesson-below">
      <div className="lesson-scaled">{children}</div>
    </div>
  );
}

interface ImpactPictureProps extends Pick<PictureProps, "step" | "marks" | "moment" | "onMoment" | "onTry"> {
  readonly told: Told;
  readonly inspected: Inspected;
}

/** The path of the slide, whose start is in the hand; below it the inside of the impact, or the laws. */
function ImpactPicture({ told, inspected, step, marks, moment, onMoment, onTry }: ImpactPictureProps) {
  const [scale] = useEnergyScale(inspected);
  const [holding, setHolding] = useState(false);
  const { track } = inspected.chosen;
  const at = track === undefined ? undefined : stateAt(track, (moment.inside?.part ?? 0) * track.end.normalImpulse);
  const laws = marks.some((mark) => mark.startsWith("law"));
  const start = (velocity: readonly number[]) => {
    setHolding(true);
    const { impact } = told;
    if (impact !== undefined) onTry(startSettings(impact, withContactVelocity(impact, inspected.problem, velocity)));
  };
  return (
    <>
      <div className="lesson-stage">
        <div className="lesson-scaled whole">
          <Hodograph inspected={inspected} at={at} holding={holding} onStart={start} onSettle={() => setHolding(false)} />
        </div>
      </div>
      <Below>
        {laws ? (
          <LawRows inspected={inspected} scale={scale} onToggle={() => {}} onChoose={(law) => onTry({ law })} />
        ) : (
          <LessonPlots told={told} step={step} marks={marks} moment={moment} onMoment={onMoment} scale={scale} />
        )}
      </Below>
    </>
  );
}

/** The velocities that a start in the hand has changed. */
function startSettings(before: ImpactStudy, after: ImpactStudy): Settings {
  if (!("bodies" in before) || !("bodies" in after)) return {};
  return Object.fromEntries(
    Object.entries(after.bodies).flatMap(([name, body]) =>
      isMovingBody(body) && body !== before.bodies[name] && body.velocity !== undefined
        ? [[`bodies["${name}"].velocity`, body.velocity]]
        : [],
    ),
  );
}

interface FootProps {
  readonly index: number;
  readonly count: number;
  readonly step: Step;
  readonly hands: readonly number[];
  readonly revealed: boolean;
}

/** Under the picture when presented: where we are, how many raised a hand, what the next key does. */
function Foot({ index, count, step, hands, revealed }: FootProps) {
  const asks = step.ask !== undefined && !revealed;
  return (
    <p className="lesson-foot">
      <span className="lesson-dashes" aria-hidden="true">
        {Array.from({ length: count }, (_, i) => (
          <i key={`dash ${i + 1}`} className={i <= index ? "past" : ""} />
        ))}
      </span>
      {step.ask !== undefined && hands.some((number) => number > 0) && (
        <span>
          hands
          {step.ask.choices.map((choice, i) => (
            <span key={choice}>
              {" "}
              <b>{i + 1}</b>: {hands[i]}
            </span>
          ))}
        </span>
      )}
      <span>{asks ? "Space shows what happens" : index + 1 < count ? "Space goes on" : "the end; Esc"}</span>
    </p>
  );
}
