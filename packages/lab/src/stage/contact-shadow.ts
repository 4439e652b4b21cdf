/**
 * Contact shadows on a plane: dark where a body is close to it, gone where it is a good part of its own size away. Which way the light
 * comes from does not matter.
 *
 * Of a body a sample of its points is looked at, each with the weight exp(-height / (NEAR size)). Their weighted middle, spread and reach
 * make a rectangle with rounded corners on the plane, with a soft rim. All shadows of a plane are one draw call.
 */
import {
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
} from "three";

const MOST_POINTS = 96;
/** Heights that still count, as a part of the size of the body. */
const NEAR = 0.3;
/** Of a point at least, as a part of the size of the body. */
const SMALLEST = 0.05;

const VERTEX = `
attribute vec4 outline;
attribute float strength;
varying vec2 place;
varying vec4 edge;
varying float dark;
void main() {
  edge = outline;
  dark = strength;
  place = position.xy * (outline.xy + 2.0 * outline.w);
  gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(place, 0.0, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
varying vec4 edge;
varying float dark;
uniform vec3 colour;
uniform float depth;
void main() {
  vec2 beyond = abs(place) - (edge.xy - edge.z);
  float away = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - edge.z;
  gl_FragColor = vec4(colour, depth * dark * (1.0 - smoothstep(-edge.w, 2.0 * edge.w, away)));
  #include <colorspace_fragment>
}`;

/** What of a body throws shadows. */
export interface Caster {
  readonly object: Object3D;
  /** Body axes, three numbers each. */
  readonly points: Float32Array;
  /** A ball looks the same however it turns. */
  readonly round: boolean;
  readonly size: number;
  /** Width of the rim, m. */
  readonly soft: number;
}

/** Of a body as it is drawn; undefined for what has no faces. */
export function casterOf(object: Object3D): Caster | undefined {
  const meshes: Mesh[] = [];
  object.traverse((child) => {
    if (child instanceof Mesh) meshes.push(child);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.attributes.position.count, 0);
  if (total === 0) return undefined;
  // A step without common divisors with the rows of round shapes.
  const every = total <= MOST_POINTS ? 1 : Math.ceil(total / MOST_POINTS) | 1;
  const points: number[] = [];
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const point = new Vector3();
  let next = 0;
  for (const { geometry } of meshes) {
    const { position } = geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      point.fromBufferAttribute(position, i);
      low.min(point);
      high.max(point);
      if (next++ % every === 0) points.push(point.x, point.y, point.z);
    }
  }
  const extent = high.sub(low).multiplyScalar(0.5);
  const size = extent.length() / Math.sqrt(3) || 1;
  const thin = Math.min(extent.x, extent.y, extent.z);
  return {
    object,
    points: new Float32Array(points),
    round: meshes.length === 1 && meshes[0].geometry instanceof SphereGeometry,
    size: Math.max(extent.x, extent.y, extent.z, 1e-9),
    soft: 0.4 * Math.sqrt(Math.max(thin, 0.01 * size) * size),
  };
}

export interface ContactShadows {
  /** In the axes of the plane: z is its normal. */
  readonly object: InstancedMesh;
  /** Where the bodies are now. @param plane the object that these are in, as it is placed in the scene */
  show(casters: readonly Caster[], plane: Object3D): void;
  paint(colour: Color, depth: number): void;
}

export function contactShadows(most: number): ContactShadows {
  const geometry = new PlaneGeometry(2, 2);
  const outlines = new InstancedBufferAttribute(new Float32Array(4 * most), 4).setUsage(DynamicDrawUsage);
  const strengths = new InstancedBufferAttribute(new Float32Array(most), 1).setUsage(DynamicDrawUsage);
  geometry.setAttribute("outline", outlines);
  geometry.setAttribute("strength", strengths);
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { colour: { value: null }, depth: { value: 1 } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const object = new InstancedMesh(geometry, material, most);
  object.instanceMatrix.setUsage(DynamicDrawUsage);
  object.frustumCulled = false;
  object.renderOrder = -1;
  object.count = 0;

  const back = new Quaternion();
  const turn = new Quaternion();
  const at = new Vector3();
  const point = new Vector3();
  const matrix = new Matrix4();
  /** x, y and weight of each point of one body. */
  const near = new Float64Array(3 * MOST_POINTS);

  /** Writes a shadow to a place of the list; false where there is none. */
  function write(place: number, { points, round, size, soft }: Caster): boolean {
    const count = Math.min(points.length / 3, MOST_POINTS);
    let nearest = Infinity;
    for (let i = 0; i < count; i++) {
      point.set(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      if (!round) point.applyQuaternion(turn);
      point.add(at);
      near[3 * i] = point.x;
      near[3 * i + 1] = point.y;
      near[3 * i + 2] = Math.max(0, point.z);
      nearest = Math.min(nearest, point.z);
    }
    // What is behind the plane throws none.
    if (nearest < -size || nearest > 5 * NEAR * size) return false;
    let [sum, x, y] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const weight = Math.exp((Math.max(0, nearest) - near[3 * i + 2]) / (NEAR * size));
      near[3 * i + 2] = weight;
      sum += weight;
      x += weight * near[3 * i];
      y += weight * near[3 * i + 1];
    }
    x /= sum;
    y /= sum;
    let [xx, xy, yy, farthest, diagonal] = [0, 0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const weight = near[3 * i + 2];
      const [dx, dy] = [near[3 * i] - x, near[3 * i + 1] - y];
      xx += weight * dx * dx;
      xy += weight * dx * dy;
      yy += weight * dy * dy;
      const far = weight * (dx * dx + dy * dy);
      if (far > farthest) {
        farthest = far;
        diagonal = Math.atan2(dy, dx);
      }
    }
    // As wide as long: the corners tell which way it lies.
    const spread = Math.hypot(xx - yy, 2 * xy);
    const angle = spread < 0.1 * (xx + yy) ? diagonal - Math.PI / 4 : Math.atan2(2 * xy, xx - yy) / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [long, wide, corner] = [SMALLEST * size, SMALLEST * size, 0];
    for (let i = 0; i < count; i++) {
      const weight = near[3 * i + 2];
      const [dx, dy] = [near[3 * i] - x, near[3 * i + 1] - y];
      const [u, v] = [Math.abs(cos * dx + sin * dy), Math.abs(cos * dy - sin * dx)];
      long = Math.max(long, weight * u);
      wide = Math.max(wide, weight * v);
      corner = Math.max(corner, weight * u * v);
    }
    // Half the product of the sides at the rim of a circle, all of it at the corner of a rectangle.
    const rounded = Math.min(1, Math.max(0, 2 - (2 * corner) / (long * wide))) * Math.min(long, wide);
    outlines.setXYZW(place, long, wide, rounded, soft);
    strengths.setX(place, Math.exp(-Math.max(0, nearest) / (NEAR * size)));
    object.setMatrixAt(place, matrix.makeRotationZ(angle).setPosition(x, y, 0));
    return true;
  }

  return {
    object,
    show: (casters, plane) => {
      let used = 0;
      for (const caster of casters) {
        if (used >= most) break;
        back.copy(plane.quaternion).conjugate();
        at.copy(caster.object.position).sub(plane.position).applyQuaternion(back);
        turn.copy(back).multiply(caster.object.quaternion);
        if (write(used, caster)) used++;
      }
      object.count = used;
      object.instanceMatrix.needsUpdate = true;
      outlines.needsUpdate = true;
      strengths.needsUpdate = true;
    },
    paint: (colour, depth) => {
      material.uniforms.colour.value = colour;
      material.uniforms.depth.value = depth;
    },
  };
}
