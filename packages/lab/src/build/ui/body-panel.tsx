/** A body, a link, a ramp or a floor as fields. */
import { significant } from "@carom/figures/geometry";
import { useState } from "react";
import type { Grip } from "../hands/handle.js";
import { spinWords } from "../hands/spin.js";
import { velocityWords } from "../hands/velocity.js";
import { overlapOf } from "../scene/overlap.js";
import { constantRestitution } from "../scene/surface.js";
import { touchesOf } from "../scene/touch.js";
import { type Entity, massOf, type Triple, volumeOf } from "../scene/world.js";
import { weighs, withDensity, withMass, withMotion, withNumbers, withSize, withSurface } from "../text/gestures.js";
import type { Builder } from "../use-builder.js";
import { Field, notNegative, positive, share } from "./field.js";
import { JointFields } from "./joint-fields.js";
import { NumberField } from "./number-field.js";
import type { PanelProps } from "./panel.js";

function Name({ builder, entity }: { readonly builder: Builder; readonly entity: Entity }) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    if (typed !== undefined) builder.rename(entity.name, typed);
    setTyped(undefined);
  };
  return (
    <header className="panel-head">
      <input
        className="name-field"
        aria-label="Name"
        value={typed ?? entity.name}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
          if (event.key === "Escape") setTyped(undefined);
        }}
      />
      <span>{entity.kind === "plane" ? "plane" : entity.kind === "fixed" ? `fixed ${entity.shape?.type}` : entity.shape?.type}</span>
    </header>
  );
}

export function BodyPanel({
  builder,
  entity,
  onHang,
  onLetGo,
}: { readonly builder: Builder; readonly entity: Entity } & Pick<PanelProps, "onHang" | "onLetGo">) {
  const { text, write, world } = builder;
  const { name, kind } = entity;
  const body = world.study.bodies[name];
  const touches = touchesOf(world, entity, 1e-7 * Math.max(entity.reach, 1e-3));
  const overlap = overlapOf(world, entity);
  const words = { world, entity, touches } satisfies Pick<Grip, "world" | "entity" | "touches">;
  const spot =
    overlap !== undefined ? (
      <b className="wrong-words">{overlap.words}</b>
    ) : touches[0] === undefined ? (
      "touches nothing"
    ) : (
      <>
        touches <b>{touches[0].name}</b>, gap 0
      </>
    );
  const vectorOf = (field: "velocity" | "angularVelocity"): Triple =>
    ((body !== undefined && field in body ? (body as unknown as Record<string, Triple | undefined>)[field] : undefined) ?? [
      0, 0, 0,
    ]) as Triple;
  const three = (value: Triple, label: string, measure: "length" | "speed" | "spin", put: (next: Triple) => string) =>
    value.map((one, i) => (
      <NumberField
        key={i}
        label={`${label} ${"xyz"[i]}`}
        value={one}
        measure={measure}
        onValue={(next) => write(put(value.map((old, k) => (k === i ? next : old)) as unknown as Triple))}
      />
    ));
  return (
    <>
      <Name builder={builder} entity={entity} />
      <SizeFields builder={builder} entity={entity} />
      {(kind === "body" || kind === "link") && <WeightFields builder={builder} entity={entity} />}
      {kind === "plane" && (
        <Field name="Height" unit="m">
          <NumberField
            label="height"
            value={entity.position.z}
            measure="length"
            onValue={(next) => write(withNumbers(text, ["bodies", name, "plane", "point"], [entity.position.x, entity.position.y, next]))}
          />
        </Field>
      )}
      {(kind === "body" || kind === "fixed") && (
        <Field name="Position" unit="m" note={kind === "body" ? spot : undefined}>
          {three(entity.position.toArray(), "position", "length", (next) => withNumbers(text, ["bodies", name, "position"], next))}
        </Field>
      )}
      {kind === "body" && (
        <>
          <Field name="Velocity" unit="m/s" note={velocityWords(words)}>
            {three(vectorOf("velocity"), "velocity", "speed", (next) => withMotion(text, name, "velocity", next))}
          </Field>
          <Field name="Spin" unit="rad/s" note={spinWords(words)}>
            {three(vectorOf("angularVelocity"), "spin", "spin", (next) => withMotion(text, name, "angularVelocity", next))}
          </Field>
        </>
      )}
      {kind === "link" && <JointFields builder={builder} name={name} onHang={onHang} onLetGo={onLetGo} />}
      {kind !== "plane" && <SurfaceFields builder={builder} name={name} />}
      <div className="panel-actions">
        <button type="button" className="button" onClick={builder.duplicate}>
          Duplicate
        </button>
        <button type="button" className="button" onClick={builder.remove}>
          Delete
        </button>
      </div>
    </>
  );
}

const SIZES = { radius: "Radius", height: "Height", length: "Length" } as const;

function SizeFields({ builder, entity: { name, kind, shape } }: { readonly builder: Builder; readonly entity: Entity }) {
  const { text, write } = builder;
  if (shape === undefined) return null;
  if (shape.type === "box" || shape.type === "ellipsoid") {
    const [field, values] = shape.type === "box" ? (["size", shape.size] as const) : (["halfAxes", shape.halfAxes] as const);
    return (
      <Field name={shape.type === "box" ? "Size" : "Half axes"} unit="mm">
        {values.map((value, i) => (
          <NumberField
            key={i}
            label={`${field === "size" ? "size" : "half axis"} ${"xyz"[i]}`}
            value={value}
            measure="length"
            shownIn={0.001}
            refuse={positive}
            onValue={(next) => write(withSize(text, name, kind, [field, i], next))}
          />
        ))}
      </Field>
    );
  }
  return (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((field) => {
    const value = (shape as unknown as Record<string, unknown>)[field];
    if (typeof value !== "number") return [];
    return [
      <Field key={field} name={SIZES[field]}>
        <NumberField
          label={field}
          value={value}
          measure="length"
          unit="mm"
          shownIn={0.001}
          refuse={positive}
          onValue={(next) => write(withSize(text, name, kind, [field], next))}
        />
      </Field>,
    ];
  });
}

function WeightFields({ builder, entity: { name, shape } }: { readonly builder: Builder; readonly entity: Entity }) {
  const { text, write, world } = builder;
  const body = world.study.bodies[name];
  if (body === undefined) return null;
  const mass = massOf(body);
  const volume = shape === undefined ? undefined : volumeOf(shape);
  const density = mass === undefined || volume === undefined || volume === 0 ? undefined : mass / volume;
  return (
    <Field name="Mass" note={density === undefined ? undefined : `${significant(density, 4)} kg/m³`}>
      <NumberField
        label="mass"
        value={mass}
        measure="mass"
        unit="kg"
        refuse={positive}
        onValue={(next) => write(withMass(text, name, next))}
      />
      {weighs(body) === "mass" && density !== undefined && (
        <button type="button" className="text-button" onClick={() => write(withDensity(text, name, Number(density.toPrecision(4))))}>
          by density
        </button>
      )}
    </Field>
  );
}

/** Of this body with each partner, where pairs are few; the number of all pairs is changed where all pairs have it. */
function SurfaceFields({ builder, name }: { readonly builder: Builder; readonly name: string }) {
  const { world, text, write } = builder;
  const { material, contacts = [] } = world.study;
  const own = contacts.flatMap((contact, i) => (contact.between.includes(name) ? [{ contact, i }] : []));
  const rows = [
    ...own.map(({ contact, i }) => ({
      key: `contacts ${i}`,
      words: contact.between.find((other) => other !== name) ?? name,
      at: ["contacts", i] as const,
      values: contact,
    })),
    ...(material === undefined
      ? []
      : [{ key: "material", words: own.length === 0 ? "everything" : "all else", at: ["material"] as const, values: material }]),
  ];
  if (rows.length === 0) return <p className="field-note">It passes through everything: no pair has a surface.</p>;
  return (
    <section className="panel-surfaces">
      <h2>
        Surface with <i>μ</i> <i>e</i>
      </h2>
      {rows.map(({ key, words, at, values }) => (
        <div key={key} className="surface-row">
          <span>{words}</span>
          <NumberField
            label={`friction with ${words}`}
            value={values.friction}
            measure="share"
            refuse={notNegative}
            onValue={(next) => write(withSurface(text, at, "friction", next))}
          />
          <NumberField
            label={`restitution with ${words}`}
            value={constantRestitution(values)}
            measure="share"
            refuse={share}
            onValue={(next) => write(withSurface(text, at, "restitution", next))}
          />
        </div>
      ))}
    </section>
  );
}
