/** A soft body on the table and the shape it would have without gravity, step after step of the way there. Computed in a worker. */
import { percent, significant, withUnit } from "@carom/figures/geometry";
import { meshSurface, surfaceAt } from "carom/soft";
import type { RestShapeResult, RestShapeStudy } from "carom/study";
import { useMemo, useState } from "react";
import { lengthText, volumeText } from "../soft/measures.js";
import { MeshFiles } from "../soft/mesh-files.js";
import type { Gaze, Place } from "../soft/projection.js";
import { edgesOf, outwardTriangles } from "../soft/skin.js";
import { SkinSwitch } from "../soft/skin-switch.js";
import { SoftPage } from "../soft/soft-page.js";
import { useDraft } from "../soft/use-draft.js";
import { NumberRows } from "../ui/number-rows.js";
import { Slider } from "../ui/slider.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import type { WatchedRestShape } from "../worker/messages.js";
import { HistoryChart } from "./history-chart.js";
import { ShapesPicture } from "./shapes-picture.js";
import "./rest-shape.css";

export function RestShapeView({ study, onStudy }: ViewProps<RestShapeStudy>) {
  const computation = useResult(study);
  const { result, milliseconds = 0 } = computation;
  return (
    <SoftPage
      study={study}
      subtitle="a soft body without gravity"
      className="rest-shape"
      computation={computation}
      doing="Looking for its shape without gravity …"
      {...(result === undefined
        ? {}
        : {
            told: {
              words: wordsOf(result),
              story: `${result.mesh.nodes} nodes; computed in ${significant(milliseconds / 1e3, 2)} s.`,
              data: { "data-status": result.status, "data-norm": result.norm },
            },
          })}
    >
      {result !== undefined && <Watched key={result.title} result={result} />}
      <Inputs study={study} onStudy={onStudy} />
    </SoftPage>
  );
}

/** The way there under a slider, enlarged where it is small. */
function Watched({ result }: { readonly result: WatchedRestShape }) {
  const { iterates, observed, tetrahedra, history, residual } = result;
  const last = iterates.length;
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  const [enlarged, setEnlarged] = useState(1);
  const [gaze, setGaze] = useState<Gaze>({ yaw: 0.5, pitch: 0.22 });
  const step = Math.min(place, last);
  const seen = observed as unknown as readonly Place[];
  const triangles = useMemo(() => {
    const flat = meshSurface({ nodes: Float64Array.from(observed.flat()), tetrahedra: Int32Array.from(tetrahedra.flat()) }).triangles;
    return Array.from({ length: flat.length / 3 }, (_, k) => [flat[3 * k]!, flat[3 * k + 1]!, flat[3 * k + 2]!] as const);
  }, [observed, tetrahedra]);
  const shape = useMemo(() => {
    const nodes = step === 0 ? undefined : iterates[step - 1]!;
    if (nodes === undefined) return seen;
    return seen.map((place, i) => {
      const moved = (axis: 0 | 1 | 2) => place[axis] + enlarged * (nodes[3 * i + axis]! - place[axis]);
      return [moved(0), moved(1), moved(2)] as const;
    });
  }, [iterates, seen, step, enlarged]);
  const [mesh, setMesh] = useState(false);
  const skin = useSkin(result, shape, enlarged);
  const at = history[Math.min(step, history.length - 1)];
  return (
    <div className="soft-stage">
      <figure>
        <ShapesPicture
          triangles={triangles}
          observed={seen}
          shape={shape}
          most={enlarged * result.largestDisplacement}
          gaze={gaze}
          onGaze={setGaze}
          {...(skin === undefined || mesh ? {} : { skin })}
        />
        <figcaption>
          {skin === undefined || mesh ? "wire" : "outline"}: as it is seen; clay: without gravity, bluer where it is farther away. Drag to
          turn.
          {skin !== undefined && <SkinSwitch mesh={mesh} onMesh={setMesh} />}
        </figcaption>
        <div className="frame-bar" data-step={step}>
          <Slider
            label="Step of the solver"
            value={step}
            least={0}
            most={last}
            step={1}
            text={step === 0 ? "as it is seen" : `after step ${step}`}
            onChange={setPlace}
          />
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
      <div className="soft-side">
        <HistoryChart history={history} residual={residual} step={Math.min(step, history.length)} onStep={setPlace} />
        <NumberRows rows={numbers(result, at)} />
      </div>
    </div>
  );
}

/** The skin of a shape, coloured by how far it is from what is seen. */
function useSkin({ carried, observed, largestDisplacement }: WatchedRestShape, shape: readonly Place[], enlarged: number) {
  const seen = useMemo(() => {
    if (carried === undefined) return undefined;
    const from = surfaceAt(carried, observed.flat());
    const triangles = outwardTriangles(carried, from);
    return { from, triangles, edges: edgesOf(triangles) };
  }, [carried, observed]);
  return useMemo(() => {
    if (carried === undefined || seen === undefined) return undefined;
    const { from, triangles, edges } = seen;
    const places = surfaceAt(carried, shape.flat());
    return { edges, solid: { from, triangles, places, most: enlarged * largestDisplacement, colour: "--stick" } };
  }, [carried, seen, shape, enlarged, largestDisplacement]);
}

function numbers(result: WatchedRestShape, at: RestShapeResult["history"][number] | undefined): [string, string][] {
  const { volumes, largestStrain, convergence, frictionNeeded, flip, mass } = result;
  return [
    ["mass", withUnit(mass, "kg")],
    ["volume as it is seen", volumeText(volumes.observed)],
    ["volume without gravity", `${volumeText(volumes.rest)} (${percent(volumes.change)})`],
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
          ["height, without gravity", `${lengthText(flip.observed.height, 4)}, ${lengthText(flip.rest.height, 4)}`],
          ["turned over, from seen, from rest", `${lengthText(flip.fromObserved.height, 4)}, ${lengthText(flip.fromRest.height, 4)}`],
        ] satisfies [string, string][])),
  ];
}

interface InputsProps {
  readonly study: RestShapeStudy;
  readonly onStudy: ViewProps["onStudy"];
}

/** What decides how far it sags. */
function Inputs({ study, onStudy }: InputsProps) {
  const { first, shown, change, settle } = useDraft(study, onStudy);
  const { material } = shown;
  const middle = Math.log10(first.material.youngModulus);
  const isPlain = study.solver?.method === "fixed-point";
  const withMaterial = (more: Partial<RestShapeStudy["material"]>) => change({ ...shown, material: { ...material, ...more } });
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
        onChange={(value) => withMaterial({ youngModulus: Number((10 ** value).toPrecision(4)) })}
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
        onChange={(value) => withMaterial({ poissonRatio: value })}
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
        onChange={(value) => withMaterial({ density: value })}
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
      <MeshFiles study={study} onStudy={onStudy} />
    </div>
  );
}

const withSolver = (study: RestShapeStudy, solver: NonNullable<RestShapeStudy["solver"]>): RestShapeStudy => ({ ...study, solver });
