/** The floor: a grid of 10 cm (or what suits the scene) that fades towards its rim, with the contact shadows of the bodies on it. */
import { DoubleSide, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector2, Vector3 } from "three";
import type { StageColours } from "./colours.js";
import { type Caster, contactShadows } from "./contact-shadow.js";

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
uniform vec3 colour;
uniform float cell;
uniform float reach;
uniform vec2 shift;
void main() {
  vec2 across = (place - shift) / cell;
  vec2 width = fwidth(across);
  vec2 line = smoothstep(width * 1.1, vec2(0.0), abs(fract(across - 0.5) - 0.5));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
  gl_FragColor = vec4(colour, max(line.x, line.y) * 0.45 * fade);
  #include <colorspace_fragment>
}`;

type Triple = readonly [number, number, number];

export interface Ground {
  readonly object: Group;
  /**
   * Where what was at a place is now, and how it has turned: the lines go along, the piece that is drawn stays below the scene.
   * @param from the place @param to where it is
   */
  move(from: Vector3, to: Vector3, turn: Quaternion): void;
  /** Shadows of these bodies, where they are now. */
  shade(casters: readonly Caster[]): void;
  paint(colours: StageColours): void;
}

/** @param bodies that can throw a shadow on it at once */
export function grid(normal: Triple, point: Triple, cell: number, reach: number, bodies: number): Ground {
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { colour: { value: null }, cell: { value: cell }, reach: { value: reach }, shift: { value: new Vector2() } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const lines = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
  lines.renderOrder = -2;
  const shadows = contactShadows(bodies);
  const unit = new Vector3(...normal).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), unit);
  const object = new Group();
  object.quaternion.copy(turn);
  object.position.set(...point);
  object.add(lines, shadows.object);
  const foot = new Vector3(...point);
  const level = new Vector3();
  const carried = new Vector3();
  const back = new Quaternion();
  return {
    object,
    move: (from, to, turned) => {
      carried.copy(foot).sub(from).applyQuaternion(turned).add(to);
      level.copy(unit).applyQuaternion(turned);
      object.quaternion.copy(turned).multiply(turn);
      object.position.copy(foot).addScaledVector(level, carried.clone().sub(foot).dot(level));
      carried.sub(object.position).applyQuaternion(back.copy(object.quaternion).conjugate());
      material.uniforms.shift.value.set(carried.x, carried.y);
    },
    shade: (casters) => shadows.show(casters, object),
    paint: ({ line, shadow, shadowDepth }) => {
      material.uniforms.colour.value = line;
      shadows.paint(shadow, shadowDepth);
    },
  };
}

/** What a grid says of itself. */
export function cellText(cell: number): string {
  return cell < 0.01
    ? `grid ${Number((1000 * cell).toPrecision(2))} mm`
    : cell < 1
      ? `grid ${Number((100 * cell).toPrecision(2))} cm`
      : `grid ${cell} m`;
}
