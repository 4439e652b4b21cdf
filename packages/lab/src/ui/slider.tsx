import { useId } from "react";

export interface SliderProps {
  readonly label: string;
  /** In grey, after the label. */
  readonly symbol?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** The value as it is shown, with its unit. */
  readonly text: string;
  readonly unit?: string;
  /** A value that matters, marked on the track. */
  readonly tick?: { readonly at: number; readonly words: string };
  readonly onChange: (value: number) => void;
  /** The last value of a drag. */
  readonly onSettle?: () => void;
}

/** A labelled slider with its value, and a tick at the value where something changes. */
export function Slider({ label, symbol, value, least, most, step, text, unit, tick, onChange, onSettle }: SliderProps) {
  const id = useId();
  const place = (at: number) => `${100 * Math.min(1, Math.max(0, (at - least) / (most - least)))}%`;
  const shown = tick !== undefined && tick.at > least && tick.at < most;
  return (
    <div className="slider">
      <label htmlFor={id}>
        {label} {symbol !== undefined && <i>{symbol}</i>}
      </label>
      <output htmlFor={id}>
        {text}
        {unit !== undefined && <small> {unit}</small>}
      </output>
      <div className="track">
        <span className="filled" style={{ width: place(value) }} />
        {shown && <span className="tick" style={{ left: place(tick.at) }} />}
        <input
          id={id}
          type="range"
          min={least}
          max={most}
          step={step}
          value={value}
          aria-valuetext={unit === undefined ? text : `${text} ${unit}`}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          onPointerUp={onSettle}
          onKeyUp={onSettle}
        />
      </div>
      {shown && (
        <p className="tick-words">
          <span style={{ left: `clamp(64px, ${place(tick.at)}, calc(100% - 64px))` }}>{tick.words}</span>
        </p>
      )}
    </div>
  );
}
