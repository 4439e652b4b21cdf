/** Gravity in the hand, from as it is seen over none to turned over; and how high the body is. */
import { lengthText } from "../soft/measures.js";

interface GravityProps {
  /** 1 as it is seen, 0 none, -1 turned over. */
  readonly gravity: number;
  readonly onGravity: (gravity: number) => void;
}

const PLACES = [
  [-1, "turned over"],
  [0, "no gravity"],
  [1, "as it is seen"],
] as const;

export function Gravity({ gravity, onGravity }: GravityProps) {
  const at = (value: number) => `${50 + 50 * value}%`;
  return (
    <div className="gravity">
      <b id="gravity-name">Gravity</b>
      <div className="gravity-track">
        <span className="filled" style={{ top: at(Math.min(gravity, 1)) }} />
        {PLACES.map(([value, words]) => (
          <span key={value} className={Math.abs(gravity - value) < 0.005 ? "place here" : "place"} style={{ top: at(value) }}>
            <i>{value === 0 ? "0" : `${value < 0 ? "−" : ""}1 g`}</i>
            {words}
          </span>
        ))}
        <input
          type="range"
          min={-1}
          max={1}
          step={0.01}
          value={gravity}
          aria-labelledby="gravity-name"
          aria-orientation="vertical"
          aria-valuetext={`${gravity.toFixed(2)} g${PLACES.map(([value, words]) => (value === gravity ? `, ${words}` : "")).join("")}`}
          onChange={(event) => onGravity(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}

interface HeightsProps {
  readonly seen: number;
  readonly without: number;
  readonly now: number;
}

/** In words, beside the body. */
export function Heights({ seen, without, now }: HeightsProps) {
  return (
    <p className="heights">
      <span>{lengthText(without, 3)}, without gravity</span>
      <span>{lengthText(seen, 3)}, seen</span>
      <b>{lengthText(now, 3)} here</b>
    </p>
  );
}
