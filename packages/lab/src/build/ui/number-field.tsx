/** A field for a number: typed with a unit or as a sum, stepped by its last digit with the wheel or the arrows. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Measure, numberTyped } from "../text/expression.js";

interface NumberFieldProps {
  /** For readers. */
  readonly label: string;
  /** As the study has it, in SI units. */
  readonly value: number | undefined;
  readonly measure: Measure;
  /** Behind the number. */
  readonly unit?: string;
  /** SI units to one that is shown. Default: 1. */
  readonly shownIn?: number;
  /** What the study takes; a sentence where it does not. */
  readonly refuse?: (value: number) => string | undefined;
  readonly onValue: (value: number) => void;
  /** Where an empty field has a meaning: the field is taken away. */
  readonly onEmpty?: () => void;
  readonly placeholder?: string;
}

/** Few digits are shown, all of them to who types; the study keeps all. */
const FEW = 3;
const ALL = 12;

function shown(value: number | undefined, scale: number, digits: number): string {
  if (value === undefined) return "";
  const whole = Math.ceil(Math.log10(Math.abs(value / scale) + 1));
  return String(Number((value / scale).toPrecision(Math.max(digits, whole, 1)))).replace("-", "−");
}

/** One step of the last digit that is shown. */
function stepOf(text: string): number {
  const decimals = /\.(\d+)/.exec(text)?.[1].length ?? 0;
  return 10 ** -Math.min(decimals, 4);
}

export function NumberField({ label, value, measure, unit, shownIn = 1, refuse, onValue, onEmpty, placeholder }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [message, setMessage] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const text = typed ?? shown(value, shownIn, focused ? ALL : FEW);

  const take = (next: string): boolean => {
    if (next.trim() === "" && onEmpty !== undefined) {
      onEmpty();
      return true;
    }
    const read = numberTyped(next, measure);
    // A plain number is in the unit that is shown.
    const plain = /^[\s\d.,eE+*/()−-]*(pi|π|sqrt|[\s\d.,eE+*/()−-])*$/.test(next);
    const found = "value" in read ? read.value * (plain ? shownIn : 1) : undefined;
    const wrong = "message" in read ? read.message : refuse?.(found!);
    setMessage(wrong);
    if (wrong !== undefined || found === undefined) return false;
    onValue(Number(found.toPrecision(15)));
    return true;
  };
  const step = (by: number) => {
    const now = value ?? 0;
    const next = Number((now / shownIn + by * stepOf(shown(value, shownIn, FEW))).toPrecision(12)) * shownIn;
    const clean = Number(next.toPrecision(12));
    if (refuse?.(clean) === undefined) onValue(clean);
  };
  // With all its digits.
  useEffect(() => {
    if (focused) input.current?.select();
  }, [focused]);
  const latest = useRef(step);
  latest.current = step;
  // The wheel must not scroll what is around: React's own listener may not stop that.
  useEffect(() => {
    const element = input.current;
    const turn = (event: WheelEvent) => {
      if (document.activeElement !== element) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      if (typed === undefined || take(typed)) {
        setTyped(undefined);
        event.currentTarget.blur();
      }
    } else if (event.key === "Escape") {
      setTyped(undefined);
      setMessage(undefined);
      event.currentTarget.blur();
      event.stopPropagation();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      setTyped(undefined);
      step((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
    }
  };
  return (
    <span className={message === undefined ? "number-field" : "number-field wrong"}>
      <input
        ref={input}
        type="text"
        inputMode="text"
        aria-label={label}
        aria-invalid={message !== undefined}
        title={message}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (typed !== undefined) take(typed);
          setTyped(undefined);
          setMessage(undefined);
        }}
        onKeyDown={key}
      />
      {unit !== undefined && <small>{unit}</small>}
      {message !== undefined && (
        <em role="alert" className="field-message">
          {message}
        </em>
      )}
    </span>
  );
}
