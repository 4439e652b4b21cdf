/**
 * A soft body between two fingers: squeeze it step by step, see which nodes stick and slip, what it takes to lift it, and lift it. Computed
 * in a worker.
 */
import { significant } from "@carom/figures/geometry";
import { surfaceAt } from "carom/soft";
import type { PickupStudy } from "carom/study";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { type KeyRow, useKeyList, useKeys } from "../shell/keys.js";
import { MeshFiles } from "../soft/mesh-files.js";
import { type Gaze, gazeAcross } from "../soft/projection.js";
import { outwardTriangles } from "../soft/skin.js";
import { SkinSwitch } from "../soft/skin-switch.js";
import { smoothSurface } from "../soft/smooth.js";
import { SoftPage } from "../soft/soft-page.js";
import type { Solid } from "../soft/solid-canvas.js";
import { useDraft } from "../soft/use-draft.js";
import { PauseIcon, PlayIcon } from "../ui/icons.js";
import { FrictionSlider } from "../ui/material-sliders.js";
import { More } from "../ui/more.js";
import { NumberRows } from "../ui/number-rows.js";
import { Slider } from "../ui/slider.js";
import { useClock } from "../ui/use-clock.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import { wordsOf } from "../views/words.js";
import type { PickupFrame, WatchedPickup } from "../worker/messages.js";
import { BodyPicture } from "./body-picture.js";
import { PickupRows } from "./pickup-rows.js";
import { StripChart } from "./strip-chart.js";
import "./pickup.css";

const KEYS: readonly KeyRow[] = [["Space", "plays or pauses"]];

export function PickupView({ study, example, onStudy }: ViewProps<PickupStudy>) {
  const computation = useResult(study);
  const { result } = computation;
  const sliders = <Sliders study={study} onStudy={onStudy} />;
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
              story: story(result),
              data: { "data-outcome": result.outcome, "data-depth": result.leastDepth?.depth },
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
      <Inputs study={study} example={example} onStudy={onStudy} />
    </SoftPage>
  );
}

/** What the fingers do. */
function story({ leastDepth, body }: WatchedPickup): string {
  return leastDepth === undefined
    ? `It weighs ${significant(body.weight, 3)} N.`
    : `It takes ${significant(leastDepth.depth * 1e3, 3)} mm of squeeze: each finger pushes with ${significant(
        leastDepth.record.squeeze[0]!,
        3,
      )} N, and friction carries its ${significant(body.weight, 3)} N.`;
}

/** The frames of a run: the thing itself, its forces and what could be lifted. */
function Watched({ result, children }: { readonly result: WatchedPickup; readonly children: ReactNode }) {
  const { frames, fingers, leastDepth } = result;
  const last = frames.length - 1;
  const clock = useClock(Math.min(8, 2 + 0.14 * last), 1);
  const index = Math.round(clock.part * last);
  const [gaze, setGaze] = useState<Gaze>(() => gazeAcross(fingers[0]!.direction));
  const show = (frame: number) => clock.hold(frame / Math.max(1, last));
  const taken = useRef(0);
  const frame = frames[index]!;
  const { record } = frame;
  const most = useMemo(
    () => Math.max(...frames.flatMap((each) => each.record.fingerForces.map((force) => Math.hypot(...force)))),
    [frames],
  );
  const [mesh, setMesh] = useState(false);
  const skin = useSkin(result, frame);
  const lifts = frames.findIndex(({ phase }) => phase === "lift");
  useKeys({ " ": clock.toggle });
  useKeyList(KEYS);
  return (
    <>
      <div className="scene-stage">
        <BodyPicture
          result={result}
          shape={frame.shape}
          record={record}
          most={most}
          gaze={gaze}
          onGaze={setGaze}
          solid={mesh ? undefined : skin}
          onPull={(steps, begins) => {
            if (begins) taken.current = index;
            else show(Math.max(0, Math.min(last, taken.current + steps)));
          }}
        />
        <p className="corner">
          <span className="dot stick" /> sticks <span className="dot slip" /> slips. Drag to turn.
          <SkinSwitch mesh={mesh} onMesh={setMesh} />
        </p>
      </div>
      <div className="transport frame-bar" data-frame={index}>
        <button type="button" className="play" onClick={clock.toggle} aria-label={clock.playing ? "Pause" : "Play"}>
          {clock.playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        <output className="clock">
          {frame.phase === "lift"
            ? `fingers up ${significant(record.height * 1e3, 3)} mm`
            : `${significant(record.depth * 1e3, 4)} mm deep`}
        </output>
        <input
          className="along"
          type="range"
          aria-label="Depth of the squeeze, then rise of the fingers"
          aria-valuetext={`${frame.phase}, ${significant(record.depth * 1e3, 4)} mm deep, ${significant(record.height * 1e3, 3)} mm up`}
          min={0}
          max={last}
          value={index}
          onChange={(event) => show(Number(event.currentTarget.value))}
        />
        {children}
      </div>
      <PickupRows result={result} index={index} onIndex={show} />
      <More title="How it was found">
        <Found result={result} record={record} index={index} lifts={lifts} onIndex={show} />
        {leastDepth !== undefined && (
          <p>
            It lifts from {significant(leastDepth.depth * 1e3, 4)} mm; at {significant(leastDepth.failed * 1e3, 4)} mm it did not.
          </p>
        )}
      </More>
    </>
  );
}

interface FoundProps {
  readonly result: WatchedPickup;
  readonly record: PickupFrame["record"];
  readonly index: number;
  readonly lifts: number;
  readonly onIndex: (index: number) => void;
}

/** The lift tests along the way, and all forces in numbers. */
function Found({ result: { frames, body }, record, index, lifts, onIndex }: FoundProps) {
  const values = (value: (each: PickupFrame["record"]) => number | undefined) => frames.map((each) => value(each.record));
  const liftable = [
    { name: "virtual lift", values: values(({ liftable: { virtual } }) => virtual) },
    { name: "hypothetical", values: values(({ liftable: { hypothetical } }) => hypothetical) },
    { name: "frozen, any", values: values(({ liftable: { frozen } }) => frozen?.any) },
  ].filter((curve) => curve.values.some((value) => value !== undefined));
  return (
    <div className="soft-side">
      {liftable.length > 0 && (
        <StripChart
          label="part of the weight that could be lifted"
          curves={liftable}
          show={[0, 1]}
          frame={index}
          lifts={lifts}
          onFrame={onIndex}
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
  );
}

/** What is drawn as clay at a frame: the skin, or a smooth one of the mesh's own surface. */
function useSkin({ carried, surface }: WatchedPickup, { nodes, shape }: PickupFrame): Solid {
  const rest = useMemo(
    () => (carried === undefined || nodes === undefined ? undefined : outwardTriangles(carried, surfaceAt(carried, nodes))),
    [carried, nodes],
  );
  return useMemo(
    () =>
      carried === undefined || rest === undefined || nodes === undefined
        ? smoothSurface(surface.triangles, shape.places)
        : { triangles: rest, places: surfaceAt(carried, nodes) },
    [carried, rest, nodes, surface, shape],
  );
}

/** Components that are rounding are zero. */
const forceText = (force: readonly number[], weight: number): string =>
  force.map((value) => significant(Math.abs(value) < 1e-9 * weight ? 0 : value, 3)).join(", ");

/** The source's four bodies, and ours. */
const BODIES = ["tomato", "orange", "bun", "football", "box"] as const;

interface InputsProps {
  readonly study: PickupStudy;
  /** Its name, where nothing is changed. */
  readonly example: string | undefined;
  readonly onStudy: ViewProps["onStudy"];
}

/** What a user asks first: how rough, how hard, how large the fingers are. */
function Sliders({ study, onStudy }: Pick<InputsProps, "study" | "onStudy">) {
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
    <>
      <FrictionSlider
        label="Friction"
        value={friction}
        least={0.05}
        most={Math.max(1.2, friction)}
        text={significant(friction, 3)}
        onChange={(value) => change(withFingers({ friction: value }))}
        onSettle={settle}
      />
      <Slider
        label="Stiffness"
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
        label="Finger radius"
        value={radius * 1e3}
        least={0.4 * first.fingers[0].radius * 1e3}
        most={2.5 * first.fingers[0].radius * 1e3}
        step={0.1}
        text={significant(radius * 1e3, 3)}
        unit="mm"
        onChange={(value) => change(withFingers({ radius: value / 1e3 }))}
        onSettle={settle}
      />
    </>
  );
}

/** Other bodies, other tests, bodies of one's own. */
function Inputs({ study, example, onStudy }: InputsProps) {
  return (
    <div className="inputs">
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
