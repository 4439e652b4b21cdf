/** A soft body on the table and the shape it would have without gravity, step after step of the way there. Computed in a worker. */
import { percent, significant, withUnit } from "@carom/figures/geometry";
import { meshSurface } from "carom/soft";
import type { RestShapeResult, RestShapeStudy } from "carom/study";
import { useEffect, useMemo, useState } from "react";
import type { Gaze } from "../pickup/projection.js";
import { ViewBar } from "../shell/view-bar.js";
import { Slider } from "../ui/slider.js";
import { Warning } from "../ui/warning.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import type { WatchedRestShape } from "../worker/messages.js";
import { HistoryChart } from "./history-chart.js";
import { ShapesPicture } from "./shapes-picture.js";
import "../styles/inspector.css";
import "../styles/player.css";
import "../styles/rest-shape.css";

export function RestShapeView({ study, onStudy }: ViewProps<RestShapeStudy>) {
  const { result: any, running, progress, failure, cancelled, milliseconds, cancel } = useResult(study);
  const result = any?.kind === "rest-shape" && "iterates" in any ? any : undefined;
  useEffect(() => {
    if (!running) return;
    const key = (event: KeyboardEvent) => event.key === "Escape" && cancel();
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [running, cancel]);
  const stale = running || failure !== undefined || cancelled;
  return (
    <>
      <ViewBar study={study} subtitle="a soft body without gravity" />
      <main
        className={stale ? "rest-shape stale" : "rest-shape"}
        data-status={stale ? undefined : result?.status}
        data-norm={stale ? undefined : result?.norm}
      >
        <header className="view-sentence">
          <h1 aria-live="polite">
            {failure !== undefined ? (
              <span className="view-error">{failure.message}</span>
            ) : running ? (
              "Looking for its shape without gravity …"
            ) : cancelled ? (
              "Cancelled."
            ) : (
              result !== undefined && sentence(result)
            )}
          </h1>
          {result !== undefined && !stale && <p>{story(result, milliseconds ?? 0)}</p>}
          {!stale && result?.warnings.map(({ code, message }) => <Warning key={code} text={`${message}.`} />)}
        </header>
        {running && (
          <div className="run-progress" role="status">
            <progress aria-label="Computing" />
            <p>step {progress?.impacts ?? 0}</p>
            <button type="button" className="text-button" onClick={cancel}>
              Cancel (Esc)
            </button>
          </div>
        )}
        {result !== undefined && <Watched key={result.title} result={result} />}
        <Inputs study={study} onStudy={onStudy} />
      </main>
    </>
  );
}

function sentence({ status, largestDisplacement }: RestShapeResult): string {
  if (status !== "converged") return "No shape without gravity was found.";
  return `Without gravity it would be up to ${withUnit(largestDisplacement, "m")} away from where it is.`;
}

function story({ method, iterations, sagsBackWithin, mesh, status }: RestShapeResult, milliseconds: number): string {
  const way = method === "newton" ? "Newton's method" : "The plain iteration";
  const took = `${way} took ${iterations} steps on ${mesh.nodes} nodes, ${significant(milliseconds / 1e3, 2)} s.`;
  return status === "converged"
    ? `${took} Let sag again, the recovered shape is within ${withUnit(Math.max(sagsBackWithin, 1e-18), "m", 1)} of what is seen.`
    : took;
}

/** The way there under a slider, enlarged where it is small. */
function Watched({ result }: { readonly result: WatchedRestShape }) {
  const { iterates, observed, tetrahedra, history, residual } = result;
  const last = iterates.length;
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  const [enlarged, setEnlarged] = useState(1);
  const [gaze, setGaze] = useState<Gaze>({ yaw: 0.5, pitch: 0.22 });
  const step = Math.min(place, last);
  const triangles = useMemo(
    () => meshSurface({ nodes: Float64Array.from(observed.flat()), tetrahedra: Int32Array.from(tetrahedra.flat()) }).triangles,
    [observed, tetrahedra],
  );
  const shape = useMemo(() => {
    const nodes = step === 0 ? undefined : iterates[step - 1]!;
    return observed.map((seen, i) =>
      nodes === undefined ? seen : seen.map((value, axis) => value + enlarged * (nodes[3 * i + axis]! - value)),
    );
  }, [iterates, observed, step, enlarged]);
  const at = history[Math.min(step, history.length - 1)];
  return (
    <div className="rest-shape-stage">
      <figure>
        <ShapesPicture
          triangles={triangles}
          observed={observed}
          shape={shape}
          most={enlarged * result.largestDisplacement}
          gaze={gaze}
          onGaze={setGaze}
        />
        <figcaption>wire: as it is seen; clay: without gravity, bluer where it is farther away. Drag to turn.</figcaption>
        <div className="frame-bar">
          <input
            type="range"
            aria-label="step of the solver"
            min={0}
            max={last}
            value={step}
            onChange={(event) => setPlace(Number(event.currentTarget.value))}
          />
          <output data-step={step}>{step === 0 ? "as it is seen" : `after step ${step}`}</output>
        </div>
        <Slider
          label="Differences enlarged"
          value={Math.log10(enlarged)}
          least={0}
          most={2}
          step={0.02}
          text={significant(enlarged, 2)}
          unit="times"
          onChange={(value) => setEnlarged(10 ** value)}
        />
      </figure>
      <div className="rest-shape-side">
        <HistoryChart history={history} residual={residual} step={Math.min(step, history.length)} onStep={setPlace} />
        <table className="numbers">
          <tbody>
            {numbers(result, at).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function numbers(result: RestShapeResult, at: RestShapeResult["history"][number] | undefined): [string, string][] {
  const { volumes, largestStrain, convergence, frictionNeeded, flip, mass } = result;
  return [
    ["mass", withUnit(mass, "kg")],
    ["volume as it is seen", withUnit(volumes.observed, "m³", 4)],
    ["volume without gravity", `${withUnit(volumes.rest, "m³", 4)} (${percent(volumes.change)})`],
    ["largest strain", percent(largestStrain)],
    ...(frictionNeeded === undefined ? [] : [["friction that holds the base", significant(frictionNeeded, 3)] satisfies [string, string]]),
    ...(at === undefined ? [] : [["factor on this step", significant(at.relaxation, 3)] satisfies [string, string]]),
    ...(convergence === undefined
      ? []
      : ([
          ["rate of the plain iteration", `${significant(convergence.rate.plain, 3)}${convergence.rate.plain < 1 ? "" : ": it diverges"}`],
          ["its 2-norm", significant(convergence.norm2, 3)],
          [
            "best relaxation, its rate",
            convergence.rate.best === undefined
              ? "none"
              : `${significant(convergence.rate.best.relaxation, 3)}, ${significant(convergence.rate.best.rate, 3)}`,
          ],
        ] satisfies [string, string][])),
    ...(flip === undefined
      ? []
      : ([
          ["height, without gravity", `${significant(flip.observed.height, 4)}, ${significant(flip.rest.height, 4)} m`],
          ["turned over, from seen, from rest", `${significant(flip.fromObserved.height, 4)}, ${significant(flip.fromRest.height, 4)} m`],
        ] satisfies [string, string][])),
  ];
}

interface InputsProps {
  readonly study: RestShapeStudy;
  readonly onStudy: ViewProps["onStudy"];
}

/** What decides how far it sags. A drag computes once, at its end. */
function Inputs({ study, onStudy }: InputsProps) {
  const [first] = useState(study);
  const [draft, setDraft] = useState<RestShapeStudy>();
  const shown = draft ?? study;
  const settle = () => {
    if (draft === undefined) return;
    onStudy(draft);
    setDraft(undefined);
  };
  const { material } = shown;
  const middle = Math.log10(first.material.youngModulus);
  const isPlain = study.solver?.method === "fixed-point";
  const change = (more: Partial<RestShapeStudy["material"]>) => setDraft({ ...shown, material: { ...material, ...more } });
  return (
    <div className="inputs">
      <Slider
        label="Young's modulus"
        symbol="E"
        value={Math.log10(material.youngModulus)}
        least={middle - 1}
        most={middle + 1}
        step={0.02}
        text={significant(material.youngModulus, 3)}
        unit="Pa"
        onChange={(value) => change({ youngModulus: Number((10 ** value).toPrecision(4)) })}
        onSettle={settle}
      />
      <Slider
        label="Poisson's ratio"
        symbol="ν"
        value={material.poissonRatio}
        least={0}
        most={0.49}
        step={0.01}
        text={significant(material.poissonRatio, 2)}
        onChange={(value) => change({ poissonRatio: value })}
        onSettle={settle}
      />
      <Slider
        label="Density"
        value={material.density}
        least={0}
        most={2 * Math.max(1, first.material.density)}
        step={10}
        text={significant(material.density, 3)}
        unit="kg/m³"
        onChange={(value) => change({ density: value })}
        onSettle={settle}
      />
      <fieldset>
        <legend>Solver</legend>
        <button type="button" className="bar-button" aria-pressed={!isPlain} onClick={() => onStudy(withSolver(study, {}))}>
          Newton
        </button>
        {([1, 0.5] as const).map((relaxation) => (
          <button
            key={relaxation}
            type="button"
            className="bar-button"
            aria-pressed={isPlain && study.solver?.relaxation === relaxation}
            onClick={() => onStudy(withSolver(study, { method: "fixed-point", relaxation, tolerance: 1e-6, maximumIterations: 100 }))}
          >
            {relaxation === 1 ? "plain iteration" : "relaxed by a half"}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

const withSolver = (study: RestShapeStudy, solver: NonNullable<RestShapeStudy["solver"]>): RestShapeStudy => ({ ...study, solver });
