/** A film with impacts slowed, a picture at twice the size, and the run as a model. */
import { significant } from "@carom/figures/geometry";
import type { SimulationStudy, Study } from "carom/study";
import { useEffect, useMemo, useRef, useState } from "react";
import { download } from "../export/download.js";
import type { Moment } from "../player/axis.js";
import { impulseOf, impulseUnit, peakForceOf, showsForces } from "../player/run.js";
import type { Route } from "../shell/route.js";
import { fileName } from "../study/file-name.js";
import { Slider } from "../ui/slider.js";
import { codecFor, FILM_PARTS, type FilmPart, type FilmPlan, filmOf, painterOf } from "./film.js";
import { hardestImpacts, momentAt, type Stretch, stretchesOf } from "./film-clock.js";
import { FilmCurve } from "./film-curve.js";
import { parseMoment } from "./place.js";
import type { ShownRun } from "./shown-run.js";

const SHAPES = [
  ["16:9", 1280, 720],
  ["1:1", 720, 720],
  ["9:16", 720, 1280],
] as const;

interface FilmTabProps {
  readonly study: Study;
  readonly shown: ShownRun | undefined;
  readonly query: Route["query"];
}

export function FilmTab({ study, shown, query }: FilmTabProps) {
  if (shown === undefined) return <p className="lead">Only runs and impacts of bodies can be filmed.</p>;
  return <Film study={study} shown={shown} query={query} />;
}

/** Impacts that can be chosen: the hardest. */
const MOST_CHOSEN = 8;

function Film({ study, shown, query }: FilmTabProps & { readonly shown: ShownRun }) {
  const { run, scene } = shown;
  const small = Number(query.size);
  const [shape, setShape] = useState(0);
  const [rate, setRate] = useState(30);
  const [slower, setSlower] = useState(shown.lasts ? 2 : 6);
  const [opened, setOpened] = useState<readonly number[]>(() => hardestImpacts(run, 1));
  const [openFor, setOpenFor] = useState(2);
  const [parts, setParts] = useState<ReadonlySet<FilmPart>>(new Set(FILM_PARTS));
  const [, wide, high] = SHAPES[shape];
  const scale = small >= 64 && small < high ? small / high : 1;
  const plan = useMemo(
    (): FilmPlan => ({
      width: 2 * Math.round((wide * scale) / 2),
      height: 2 * Math.round((high * scale) / 2),
      rate,
      slower,
      opened,
      openFor,
      parts,
      ...(query.c === undefined ? {} : { camera: query.c }),
    }),
    [wide, high, scale, rate, slower, opened, openFor, parts, query.c],
  );
  const stretches = useMemo(() => stretchesOf(run, plan), [run, plan]);
  const whole = stretches[stretches.length - 1].to;
  const [asked, setAt] = useState(() => startOf(run, stretches, query.m));
  const at = Math.min(whole, asked);
  const moment = useMemo(() => momentAt(stretches, at), [stretches, at]);
  return (
    <div className="take-film">
      <div className="take-seen">
        <Preview scene={scene} run={run} plan={plan} moment={moment} />
        <FilmCurve run={run} stretches={stretches} at={at} onAt={setAt} />
      </div>
      <section className="take-panel" aria-label="The film">
        <Choice name="Shape" options={SHAPES.map(([words]) => words)} chosen={shape} onChoose={setShape} />
        <Choice name="Frames a second" options={["30", "60"]} chosen={rate === 30 ? 0 : 1} onChoose={(i) => setRate(i === 0 ? 30 : 60)} />
        <Slider label="Slower than the world" value={slower} least={1} most={40} step={1} text={`${slower} times`} onChange={setSlower} />
        {run.impacts.length > 0 && (
          <>
            <Slider
              label="Each impact opens for"
              value={openFor}
              least={0.5}
              most={6}
              step={0.5}
              text={openFor.toFixed(1)}
              unit="s"
              onChange={setOpenFor}
            />
            <OpenedImpacts run={run} opened={opened} onOpened={setOpened} />
          </>
        )}
        <fieldset className="take-list">
          <legend>In the picture</legend>
          {FILM_PARTS.map((part) => (
            <label key={part}>
              <input type="checkbox" checked={parts.has(part)} onChange={() => setParts(toggled(parts, part))} /> {part}
            </label>
          ))}
        </fieldset>
        <p className="take-length">
          <span>Length</span>
          <b>
            {whole.toFixed(1)} s, {Math.max(2, Math.round(whole * rate))} frames
          </b>
        </p>
        <Making study={study} shown={shown} plan={plan} moment={moment} />
      </section>
    </div>
  );
}

function toggled<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  return new Set(set.has(one) ? [...set].filter((other) => other !== one) : [...set, one]);
}

interface OpenedImpactsProps {
  readonly run: ShownRun["run"];
  readonly opened: readonly number[];
  readonly onOpened: (opened: readonly number[]) => void;
}

function OpenedImpacts({ run, opened, onOpened }: OpenedImpactsProps) {
  const softer = run.impacts.length - MOST_CHOSEN;
  const forces = showsForces(run);
  return (
    <fieldset className="take-list">
      <legend>Impacts that open</legend>
      {hardestImpacts(run, MOST_CHOSEN).map((index) => {
        const impact = run.impacts[index];
        const size = forces ? `${significant(peakForceOf(impact), 3)} N` : `${significant(impulseOf(impact), 3)} ${impulseUnit(run)}`;
        return (
          <label key={index}>
            <input type="checkbox" checked={opened.includes(index)} onChange={() => onOpened([...toggled(new Set(opened), index)])} />{" "}
            impact {index + 1} <small>{size}</small>
          </label>
        );
      })}
      {softer > 0 && (
        <p className="note">
          and {softer} softer {softer === 1 ? "one" : "ones"}, closed
        </p>
      )}
    </fieldset>
  );
}

/** Where the preview stands, s of film: at the moment of the address, or in the middle. */
function startOf(run: ShownRun["run"], stretches: readonly Stretch[], text: string | undefined): number {
  const asked = parseMoment(text, run);
  const whole = stretches[stretches.length - 1].to;
  if (asked === undefined) return whole / 2;
  const found = stretches.find(({ world, to, from }) => world[1] >= asked.time && to > from) ?? stretches[stretches.length - 1];
  const [begin, end] = found.world;
  return found.from + (end > begin ? (asked.time - begin) / (end - begin) : 0) * (found.to - found.from);
}

interface ChoiceProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

export function Choice({ name, options, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="switch">
      <legend>{name}</legend>
      {options.map((words, i) => (
        <label key={words}>
          <input type="radio" name={name} checked={i === chosen} onChange={() => onChoose(i)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PreviewProps {
  readonly scene: SimulationStudy;
  readonly run: ShownRun["run"];
  readonly plan: FilmPlan;
  readonly moment: Moment;
}

/** One frame, as it will be. */
function Preview({ scene, run, plan, moment }: PreviewProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { width, height, camera, parts, opened } = plan;
  const [painter, setPainter] = useState<ReturnType<typeof painterOf>>();
  // The clock of the film changes what is shown, not how.
  useEffect(() => {
    const made = painterOf({ scene, run, plan });
    setPainter(made);
    if (made !== undefined) holder.current?.replaceChildren(made.canvas);
    return () => made?.dispose();
  }, [scene, run, width, height, parts, opened, camera]);
  useEffect(() => painter?.paint(moment), [painter, moment]);
  return <div className="take-preview" ref={holder} role="img" aria-label={`A frame of the film at ${moment.time.toFixed(3)} s`} />;
}

interface MakingProps {
  readonly study: Study;
  readonly shown: ShownRun;
  readonly plan: FilmPlan;
  readonly moment: PreviewProps["moment"];
}

function Making({ study, shown, plan, moment }: MakingProps) {
  const [message, setMessage] = useState("");
  const [frames, setFrames] = useState<readonly [number, number]>();
  const stopped = useRef(false);
  const [codec, setCodec] = useState<string>();
  const name = fileName(study.title);
  useEffect(() => {
    codecFor(plan.width, plan.height).then((found) => setCodec(found?.name ?? "none"));
  }, [plan.width, plan.height]);
  const film = () => {
    stopped.current = false;
    setMessage("");
    setFrames([0, 1]);
    filmOf({ ...shown, plan, progress: (frame, of) => setFrames([frame, of]), stopped: () => stopped.current })
      .then(({ blob, ending, frames: count }) => {
        download(`${name}.${ending}`, blob.type, blob);
        setMessage(`${count} frames, ${Math.max(1, Math.round(blob.size / 1000))} kB, are in ${name}.${ending}.`);
      })
      .catch((error: Error) => setMessage(error.message))
      .finally(() => setFrames(undefined));
  };
  const picture = () => {
    const painter = painterOf({ ...shown, plan: { ...plan, width: 2 * plan.width, height: 2 * plan.height } });
    painter?.paint(moment);
    painter?.canvas.toBlob((blob) => blob !== null && download(`${name}.png`, "image/png", blob), "image/png");
    painter?.dispose();
  };
  const model = async () => {
    const { glbOf } = await import("./glb.js");
    const blob = await glbOf(study as SimulationStudy);
    download(`${name}.glb`, blob.type, blob);
  };
  return (
    <>
      {codec === "none" && <p className="note">This browser has no encoder: the film comes as a ZIP of its frames.</p>}
      <p className="take-save">
        {frames === undefined ? (
          <button type="button" className="button solid" onClick={film}>
            Save the film
          </button>
        ) : (
          <button type="button" className="button solid" onClick={() => (stopped.current = true)}>
            Stop: frame {frames[0]} of {frames[1]}
          </button>
        )}
      </p>
      <p className="take-more">
        <button type="button" className="button" onClick={picture}>
          Save this picture (PNG, 2x)
        </button>
        {shown.lasts && (
          <button type="button" className="button" onClick={() => model().catch((error: Error) => setMessage(error.message))}>
            Save the run as GLB
          </button>
        )}
      </p>
      <p role="status" className="note">
        {message}
      </p>
    </>
  );
}
