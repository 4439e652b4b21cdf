/** The numbers that a step leaves in the hand. */
import { significant } from "@carom/figures/geometry";
import type { Study } from "carom/study";
import { Quaternion, Vector3 } from "three";
import { Slider } from "../ui/slider.js";
import type { Settings } from "./lesson.js";
import type { Told } from "./told.js";

interface TriesProps {
  readonly names: readonly string[];
  readonly study: Study;
  readonly told: Told | undefined;
  readonly tried: Settings;
  readonly onTry: (tried: Settings) => void;
}

interface Number {
  readonly label: string;
  readonly path: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly unit?: string;
}

const LAWS = [
  ["frictional", "Energetic"],
  ["poisson", "Poisson"],
  ["newton", "Newton"],
] as const;

const NUMBERS: Readonly<Record<string, Number>> = {
  friction: { label: "Friction", path: "contacts[0].friction", least: 0, most: 1.2, step: 0.01 },
  restitution: { label: "Restitution", path: "contacts[0].restitution", least: 0, most: 1, step: 0.01 },
  stiffnessRatio: { label: "Normal over sideways stiffness", path: "contacts[0].stiffnessRatio", least: 0.3, most: 3, step: 0.05 },
  radius: { label: "Radius of the corner", path: "contacts[0].contactLaw.radii[0]", least: 0.002, most: 0.03, step: 0.001, unit: "m" },
};

export function Tries({ names, study, told, tried, onTry }: TriesProps) {
  return (
    <div className="lesson-tries">
      {names.map((name) => {
        if (name === "law") return <Laws key={name} study={study} tried={tried} onTry={onTry} />;
        if (name.startsWith("turn:"))
          return <Turn key={name} body={name.slice("turn:".length)} study={study} tried={tried} onTry={onTry} />;
        const number = NUMBERS[name];
        const value = number === undefined ? undefined : (tried[number.path] ?? valueAt(study, number.path));
        if (number === undefined || typeof value !== "number") return null;
        const needed = name === "friction" ? (told?.opened?.analysis ?? told?.inspected?.analysis)?.criticalFriction : undefined;
        return (
          <Slider
            key={name}
            label={number.label}
            value={value}
            least={number.least}
            most={number.most}
            step={number.step}
            text={significant(value, 3)}
            {...(number.unit === undefined ? {} : { unit: number.unit })}
            {...(needed === undefined ? {} : { tick: { at: needed, words: `holds above ${significant(needed, 3)}` } })}
            onChange={(next) => onTry({ ...tried, [number.path]: next })}
          />
        );
      })}
    </div>
  );
}

function Laws({ study, tried, onTry }: Pick<TriesProps, "study" | "tried" | "onTry">) {
  const now = tried.law ?? ("law" in study ? study.law : undefined) ?? "frictional";
  return (
    <fieldset className="switch">
      <legend>Law</legend>
      {LAWS.map(([law, name]) => (
        <label key={law}>
          <input type="radio" name="lesson-law" checked={now === law} onChange={() => onTry({ ...tried, law })} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A body is turned about the axis towards whoever looks, from where the study has it. */
function Turn({ body, study, tried, onTry }: Pick<TriesProps, "study" | "tried" | "onTry"> & { readonly body: string }) {
  const path = `bodies.${body}.orientation`;
  const given = valueAt(study, `bodies.${body}.orientation`) ?? [0, 0, 0, 1];
  const angle = typeof tried[`#turn ${body}`] === "number" ? (tried[`#turn ${body}`] as number) : 0;
  const turnTo = (degrees: number) => {
    const first = (tried[`#first ${body}`] ?? given) as [number, number, number, number];
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), (degrees * Math.PI) / 180).multiply(new Quaternion(...first));
    onTry({ ...tried, [`#turn ${body}`]: degrees, [`#first ${body}`]: first, [path]: turned.toArray() });
  };
  return <Slider label={`Turn the ${body}`} value={angle} least={-90} most={90} step={1} text={String(angle)} unit="°" onChange={turnTo} />;
}

function valueAt(study: Study, path: string): unknown {
  const keys = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, plain]) => plain ?? index);
  return keys.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    study,
  );
}

/** Without the notes that sliders keep beside what they set. */
export function settingsOf(tried: Settings): Settings {
  return Object.fromEntries(Object.entries(tried).filter(([path]) => !path.startsWith("#")));
}
