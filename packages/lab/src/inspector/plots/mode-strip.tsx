import { significant, slipBars, textWidth } from "@carom/figures/geometry";
import { joined, type PartProps, PlotSvg, x } from "./frame.js";

/** Two bars: what the normal does, what the tangent does; the events above them, the handle below. */
export function ModeStrip({ track, at, frame, onCursor, compact = false }: PartProps & { readonly compact?: boolean }) {
  const cursor = x(frame, at.normalImpulse);
  const rows = [joined(track, "phase").map((bar) => ({ ...bar, mode: bar.name })), slipBars(track)];
  const right = frame.width;
  const end = track.end.normalImpulse;
  const step = 0.005 * end;
  const nextEvent = (sense: 1 | -1) => {
    const impulses = [0, ...track.marks.map(({ sample }) => sample.normalImpulse)];
    const ahead = impulses.filter((impulse) => sense * (impulse - at.normalImpulse) > 1e-9 * end).sort((a, b) => sense * (a - b));
    return ahead[0] ?? at.normalImpulse;
  };
  const key = (event: React.KeyboardEvent) => {
    const sense = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined;
    const target =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? end
          : sense === undefined
            ? undefined
            : event.shiftKey
              ? nextEvent(sense)
              : at.normalImpulse + sense * step * (event.altKey ? 0.1 : 1);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onCursor(target);
  };
  let free = -20;
  return (
    <section className="strip" aria-label="During the impact">
      {!compact && (
        <header className="plot-title">
          <h2>During the impact</h2>
          <p>
            <small>at the cursor</small> <b>{significant(at.normalImpulse, 3)} N s</b>
          </p>
        </header>
      )}
      <PlotSvg label="Phases and modes against the normal impulse" height={compact ? 96 : 92} frame={frame} onCursor={onCursor}>
        {track.marks.map(({ letter, sample, word }) => {
          const at = x(frame, sample.normalImpulse);
          const shown = Math.max(at, free + 17);
          free = shown;
          return (
            <g key={`${letter}${sample.normalImpulse}`} className="event">
              <title>{word}</title>
              <circle className="letter-ring" cx={shown} cy="10" r="8" />
              <text className="letter" x={shown} y="14" textAnchor="middle">
                {letter}
              </text>
            </g>
          );
        })}
        {rows.map((bars, i) =>
          bars.map(({ name, mode, from, to }) => {
            const [a, b] = [x(frame, from), x(frame, to)];
            const room = b - a;
            // As much of the words as there is room for: "slips forward", else "forward".
            const said = [name, name.split(" ").at(-1) ?? name].find((each) => textWidth(each, 12, 500) + 10 < room);
            const wide = said === undefined ? 0 : textWidth(said, 12, 500);
            const under = cursor > a + 4 && cursor < a + 8 + wide;
            const words = under && b - cursor > wide + 14 ? cursor + 8 : a + Math.min(8, (room - wide) / 2);
            return (
              <g key={`${name}${from}`} className={`bar ${mode}`}>
                <rect x={a} y={22 + 24 * i} width={Math.max(1, room)} height="20" rx="1.500" />
                {said !== undefined && (
                  <text x={words} y={36.5 + 24 * i}>
                    {said}
                  </text>
                )}
              </g>
            );
          }),
        )}
        {!compact && (
          <>
            <text className="end-label" x={right} y="36.500" textAnchor="end">
              {at.phase}
            </text>
            <text className={`end-label ${at.mode}`} x={right} y="60.500" textAnchor="end">
              {at.mode === "slip" || track.springs ? `${at.mode}s at ${significant(Math.hypot(...at.slip), 3)} m/s` : "sticks"}
            </text>
          </>
        )}
        <path className="cursor" d={`M${cursor},18V${compact ? 72 : 92}`} />
        <g
          className="handle"
          role="slider"
          tabIndex={0}
          aria-label="Cursor, normal impulse"
          aria-valuemin={0}
          aria-valuemax={end}
          aria-valuenow={at.normalImpulse}
          aria-valuetext={`${significant(at.normalImpulse, 3)} newton seconds, ${at.phase}, ${at.mode}`}
          transform={`translate(${cursor},${compact ? 80 : 80})`}
          onKeyDown={key}
        >
          <circle className="touch" r="22" />
          <circle className="disc" r="8" />
          <path className="grip" d="M-2,-3V3M2,-3V3" />
        </g>
        {compact && (
          <text
            className="strip-value"
            x={cursor > frame.width * 0.4 ? cursor - 14 : cursor + 14}
            y="84.500"
            textAnchor={cursor > frame.width * 0.4 ? "end" : "start"}
          >
            <tspan className="strong">{significant(at.normalImpulse, 3)} N s</tspan> normal impulse
          </text>
        )}
      </PlotSvg>
    </section>
  );
}
