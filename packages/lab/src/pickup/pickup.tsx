/**
 * A soft body between two fingers: squeeze it step by step, see which nodes stick and slip, what it takes to lift it, and lift it. Computed
 * in a worker.
 */
import { significant } from "@carom/figures/geometry";
import { surfaceAt } from "carom/soft";
import type { PickupStudy } from "carom/study";
import { useEffect, useMemo, useState } from "react";
import { MeshFiles } from "../soft/mesh-files.js";
import { type Gaze, gazeAcross } from "../soft/projection.js";
import { outwardTriangles } from "../soft/skin.js";
import { SkinSwitch } from "../soft/skin-switch.js";
import { SoftPage } from "../soft/soft-page.js";
import type { Solid } from "../soft/solid-canvas.js";
import { useDraft } from "../soft/use-draft.js";
import { FrictionSlider } from "../ui/material-sliders.js";
import { NumberRows } from "../ui/number-rows.js";
import { Slider } from "../ui/slider.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import type { PickupFrame, WatchedPickup } from "../worker/messages.js";
import { BodyPicture } from "./body-picture.js";
import { StripChart } from "./strip-chart.js";
import "./pickup.css";

export function PickupView({ study, example, onStudy }: ViewProps<PickupStudy>) {
  const computation = useResult(study);
  const { result, milliseconds = 0 } = computation;
  return (
    <SoftPage
      study={study}
      subtitle="two fingers pick up a soft body"
      className="pickup"
      computation={computation}
      doing="Squeezing …"
      {...(result === undefined
        ? {}
        : {
            told: {
              words: wordsOf(result),
              story: story(result, milliseconds),
              data: { "data-outcome": result.outcome, "data-depth": result.leastDepth?.depth },
            },
          })}
    >
      {result !== undefined && <Watched key={result.title} result={result} />}
      <Inputs study={study} example={example} onStudy={onStudy} />
    </SoftPage>
  );
}

/** How well the laws of contact hold at all nodes, and what that took. */
function story({ checks }: WatchedPickup, milliseconds: number): string {
  const worst = Math.max(...Object.values(checks));
  return `Every law of contact holds to ${significant(worst, 1)}; computed in ${significant(milliseconds / 1e3, 2)} s.`;
}

/** The frames of a run under a slider, with forces and what could be lifted. */
function Watched({ result }: { readonly result: WatchedPickup }) {
  const { frames, fingers, body, leastDepth } = result;
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  const [gaze, setGaze] = useState<Gaze>(() => gazeAcross(fingers[0]!.direction));
  const [playing, setPlaying] = useState(false);
  const last = frames.length - 1;
  const index = Math.min(place, last);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setPlace((now) => (Math.min(now, last) >= last ? 0 : Math.min(now, last) + 1)), 140);
    return () => clearInterval(timer);
  }, [playing, last]);
  const show = (frame: number) => {
    setPlaying(false);
    setPlace(frame);
  };
  const most = useMemo(() => largestMotion(result), [result]);
  const frame = frames[index]!;
  const { record } = frame;
  const [mesh, setMesh] = useState(false);
  const skin = useSkin(result, frame, most);
  const lifts = frames.findIndex(({ phase }) => phase === "lift");
  const values = (value: (each: WatchedPickup["frames"][number]["record"]) => number | undefined) =>
    frames.map((each) => value(each.record));
  const liftable = [
    { name: "virtual lift", values: values(({ liftable: { virtual } }) => virtual) },
    { name: "hypothetical", values: values(({ liftable: { hypothetical } }) => hypothetical) },
    { name: "frozen, any", values: values(({ liftable: { frozen } }) => frozen?.any) },
  ].filter((curve) => curve.values.some((value) => value !== undefined));
  return (
    <div className="soft-stage">
      <figure>
        <BodyPicture
          result={result}
          shape={frame.shape}
          most={most}
          gaze={gaze}
          onGaze={setGaze}
          {...(skin === undefined || mesh ? {} : { solid: skin })}
        />
        <figcaption>
          <span className="dot stick" /> sticks <span className="dot slip" /> slips; greener: moved farther since rest, at most{" "}
          {significant(most * 1e3, 3)} mm. Drag to turn.
          {skin !== undefined && <SkinSwitch mesh={mesh} onMesh={setMesh} />}
        </figcaption>
        <div className="frame-bar" data-frame={index}>
          <button type="button" className="bar-button" onClick={() => setPlaying(!playing)}>
            {playing ? "Pause" : "Play"}
          </button>
          <Slider
            label="Depth of the squeeze, then rise of the fingers"
            value={index}
            least={0}
            most={last}
            step={1}
            text={
              frame.phase === "lift"
                ? `fingers up ${significant(record.height * 1e3, 3)} mm`
                : `${significant(record.depth * 1e3, 4)} mm deep`
            }
            {...(lifts > 0 && leastDepth !== undefined
              ? { tick: { at: lifts - 1, words: `lifts from ${significant(leastDepth.depth * 1e3, 3)} mm` } }
              : {})}
            onChange={show}
          />
        </div>
      </figure>
      <div className="soft-side">
        <StripChart
          label="push of the fingers and of the table, N"
          curves={[
            { name: "finger 1", values: values(({ squeeze: [first] }) => first) },
            { name: "finger 2", values: values(({ squeeze: [, second] }) => second) },
            { name: "table", values: values(({ tableForce }) => tableForce[2]) },
          ]}
          show={[0, body.weight]}
          frame={index}
          lifts={lifts}
          onFrame={show}
        />
        {liftable.length > 0 && (
          <StripChart
            label="part of the weight that could be lifted"
            curves={liftable}
            show={[0, 1]}
            frame={index}
            lifts={lifts}
            onFrame={show}
          />
        )}
        <NumberRows
          rows={[
            ["finger 1, N", forceText(record.fingerForces[0]!, body.weight)],
            ["finger 2, N", forceText(record.fingerForces[1]!, body.weight)],
            ["table, stick + slip", `${record.contacts[0]!.stick} + ${record.contacts[0]!.slip}`],
            [
              "fingers, stick + slip",
              `${record.contacts[1]!.stick + record.contacts[2]!.stick} + ${record.contacts[1]!.slip + record.contacts[2]!.slip}`,
            ],
            ["work, of it friction, mJ", `${significant(record.work * 1e3, 4)}, ${significant(record.frictionLoss * 1e3, 3)}`],
            ...(record.passed === undefined ? [] : [["lift test", record.passed ? "passed" : "failed"] as const]),
          ]}
        />
      </div>
    </div>
  );
}

/** The skin at a frame, coloured by how far it has moved since rest. */
function useSkin({ carried, frames }: WatchedPickup, { nodes }: PickupFrame, most: number): Solid | undefined {
  const rest = useMemo(() => {
    const first = frames[0]?.nodes;
    if (carried === undefined || first === undefined) return undefined;
    const from = surfaceAt(carried, first);
    return { from, triangles: outwardTriangles(carried, from) };
  }, [carried, frames]);
  return useMemo(
    () =>
      carried === undefined || rest === undefined || nodes === undefined
        ? undefined
        : { ...rest, places: surfaceAt(carried, nodes), most, colour: "--kept" },
    [carried, rest, nodes, most],
  );
}

/** Components that are rounding are zero. */
const forceText = (force: readonly number[], weight: number): string =>
  force.map((value) => significant(Math.abs(value) < 1e-9 * weight ? 0 : value, 3)).join(", ");

function largestMotion({ frames, shapes }: WatchedPickup): number {
  let most = 0;
  for (const { shape, phase } of frames) {
    if (phase === "lift") continue;
    shape.places.forEach((place, k) => {
      const rest = shapes.rest.places[k]!;
      most = Math.max(most, Math.hypot(place[0] - rest[0], place[1] - rest[1], place[2] - rest[2]));
    });
  }
  return most;
}

/** The source's four bodies, and ours. */
const BODIES = ["tomato", "orange", "bun", "football", "box"] as const;

interface InputsProps {
  readonly study: PickupStudy;
  /** Its name, where nothing is changed. */
  readonly example: string | undefined;
  readonly onStudy: ViewProps["onStudy"];
}

/** What a user asks first: how rough, how hard, how large the fingers are. */
function Inputs({ study, example, onStudy }: InputsProps) {
  const { first, shown, change, settle } = useDraft(study, onStudy);
  const { friction, radius } = shown.fingers[0];
  const withFingers = (finger: { friction?: number; radius?: number }): PickupStudy => ({
    ...shown,
    fingers: [
      { ...shown.fingers[0], ...finger },
      { ...shown.fingers[1], ...finger },
    ],
    ...(finger.friction === undefined ? {} : { table: { friction: finger.friction } }),
  });
  const modulus = Math.log10(shown.material.youngModulus);
  const middle = Math.log10(first.material.youngModulus);
  return (
    <div className="inputs">
      <FrictionSlider
        label="Friction of fingers and table"
        value={friction}
        least={0.05}
        most={Math.max(1.2, friction)}
        text={significant(friction, 3)}
        onChange={(value) => change(withFingers({ friction: value }))}
        onSettle={settle}
      />
      <Slider
        label="Young's modulus"
        symbol="E"
        value={modulus}
        least={middle - 1}
        most={middle + 1}
        step={0.02}
        text={significant(shown.material.youngModulus, 3)}
        unit="Pa"
        onChange={(value) => change({ ...shown, material: { ...shown.material, youngModulus: Number((10 ** value).toPrecision(4)) } })}
        onSettle={settle}
      />
      <Slider
        label="Radius of both fingers"
        value={radius * 1e3}
        least={0.4 * first.fingers[0].radius * 1e3}
        most={2.5 * first.fingers[0].radius * 1e3}
        step={0.1}
        text={significant(radius * 1e3, 3)}
        unit="mm"
        onChange={(value) => change(withFingers({ radius: value / 1e3 }))}
        onSettle={settle}
      />
      <nav className="bodies" aria-label="Other bodies">
        <span>Body</span>
        {BODIES.map((name) => (
          <a
            key={name}
            className="bar-button"
            href={`#/pickup?example=pickup-${name}`}
            aria-current={example === `pickup-${name}` ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <fieldset>
        <legend>Lift tests</legend>
        <button
          type="button"
          className="bar-button"
          aria-pressed={study.squeeze.allTests === true}
          onClick={() => onStudy({ ...study, squeeze: { ...study.squeeze, allTests: study.squeeze.allTests !== true } })}
        >
          all three
        </button>
        <button
          type="button"
          className="bar-button"
          aria-pressed={study.squeeze.scheme === "event-driven"}
          onClick={() =>
            onStudy({
              ...study,
              squeeze: { ...study.squeeze, scheme: study.squeeze.scheme === "event-driven" ? "implicit" : "event-driven" },
            })
          }
        >
          from event to event
        </button>
      </fieldset>
      <MeshFiles study={study} onStudy={onStudy} />
    </div>
  );
}
