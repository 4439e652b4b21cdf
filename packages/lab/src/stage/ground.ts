/** The floor: a grid of 10 cm (or what suits the scene) that fades towards its rim. */
import { type Color, DoubleSide, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector3 } from "three";

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
void main() {
  vec2 across = place / cell;
  vec2 width = fwidth(across);
  vec2 line = smoothstep(width * 1.1, vec2(0.0), abs(fract(across - 0.5) - 0.5));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place) / reach);
  gl_FragColor = vec4(colour, max(line.x, line.y) * 0.45 * fade);
  #include <colorspace_fragment>
}`;

export interface Ground {
  readonly object: Mesh;
  paint(colour: Color): void;
}

export function grid(
  normal: readonly [number, number, number],
  point: readonly [number, number, number],
  cell: number,
  reach: number,
): Ground {
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { colour: { value: null }, cell: { value: cell }, reach: { value: reach } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const object = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
  object.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal).normalize()));
  object.position.set(...point);
  return {
    object,
    paint: (colour) => {
      material.uniforms.colour.value = colour;
    },
  };
}
