/** The bar between scene and timeline: play, the clock, where time opens, what is shown. */
import type { ReactNode } from "react";
import { EyeIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import type { Shown } from "./scene/scene.js";
import type { Neighbours } from "./use-neighbours.js";
import type { OpenImpacts, Opening } from "./use-opening.js";
import type { Playback } from "./use-playback.js";
import type { Playhead } from "./use-playhead.js";

const OPENINGS: readonly (readonly [Opening, string])[] = [
  ["none", "no impact"],
  ["this", "this impact"],
  ["every", "every impact"],
];

interface TransportProps {
  readonly playback: Playback;
  readonly playhead: Playhead;
  /** Of the run, s. */
  readonly end: number;
  readonly children: ReactNode;
}

export function Transport({ playback: { playing, toggle, step }, playhead: { slider, clock }, end, children }: TransportProps) {
  return (
    <div className="transport">
      <button type="button" className="play" onClick={toggle} aria-label={playing ? "Pause" : "Play"}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button type="button" className="icon-button" aria-label="Previous impact" onClick={() => step(-1)}>
        <PreviousIcon />
      </button>
      <button type="button" className="icon-button" aria-label="Next impact" onClick={() => step(1)}>
        <NextIcon />
      </button>
      <div
        className="clock"
        role="slider"
        tabIndex={0}
        aria-label="Time"
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={0}
        ref={slider}
      >
        <span ref={clock} />
      </div>
      {children}
    </div>
  );
}

export function OpeningSwitch({ opening, setOpening }: Pick<OpenImpacts, "opening" | "setOpening">) {
  return (
    <fieldset className="switch">
      <legend>Time opens at</legend>
      {OPENINGS.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name="opening" checked={opening === value} onChange={() => setOpening(value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Bodies that the menu offers to follow. */
const MOST_FOLLOWED = 6;
/** Neighbouring motions that it offers. */
const MOST_NEIGHBOURS = 8;

interface ShowMenuProps {
  readonly neighbours: Neighbours;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  /** Bodies that can be followed, and the one that is. */
  readonly bodies: readonly string[];
  readonly follow: string | undefined;
  readonly onFollow: (name: string | undefined) => void;
}

export function ShowMenu({ shown, onShown, bodies, follow, onFollow, neighbours: { names, chosen, choose } }: ShowMenuProps) {
  return (
    <Menu
      label="Show"
      icon={<EyeIcon />}
      items={[
        { label: "trails", checked: shown.trails, choose: () => onShown({ ...shown, trails: !shown.trails }) },
        { label: "forces and impulses", checked: shown.forces, choose: () => onShown({ ...shown, forces: !shown.forces }) },
        { label: "names", checked: shown.names, choose: () => onShown({ ...shown, names: !shown.names }) },
        { label: "camera stays", checked: follow === undefined, choose: () => onFollow(undefined) },
        ...bodies
          .slice(0, MOST_FOLLOWED)
          .map((name) => ({ label: `camera follows ${name}`, checked: follow === name, choose: () => onFollow(name) })),
        ...names.slice(0, MOST_NEIGHBOURS).map((name) => ({
          label: `neighbour by ${name}`,
          note: "what the derivatives tell of a run with a little more of it",
          checked: chosen === name,
          choose: () => choose(chosen === name ? undefined : name),
        })),
      ]}
    />
  );
}

interface InspectButtonProps {
  /** Counted from 1. */
  readonly impact: number;
  readonly disabled: boolean;
  readonly phone: boolean;
  readonly onInspect: () => void;
}

export function InspectButton({ impact, disabled, phone, onInspect }: InspectButtonProps) {
  return (
    <button
      type="button"
      className="button"
      disabled={disabled}
      title={disabled ? "Open time at an impact that can be solved by itself" : undefined}
      onClick={onInspect}
    >
      {phone ? "Inspect" : `Inspect impact ${impact}`}
    </button>
  );
}
