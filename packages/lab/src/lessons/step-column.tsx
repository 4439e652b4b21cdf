/** The words of a step: sentence, text, question, what can be tried, where to go. */
import { useId } from "react";
import type { Lesson, Step } from "./lesson.js";

export interface StepColumnProps {
  readonly lesson: Lesson;
  readonly index: number;
  /** Sentence, text and reason with their numbers. */
  readonly say: string;
  readonly more: string | undefined;
  readonly because: string | undefined;
  readonly missing: string | undefined;
  /** Of the question; undefined: none yet. */
  readonly answer: number | undefined;
  readonly revealed: boolean;
  readonly answers: ReadonlyMap<number, number>;
  readonly onAnswer: (answer: number) => void;
  readonly onReveal: () => void;
  readonly onStep: (index: number) => void;
  readonly children: React.ReactNode;
}

export function StepColumn(props: StepColumnProps) {
  const { lesson, index, say, more, missing, children } = props;
  const step = lesson.steps[index];
  return (
    <section className="lesson-column" aria-label={`Step ${index + 1} of ${lesson.steps.length}`}>
      <p className="lesson-count">
        {index + 1} of {lesson.steps.length}
        {step.ask === undefined ? "" : ", a question"}
      </p>
      <h1 aria-live="polite">{say}</h1>
      {more !== undefined && <p className="lesson-more">{more}</p>}
      {missing !== undefined && (
        <p className="lesson-missing" role="status">
          {missing}
        </p>
      )}
      {step.ask !== undefined && <Question {...props} step={step} />}
      {children}
      <StepList {...props} />
      <Ways {...props} step={step} />
    </section>
  );
}

function Question({ step, answer, revealed, because, onAnswer }: StepColumnProps & { readonly step: Step }) {
  const group = useId();
  const { choices = [], answer: right = 0 } = step.ask ?? {};
  return (
    <fieldset className="lesson-choices" disabled={revealed}>
      <legend>Your answer</legend>
      {choices.map((choice, i) => (
        <label key={choice} className={`${answer === i + 1 ? "chosen" : ""} ${revealed && right === i + 1 ? "right" : ""}`}>
          <input type="radio" name={group} checked={answer === i + 1} onChange={() => onAnswer(i + 1)} />
          <span className="number">{i + 1}</span>
          <span>{choice}</span>
          {revealed && right === i + 1 && <small>this happens</small>}
        </label>
      ))}
      <p className="lesson-because" aria-live="polite">
        {revealed ? because : ""}
      </p>
    </fieldset>
  );
}

function StepList({ lesson, index, answers, onStep }: StepColumnProps) {
  return (
    <nav className="lesson-steps" aria-label="Steps">
      <ol>
        {lesson.steps.map(({ title, ask }, i) => {
          const answer = answers.get(i);
          return (
            <li key={title}>
              <button type="button" aria-current={i === index ? "step" : undefined} onClick={() => onStep(i)}>
                <span>{i + 1}</span> {title}
                {ask !== undefined && answer !== undefined && <small>you said: {ask.choices[answer - 1]?.split(":")[0]}</small>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Ways({ lesson, index, step, revealed, answer, onReveal, onStep }: StepColumnProps & { readonly step: Step }) {
  const next = lesson.steps[index + 1];
  const asks = step.ask !== undefined && !revealed;
  return (
    <p className="lesson-ways">
      <button type="button" className="button" disabled={index === 0} onClick={() => onStep(index - 1)}>
        Back
      </button>
      {asks ? (
        <button type="button" className="button solid" onClick={onReveal}>
          {answer === undefined ? "Show what happens" : "Let it happen"}
        </button>
      ) : next === undefined ? (
        <a className="button solid" href="#/">
          Done: to the gallery
        </a>
      ) : (
        <button type="button" className="button solid" onClick={() => onStep(index + 1)}>
          Next: {next.title.charAt(0).toLowerCase() + next.title.slice(1)}
        </button>
      )}
    </p>
  );
}
