/** Friction, restitution, approach, stiffness ratio: what has no place of its own in the picture. And other starts. */
import { fixed, significant } from "@carom/figures/geometry";
import { FrictionSlider, RestitutionSlider } from "../ui/material-sliders.js";
import { Slider } from "../ui/slider.js";
import type { MaterialField } from "./edit.js";
import type { Inspected } from "./model.js";
import { endingOf, type Start } from "./starts.js";

export interface InputsProps {
  readonly inspected: Inspected;
  readonly starts: readonly Start[];
  /** Largest approach speed of the slider, m/s. */
  readonly fastest: number;
  readonly onMaterial: (field: MaterialField, value: number) => void;
  readonly onVelocity: (velocity: readonly number[]) => void;
  readonly onSettle: () => void;
}

export function Inputs({ inspected, starts, fastest, onMaterial, onVelocity, onSettle }: InputsProps) {
  const { problem, analysis, results, chosen } = inspected;
  const { velocity, dimension } = problem;
  const contact = problem.contacts[0];
  const approach = -velocity[dimension - 1];
  const usesStiffness = results.some(({ law }) => law === "compliant");
  const mostFriction = Math.max(1.2, Math.ceil(contact.friction * 1.25 * 10) / 10);
  const ending = endingOf(chosen.outcome);
  return (
    <div className="inputs">
      <FrictionSlider
        value={contact.friction}
        least={0}
        most={mostFriction}
        text={fixed(contact.friction, 2)}
        {...(analysis === undefined
          ? {}
          : { tick: { at: analysis.criticalFriction, words: `sticks above ${fixed(analysis.criticalFriction, 3)}` } })}
        onChange={(value) => onMaterial("friction", value)}
        onSettle={onSettle}
      />
      <RestitutionSlider
        value={contact.restitution}
        text={fixed(contact.restitution, 2)}
        onChange={(value) => onMaterial("restitution", value)}
        onSettle={onSettle}
      />
      {usesStiffness && (
        <Slider
          label="Stiffness ratio"
          symbol="kₙ/kₜ"
          value={contact.stiffnessRatio ?? 1}
          least={0.25}
          most={4}
          step={0.01}
          text={fixed(contact.stiffnessRatio ?? 1, 2)}
          onChange={(value) => onMaterial("stiffnessRatio", value)}
          onSettle={onSettle}
        />
      )}
      <Slider
        label="Approach speed"
        value={approach}
        least={0.002 * fastest}
        most={fastest}
        step={fastest / 1000}
        text={significant(approach, 3)}
        unit="m/s"
        onChange={(value) => onVelocity([...velocity.slice(0, -1), -value])}
        onSettle={onSettle}
      />
      <p className="start-values">
        Sliding at the start{" "}
        <b>
          <span data-testid="start">
            {velocity
              .slice(0, -1)
              .map((value) => fixed(value, 3))
              .join(", ")}
          </span>{" "}
          <small>m/s</small>
        </b>
      </p>
      {starts.length > 0 && (
        <fieldset className="chips">
          <legend>Other starts from the same bodies</legend>
          {starts.map(({ name, velocity: start }) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === ending}
              onClick={() => {
                onVelocity(start);
                onSettle();
              }}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
