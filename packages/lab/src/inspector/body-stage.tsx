/** The two bodies and their contact in space, with the slide and the impulse so far as arrows. */
import { contactFrame, fromFrame } from "carom/mechanics";
import type { ImpactStudy } from "carom/study";
import { memo, useEffect, useMemo, useRef } from "react";
import { Box3, Group, Sphere, Vector3 } from "three";
import { useTheme } from "../shell/theme.js";
import { type Arrow, arrow } from "../stage/arrow.js";
import { type ClayBody, clayBody, inertiaBody } from "../stage/body-mesh.js";
import { casterOf } from "../stage/contact-shadow.js";
import { type Ground, grid } from "../stage/ground.js";
import { discard } from "../stage/stage.js";
import { useStage } from "../stage/use-stage.js";
import type { At } from "./cursor.js";
import { type DrawnImpact, drawnImpact } from "./drawn-impact.js";

const VIEW = new Vector3(0.55, -1, 0.42);
type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

interface Built {
  readonly group: Group;
  readonly bodies: readonly ClayBody[];
  readonly ground?: Ground;
  readonly radius: number;
  readonly point: Vector3;
  /** What the camera looks at. */
  readonly centre: Vector3;
  readonly slide: Arrow;
  readonly impulse: Arrow;
  readonly frame: readonly Arrow[];
  readonly axes: readonly [Vector3, Vector3, Vector3];
}

function build({ contact, bodies: drawn }: DrawnImpact): Built {
  const frame = contactFrame(contact.normal, contact.tangent);
  const group = new Group();
  const bodies: ClayBody[] = [];
  const box = new Box3();
  let fixed = false;
  for (const { solid, position, orientation = [0, 0, 0, 1] } of drawn) {
    if (solid === undefined) {
      fixed = true;
      continue;
    }
    const made = "shape" in solid ? clayBody(solid.shape, [0, 0, 0]) : inertiaBody(solid.mass, solid.moments);
    made.object.position.set(...position);
    made.object.quaternion.set(...(orientation as Quadruple));
    group.add(made.object);
    // The first body that moves is the one the picture is about; the other may reach out of it.
    if (bodies.length === 0) box.expandByObject(made.object, true);
    bodies.push(made);
  }
  const ball = box.getBoundingSphere(new Sphere());
  const radius = ball.radius || 1;
  const point = new Vector3(...contact.point);
  const centre = point.clone().lerp(ball.center, 0.6);
  const cell = 10 ** Math.round(Math.log10(radius / 2));
  const ground = fixed ? grid(contact.normal, contact.point, cell, 4 * radius, bodies.length) : undefined;
  if (ground !== undefined) {
    group.add(ground.object);
    ground.shade(bodies.flatMap(({ object }) => casterOf(object) ?? []));
  }
  const slide = arrow();
  const impulse = arrow();
  const axes = [arrow(), arrow(), arrow()];
  group.add(slide.object, impulse.object, ...axes.map(({ object }) => object));
  const world = (components: Triple) => new Vector3(...fromFrame(frame, components));
  return {
    group,
    bodies,
    ...(ground === undefined ? {} : { ground }),
    radius,
    point,
    centre,
    slide,
    impulse,
    frame: axes,
    axes: [world([1, 0, 0]), world([0, 1, 0]), world([0, 0, 1])],
  };
}

export interface BodyStageProps {
  readonly study: ImpactStudy;
  readonly at: At | undefined;
  readonly planar: boolean;
  /** Largest slip speed and impulse of the impact: the longest arrows. */
  readonly largest: { readonly slip: number; readonly impulse: number };
}

export const BodyStage = memo(function BodyStage({ study, at, planar, largest }: BodyStageProps) {
  const drawn = useMemo(() => drawnImpact(study), [study]);
  if (drawn === undefined)
    return (
      <div className="stage empty">
        <p>
          This study gives {"system" in study ? "coordinates of a mechanism" : "the mobility of its contact"}, not bodies: there is nothing
          to draw in space.
        </p>
      </div>
    );
  return <Bodies drawn={drawn} at={at} planar={planar} largest={largest} />;
});

function Bodies({ drawn, at, planar, largest }: Omit<BodyStageProps, "study"> & { readonly drawn: DrawnImpact }) {
  const { holder, stage, missing } = useStage(VIEW);
  const theme = useTheme();
  const built = useRef<Built>(undefined);
  const words = useRef<HTMLDivElement>(null);
  // What is drawn depends on shapes and places only: velocities change with every step of a drag.
  const shape = JSON.stringify(drawn);

  // see `shape`
  useEffect(() => {
    if (stage === undefined) return;
    const made = build(drawn);
    built.current = made;
    stage.scene.add(made.group);
    stage.frame(cornersAbout(made.centre, 0.7 * made.radius));
    return () => {
      discard(made.group);
      built.current = undefined;
    };
  }, [stage, shape]);

  useEffect(() => {
    const made = built.current;
    if (stage === undefined || made === undefined) return;
    paint(made, stage.colours, at?.mode ?? "slip");
    move(made, at, planar, largest);
    stage.beforeDraw = () => placeWords(words.current, made, stage);
    stage.invalidate();
    // colours change with the theme, what is built with the shape
  }, [stage, at, planar, largest, theme, shape]);

  const names = drawn.bodies.map(({ name, mass }) => `${name}${mass === undefined ? "" : `, ${Number(mass.toPrecision(3))} kg`}`);
  const stands = drawn.bodies.some(({ solid }) => solid !== undefined && "moments" in solid);
  return (
    <div className="stage">
      {missing ? (
        <p className="stage-note">This browser has no WebGL: the numbers are complete, the bodies are not drawn.</p>
      ) : (
        <div className="canvas-holder" ref={holder} aria-label={`The bodies ${names.join(" and ")} at their contact`} role="img" />
      )}
      <p className="corner top">{names[0]}</p>
      <p className="corner bottom">{names[1]}</p>
      {stands && !missing && <p className="corner note">drawn as hard to turn as it is</p>}
      <div className="stage-words" ref={words} aria-hidden="true">
        <span className={at?.mode ?? "slip"}>impulse</span>
        <span>slides</span>
        <span className="axis-word">tangent 1</span>
        <span className="axis-word">tangent 2</span>
      </div>
    </div>
  );
}

/** Of a cube about a point. */
function cornersAbout(centre: Vector3, half: number): Vector3[] {
  const sides = [-half, half];
  return sides.flatMap((x) => sides.flatMap((y) => sides.map((z) => new Vector3(x, y, z).add(centre))));
}

function paint(
  { bodies, ground, slide, impulse, frame }: Built,
  colours: import("../stage/colours.js").StageColours,
  mode: At["mode"],
): void {
  bodies.forEach((body, i) => {
    body.paint(colours.bodies[bodies.length === 1 ? 1 : i % 2]);
  });
  ground?.paint(colours);
  slide.paint(colours.ink);
  impulse.paint(mode === "slip" ? colours.slip : colours.stick);
  for (const axis of frame) axis.paint(colours.line);
}

/** Longest arrow, as a part of the radius of the scene. */
const LONGEST = 1;

function move(
  { slide, impulse, frame, axes, point, radius }: Built,
  at: At | undefined,
  planar: boolean,
  largest: BodyStageProps["largest"],
): void {
  const [tangent1, tangent2, normal] = axes;
  const thin = 0.012 * radius;
  frame.forEach((axis, i) => {
    axis.set(point, [tangent1, planar ? normal : tangent2, normal][i].clone().multiplyScalar(0.75 * radius), 0.8 * thin);
  });
  const along = (a: number, b: number, c: number, scale: number) =>
    new Vector3()
      .addScaledVector(tangent1, a * scale)
      .addScaledVector(tangent2, b * scale)
      .addScaledVector(normal, c * scale);
  const slipScale = (LONGEST * radius) / (largest.slip || 1);
  const impulseScale = (LONGEST * radius) / (largest.impulse || 1);
  slide.set(point, at === undefined ? new Vector3() : along(at.slip[0], at.slip[1], 0, slipScale), thin * 1.3);
  impulse.set(
    point,
    at === undefined ? new Vector3() : along(at.tangentialImpulse[0], at.tangentialImpulse[1], at.normalImpulse, impulseScale),
    thin * 2.6,
  );
}

function placeWords(element: HTMLDivElement | null, { slide, impulse, frame }: Built, stage: import("../stage/stage.js").Stage): void {
  if (element === null) return;
  const { width, height } = stage.size;
  const tip = new Vector3();
  const [tangent1, tangent2] = frame;
  // In the order of the words; those of the arrows first, so that axes that end at the same place stay without.
  const taken: (readonly [number, number])[] = [];
  [impulse, slide, tangent1, tangent2].forEach((one, i) => {
    const word = element.children[i] as HTMLElement;
    const head = one.object.children[1];
    tip
      .set(0, head.position.y + head.scale.y, 0)
      .applyQuaternion(one.object.quaternion)
      .add(one.object.position);
    const [x, y] = stage.project(tip);
    const shown = one.object.visible && (i < 2 || taken.every(([u, v]) => Math.abs(u - x) > 64 || Math.abs(v - y) > 16));
    word.style.visibility = shown ? "visible" : "hidden";
    if (!shown) return;
    taken.push([x, y]);
    const [footX] = stage.project(one.object.position);
    // Outwards from the foot, so that the words of two arrows stand apart.
    const back = i === 0 ? x <= footX + 24 : x < footX;
    const wide = LETTER * (word.textContent ?? "").length;
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const left = within(back ? x - wide - 6 : x + 6, width - wide);
    const top = within(y, height - HALF_LINE);
    word.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  });
}

/** Of words on the stage, px: how wide a letter is at most, and half of a line. */
const LETTER = 7.6;
const HALF_LINE = 9;
