/** A soft body on the table and the shape it would have without gravity, step after step of the way there. Computed in a worker. */
import { percent, significant, withUnit } from "@carom/figures/geometry";
import { meshSurface, surfaceAt } from "carom/soft";
import type { RestShapeResult, RestShapeStudy } from "carom/study";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { lengthText, volumeText } from "../soft/measures.js";
import { MeshFiles } from "../soft/mesh-files.js";
import type { Gaze, Place } from "../soft/projection.js";
import { edgesOf, outwardTriangles } from "../soft/skin.js";
import { SkinSwitch } from "../soft/skin-switch.js";
import { smoothSurface } from "../soft/smooth.js";
import { SoftPage } from "../soft/soft-page.js";
import { useDraft } from "../soft/use-draft.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { More } from "../ui/more.js";
import { NumberRows } from "../ui/number-rows.js";
import { Slider } from "../ui/slider.js";
import { useClock } from "../ui/use-clock.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import type { WatchedRestShape } from "../worker/messages.js";
import { FourShapes } from "./four-shapes.js";
import { Gravity, Heights } from "./gravity.js";
import { HistoryChart } from "./history-chart.js";
import { ShapesPicture } from "./shapes-picture.js";
import "./rest-shape.css";

const KEYS: readonly KeyRow[] = [["Space", "gravity goes to and fro"]];

export function RestShapeView({ study, onStudy }: ViewProps<RestShapeStudy>) {
  const computation = useResult(study);
  const { result } = computation;
  const sliders = <Sliders study={study} onStudy={onStudy} />;
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
              story: story(result),
              data: { "data-status": result.status, "data-norm": result.norm },
            },
          })}
    >
      {result === undefined ? (
        <div className="transport">{sliders}</div>
      ) : (
        <Watched key={result.title} result={result}>
          {sliders}
        </Watched>
      )}
      <Inputs study={study} onStudy={onStudy} />
    </SoftPage>
  );
}

/** How much higher it would stand, and who sags twice. */
function story({ observed, rest, flip }: WatchedRestShape): string {
  const tall = heightOf(observed);
  const more = tall(rest) - tall(observed);
  const higher = `Without gravity it would stand ${lengthText(Math.abs(more), 2)} ${more >= 0 ? "higher" : "lower"}.`;
  const twice =
    flip === undefined
      ? ""
      : [
          " Whoever takes the seen shape for the true one lets it sag twice: turned over,",
          `${lengthText(flip.fromObserved.height, 3)} instead of ${lengthText(flip.fromRest.height, 3)}.`,
        ].join(" ");
  return `${higher}${twice}`;
}

/** The body under gravity that is held in the hand, differences enlarged where they are small; below it how the shape was found. */
function Watched({ result, children }: { readonly result: WatchedRestShape; readonly children: ReactNode }) {
  const { iterates, observed, history, residual, law } = result;
  const last = iterates.length;
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  const [gravity, setGravity] = useState(1);
  const [enlarged, setEnlarged] = useState(() => usualEnlargement(result));
  const [gaze, setGaze] = useState<Gaze>({ yaw: 0.5, pitch: 0.3 });
  const step = Math.min(place, last);
  const seen = observed as unknown as readonly Place[];
  const triangles = useMemo(() => surfaceOf(result), [result]);
  const nodes = step === 0 ? undefined : iterates[step - 1]!;
  /** The body where a part of the way from seen to without gravity is gone. */
  const partly = useCallback((part: number) => moved(seen, nodes, enlarged * part), [seen, nodes, enlarged]);
  const rest = useMemo(() => partly(1), [partly]);
  const shape = useMemo(() => partly(1 - gravity), [partly, gravity]);
  const [mesh, setMesh] = useState(false);
  const { solid, edges, outline } = useSkin(result, triangles, shape, rest);
  const sway = useClock(4, 0);
  const now = sway.playing ? Math.cos(2 * Math.PI * sway.part) : undefined;
  useEffect(() => {
    if (now !== undefined) setGravity(Math.round(100 * now) / 100);
  }, [now]);
  const hold = (next: number) => {
    sway.hold(Math.acos(next) / (2 * Math.PI));
    setGravity(next);
  };
  useKeys({ " ": sway.toggle });
  useKeyList(KEYS);
  const tall = useMemo(() => heightOf(observed), [observed]);
  const without = useMemo(() => moved(seen, nodes, 1), [seen, nodes]);
  const trueNow = useMemo(() => moved(seen, nodes, 1 - gravity), [seen, nodes, gravity]);
  return (
    <>
      <div className="scene-stage" data-gravity={gravity}>
        <ShapesPicture
          triangles={triangles}
          observed={seen}
          rest={rest}
          shape={shape}
          solid={mesh ? undefined : solid}
          edges={edges}
          outline={outline}
          gaze={gaze}
          onGaze={setGaze}
        />
        <Heights seen={tall(seen)} without={tall(without)} now={tall(trueNow)} />
        <Gravity gravity={gravity} onGravity={hold} />
        <p className="corner">
          {enlarged > 1.005 ? `differences drawn ${significant(enlarged, 2)} times as large; ` : ""}
          {law === "linear" ? "" : "between the ends in proportion; "}dashed: without gravity. Drag to turn.
          <SkinSwitch mesh={mesh} onMesh={setMesh} />
        </p>
      </div>
      <div className="transport">
        <button type="button" className="play" onClick={sway.toggle} aria-label={sway.playing ? "Pause" : "Play"}>
          {sway.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <output className="clock">gravity {gravity === 0 ? "0" : `${gravity.toFixed(2)} g`}</output>
        {children}
        <Slider
          label="Enlarged"
          value={Math.log10(enlarged)}
          least={0}
          most={2}
          step={0.02}
          text={significant(enlarged, 2)}
          unit="times"
          onChange={(value) => setEnlarged(10 ** value)}
        />
      </div>
      <FourShapes result={result} triangles={triangles} />
      <More title="How it was found">
        <div className="soft-side" data-step={step}>
          <div>
            <HistoryChart history={history} residual={residual} step={Math.min(step, history.length)} onStep={setPlace} />
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
          <NumberRows rows={numbers(result, history[Math.min(step, history.length - 1)])} />
        </div>
      </More>
    </>
  );
}

/** Nodes within this part of the height are at the top, or at the foot. */
const LEVEL = 1e-6;

/** Of the same nodes in any shape: the mean of those that are seen at the top above the mean of those at the foot, as the result has it. */
function heightOf(observed: readonly (readonly number[])[]): (nodes: readonly (readonly number[])[]) => number {
  const levels = observed.map((node) => node[2]!);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const near = (level: number) => levels.flatMap((z, i) => (Math.abs(z - level) <= LEVEL * (high - low) ? [i] : []));
  const [foot, top] = [near(low), near(high)];
  return (nodes) => {
    const mean = (list: readonly number[]) => list.reduce((sum, i) => sum + nodes[i]![2]!, 0) / list.length;
    return mean(top) - mean(foot);
  };
}

/** Where nodes are that have gone so much of the way from what is seen; none: nowhere. */
function moved(seen: readonly Place[], nodes: Float64Array | undefined, factor: number): readonly Place[] {
  if (nodes === undefined) return seen;
  return seen.map((place, i) => {
    const along = (axis: 0 | 1 | 2) => place[axis] + factor * (nodes[3 * i + axis]! - place[axis]);
    return [along(0), along(1), along(2)] as const;
  });
}

/** So that the largest difference is a tenth of the body's height, in whole steps, and never made smaller. */
function usualEnlargement({ observed, largestDisplacement }: WatchedRestShape): number {
  const height = Math.max(...observed.map((node) => node[2]!)) - Math.min(...observed.map((node) => node[2]!));
  const wanted = largestDisplacement > 0 ? (0.1 * height) / largestDisplacement : 1;
  return wanted < 1.5 ? 1 : Math.min(100, Number(wanted.toPrecision(1)));
}

function surfaceOf({ observed, tetrahedra }: WatchedRestShape): readonly (readonly [number, number, number])[] {
  const flat = meshSurface({ nodes: Float64Array.from(observed.flat()), tetrahedra: Int32Array.from(tetrahedra.flat()) }).triangles;
  return Array.from({ length: flat.length / 3 }, (_, k) => [flat[3 * k]!, flat[3 * k + 1]!, flat[3 * k + 2]!] as const);
}

/** What is drawn as clay, the skin or a smooth one of the mesh's own surface, and what the outline without gravity is made of. */
function useSkin(
  { carried, observed }: WatchedRestShape,
  triangles: ReturnType<typeof surfaceOf>,
  shape: readonly Place[],
  rest: readonly Place[],
) {
  const cut = useMemo(() => {
    const flat = carried === undefined ? Int32Array.from(triangles.flat()) : outwardTriangles(carried, surfaceAt(carried, observed.flat()));
    return { flat, edges: edgesOf(flat) };
  }, [carried, observed, triangles]);
  const outline = useMemo(
    () => (carried === undefined ? Float64Array.from(rest.flat()) : surfaceAt(carried, rest.flat())),
    [carried, rest],
  );
  const solid = useMemo(
    () => (carried === undefined ? smoothSurface(triangles, shape) : { triangles: cut.flat, places: surfaceAt(carried, shape.flat()) }),
    [carried, cut, triangles, shape],
  );
  return { solid, edges: cut.edges, outline };
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
function Sliders({ study, onStudy }: InputsProps) {
  const { first, shown, change, settle } = useDraft(study, onStudy);
  const { material } = shown;
  const middle = Math.log10(first.material.youngModulus);
  const withMaterial = (more: Partial<RestShapeStudy["material"]>) => change({ ...shown, material: { ...material, ...more } });
  return (
    <>
      <Slider
        label="Stiffness"
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
    </>
  );
}

/** How it is looked for, and bodies of one's own. */
function Inputs({ study, onStudy }: InputsProps) {
  const isPlain = study.solver?.method === "fixed-point";
  return (
    <div className="inputs">
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
