/**
 * One bar for each contact against the normal impulse of all: filled while it is compressed, open while it gives back; under it slip and
 * stick.
 */
import { type ContactCourse, type Course, niceTicks, significant, tickText } from "@carom/figures/geometry";
import { useHold } from "../ui/use-hold.js";
import { useSize } from "../ui/use-size.js";

/** More contacts than these are not drawn one by one: those that push hardest are. */
export const MOST_BARS = 60;

export interface EventBarsProps {
  readonly course: Course;
  /** Of the contacts by place, where the bodies have names. */
  readonly names: readonly string[];
  /** N s. */
  readonly cursor: number;
  readonly lit: number | undefined;
  readonly onLight: (contact: number | undefined) => void;
  readonly onCursor: (impulse: number) => void;
}

const finalImpulse = ({ normalImpulse }: ContactCourse) => normalImpulse[normalImpulse.length - 1];

export function shownContacts({ contacts }: Course): readonly ContactCourse[] {
  if (contacts.length <= MOST_BARS) return contacts;
  const kept = new Set([...contacts].sort((a, b) => finalImpulse(b) - finalImpulse(a)).slice(0, MOST_BARS));
  return contacts.filter((contact) => kept.has(contact));
}

export function EventBars({ course, names, cursor, lit, onLight, onCursor }: EventBarsProps) {
  const [element, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const rows = shownContacts(course);
  const row = rows.length > 24 ? 17 : rows.length > 12 ? 22 : 32;
  const narrow = width < 480;
  const [left, right] = narrow ? [104, 60] : [132, 84];
  const x = (impulse: number) => left + (impulse / course.last) * (width - left - right);
  const height = rows.length * row + 48;
  const axis = niceTicks(0, course.last, width < 480 ? 3 : 6);
  const hold = useHold<SVGSVGElement>((event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onCursor((course.last * (event.clientX - box.left - left)) / (width - left - right));
  });
  const key = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 0.005, ArrowLeft: -0.005, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onCursor(cursor + step * course.last);
  };
  return (
    <div className="event-bars" ref={element}>
      {width > 0 && (
        <svg width={width} height={height} aria-label={`What each of ${course.contacts.length} contacts does`} {...hold}>
          {rows.map((contact, i) => {
            const y = 8 + i * row;
            const bar = row * 0.5;
            return (
              <g
                key={contact.index}
                className={lit === contact.index ? "contact-row lit" : "contact-row"}
                data-contact={contact.index}
                data-impulse={finalImpulse(contact)}
                onPointerEnter={() => onLight(contact.index)}
                onPointerLeave={() => onLight(undefined)}
              >
                <rect className="row-ground" x="0" y={y - 3} width={width} height={row - 2} />
                <text className="row-name" x={left - 10} y={y + bar / 2 + 5} textAnchor="end">
                  {shortened(names[contact.index] ?? contact.name, narrow ? 14 : 18)}
                </text>
                <path className="rail-line" d={`M${left},${y + bar / 2}H${width - right}`} />
                {contact.stretches.map(({ phase, mode, first, last }) => {
                  if (phase === "open") return null;
                  const [a, b] = [x(course.total[first]), x(course.total[last])];
                  return (
                    <g key={first}>
                      <g className={`bar ${phase}`}>
                        <rect x={a} y={y} width={Math.max(0.75, b - a)} height={bar} />
                      </g>
                      {!contact.frictionless && mode !== "open" && (
                        <rect className={`mode-strip ${mode}`} x={a} y={y + bar + 1.5} width={Math.max(0.75, b - a)} height={row * 0.14} />
                      )}
                    </g>
                  );
                })}
                <text className="end-label strong" x={width - right + 12} y={y + bar / 2 + 5}>
                  {significant(finalImpulse(contact), 3)}
                </text>
              </g>
            );
          })}
          {axis.values.map((value) => (
            <text key={value} className="tick-label" x={x(value)} y={height - 22} textAnchor="middle">
              {tickText(value, axis.step)}
            </text>
          ))}
          <text className="axis-name" x={left} y={height - 5}>
            normal impulse of all contacts, N s
          </text>
          <path className="cursor" d={`M${x(cursor)},0V${height - 38}`} />
          <g
            className="handle"
            role="slider"
            tabIndex={0}
            aria-label="Cursor, normal impulse of all contacts"
            aria-valuemin={0}
            aria-valuemax={course.last}
            aria-valuenow={cursor}
            aria-valuetext={`${significant(cursor, 3)} newton seconds`}
            transform={`translate(${x(cursor)},${height - 34})`}
            onKeyDown={key}
          >
            <circle className="touch" r="22" />
            <circle className="disc" r="6" />
          </g>
        </svg>
      )}
    </div>
  );
}

function shortened(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
