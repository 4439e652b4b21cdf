/** What is no body: the study itself, surfaces, gravity, forces. */
import { useMemo, useState } from "react";
import { constantRestitution } from "../scene/surface.js";
import type { Triple } from "../scene/world.js";
import { withNumbers, withSurface } from "../text/gestures.js";
import { shelved } from "../text/history.js";
import { withoutAt, withValueAt } from "../text/json-edit.js";
import type { Builder } from "../use-builder.js";
import { Field, notNegative, positive, share } from "./field.js";
import { NumberField } from "./number-field.js";

const BY_SPEED = "depends on speed, as the text says; a number takes its place";

export function StudyPanel({ builder: { text, write, world } }: { readonly builder: Builder }) {
  const { title, duration } = world.study;
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <header className="panel-head">
        <b>The study</b>
        <span>nothing is selected</span>
      </header>
      <Field name="Title">
        <input
          className="text-field"
          aria-label="Title"
          value={typed ?? title}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => {
            if (typed !== undefined && typed.trim() !== "") write(withValueAt(text, ["title"], typed.trim()));
            setTyped(undefined);
          }}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
      </Field>
      <Field name="Duration" note="the run ends before it if everything comes to rest">
        <NumberField
          label="duration"
          value={duration}
          measure="time"
          unit="s"
          refuse={positive}
          onValue={(next) => write(withValueAt(text, ["duration"], next))}
        />
      </Field>
      <Shelf text={text} onText={write} />
    </>
  );
}

/** What was built before, and something else has taken the place of: back with one press, which is one step. */
function Shelf({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const earlier = useMemo(() => shelved().flatMap((one) => titleOf(one) ?? []), [text]);
  if (earlier.length === 0) return null;
  return (
    <section className="panel-surfaces">
      <h2>Built before</h2>
      {earlier.map(({ title, text: other }, i) => (
        <p key={i}>
          <button type="button" className="text-button" onClick={() => onText(other)}>
            {title}
          </button>
        </p>
      ))}
    </section>
  );
}

/** Undefined where a text cannot be built any more. */
function titleOf(text: string): { readonly title: string; readonly text: string } | undefined {
  try {
    const { title, kind, bodies } = JSON.parse(text) as Record<string, unknown>;
    const names = typeof bodies === "object" && bodies !== null ? Object.keys(bodies) : [];
    return kind === "simulation" ? { title: `${String(title)}: ${names.slice(0, 4).join(", ")}`, text } : undefined;
  } catch {
    return undefined;
  }
}

/** Surfaces, gravity and forces. */
export function OtherPanel({ builder, id }: { readonly builder: Builder; readonly id: string }) {
  const { world, text, write, select } = builder;
  const [list, place] = id.split(" ");
  const at = place === undefined ? [list] : [list, Number(place)];
  if (id === "gravity") {
    const gravity = (world.study.gravity ?? [0, 0, -9.81]) as Triple;
    return (
      <>
        <header className="panel-head">
          <b>gravity</b>
        </header>
        <Field name="Pull" unit="m/s²" note="z is up: −9.81 is that of the earth">
          {gravity.map((value, i) => (
            <NumberField
              key={i}
              label={`gravity ${"xyz"[i]}`}
              value={value}
              measure="acceleration"
              onValue={(next) =>
                write(
                  withNumbers(
                    text,
                    ["gravity"],
                    gravity.map((old, k) => (k === i ? next : old)),
                  ),
                )
              }
            />
          ))}
        </Field>
      </>
    );
  }
  if (list === "loads") return <LoadPanel builder={builder} index={Number(place)} />;
  const contact = place === undefined ? undefined : world.study.contacts?.[Number(place)];
  const values = contact ?? world.study.material;
  const names = Object.keys(world.study.bodies);
  return (
    <>
      <header className="panel-head">
        <b>{contact === undefined ? "all pairs" : contact.between.join(", ")}</b>
        <span>surface</span>
      </header>
      {contact !== undefined && (
        <Field name="Between">
          {contact.between.map((name, k) => (
            <select
              key={k}
              aria-label={k === 0 ? "first of the pair" : "second of the pair"}
              value={name}
              onChange={(event) => write(withValueAt(text, [...at, "between", k], event.currentTarget.value))}
            >
              {names
                .filter((other) => other !== contact.between[1 - k])
                .map((other) => (
                  <option key={other}>{other}</option>
                ))}
            </select>
          ))}
        </Field>
      )}
      <Field name="Friction" note={values === undefined ? "pairs pass through each other" : undefined}>
        <NumberField
          label="friction"
          value={values?.friction}
          measure="share"
          refuse={notNegative}
          onValue={(next) => write(withSurface(text, at, "friction", next))}
        />
      </Field>
      <Field name="Restitution" note={typeof values?.restitution === "object" ? BY_SPEED : "0 stays, 1 gives everything back"}>
        <NumberField
          label="restitution"
          value={constantRestitution(values)}
          measure="share"
          refuse={share}
          onValue={(next) => write(withSurface(text, at, "restitution", next))}
        />
      </Field>
      {contact !== undefined && (
        <div className="panel-actions">
          <button
            type="button"
            className="button"
            onClick={() => {
              select("material");
              write(withoutAt(text, (world.study.contacts?.length ?? 0) === 1 ? ["contacts"] : at));
            }}
          >
            Same as all others
          </button>
        </div>
      )}
    </>
  );
}

function LoadPanel({ builder: { world, text, write, select }, index }: { readonly builder: Builder; readonly index: number }) {
  const loads = world.study.loads ?? [];
  const load = loads[index];
  if (load === undefined) return null;
  const force = "force" in load ? ((load.force ?? [0, 0, 0]) as Triple) : undefined;
  return (
    <>
      <header className="panel-head">
        <b>{"body" in load ? `force on ${load.body}` : load.between.join(", ")}</b>
      </header>
      {force === undefined ? (
        <p className="field-note">Its numbers are in the lines below; E opens the text.</p>
      ) : (
        <Field name="Force" unit="N">
          {force.map((value, i) => (
            <NumberField
              key={i}
              label={`force ${"xyz"[i]}`}
              value={value}
              measure="effort"
              onValue={(next) =>
                write(
                  withNumbers(
                    text,
                    ["loads", index, "force"],
                    force.map((old, k) => (k === i ? next : old)),
                  ),
                )
              }
            />
          ))}
        </Field>
      )}
      <div className="panel-actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            select("gravity");
            write(withoutAt(text, loads.length === 1 ? ["loads"] : ["loads", index]));
          }}
        >
          Delete
        </button>
      </div>
    </>
  );
}
