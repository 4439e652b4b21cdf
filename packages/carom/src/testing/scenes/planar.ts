/** Planar bodies in generalised coordinates x, y, angle each, with places of two numbers. */
import { cos, sin } from "../../math/elementary.js";
import type { ContactPlace } from "../../mechanics/contact-problem.js";
import { drawMasses, drawMaterials } from "./materials.js";
import { around, between, integer, pick, type Random, scale, shuffled } from "./random.js";
import { approachingPlanar, type PlanarScene } from "./scene.js";

type Vec2 = readonly [number, number];

/** A point of the plane and the normal there. */
interface Touch {
  readonly point: Vec2;
  readonly normal: Vec2;
}

/** A block on two to eight points of a sloping floor. */
export function drawBlock(random: Random): PlanarScene {
  const [width, height] = [0.1 * scale(random, 0.5), 0.1 * scale(random, 0.5)];
  const slope = pick(random, [0, 1]) * around(random, 1.5);
  const [c, s] = [cos(slope), sin(slope)];
  const across = [-1, 1, ...Array.from({ length: integer(random, 0, 6) }, () => between(random, -0.99, 0.99))];
  const distinct = across.filter((x, i) => across.findIndex((other) => Math.abs(other - x) < 1e-6) === i);
  const touches = shuffled(random, distinct).map((x): Touch => {
    const [px, py] = [x * width, -height];
    return { point: [c * px - s * py, s * px + c * py], normal: [-s, c] };
  });
  const [mass] = drawMasses(random, 1) as [number];
  const moment = (mass * (width * width + height * height)) / 3;
  const along = around(random, 1) * pick(random, [0, 0.2, 1]);
  const down = -between(random, 0.5, 1);
  const motion = pick(random, ["falls", "tumbles", "rolls over"]);
  const spin = motion === "falls" ? 0 : around(random, 5);
  // Rolling over its first point, the block has only the slide there and no normal velocity.
  const [armX, armY] = touches[0].point;
  const speeds =
    motion === "rolls over"
      ? [spin * armY + c * along, -spin * armX + s * along, spin]
      : [c * along - s * down, s * along + c * down, spin];
  return oneBody(random, mass, moment, speeds, touches);
}

/** A disc between two lines. */
export function drawDiscInWedge(random: Random): PlanarScene {
  const radius = 0.1;
  const [mass] = drawMasses(random, 1) as [number];
  const angles = [between(random, 0.2, 1.4), -between(random, 0.2, 1.4)];
  const touches = angles.map((angle): Touch => {
    const normal: Vec2 = [sin(angle), cos(angle)];
    return { point: [-radius * normal[0], -radius * normal[1]], normal };
  });
  const speeds = [around(random, 1), around(random, 1) - 0.3, around(random, pick(random, [0, 10]))];
  return oneBody(random, mass, 0.5 * mass * radius * radius, speeds, touches);
}

/** A body touched at one to five points, each with a normal of its own in the upper half-plane. */
export function drawPlanarBody(random: Random): PlanarScene {
  const [mass] = drawMasses(random, 1) as [number];
  const moment = mass * 0.01 * scale(random, 1);
  const count = integer(random, 1, 5);
  const touches = Array.from({ length: count }, (_, k): Touch => {
    const angle = around(random, 1.2);
    return {
      point: [0.1 * (2 * k - count + 1) + around(random, 0.09), -0.1 + around(random, 0.1)],
      normal: [sin(angle), cos(angle)],
    };
  });
  return oneBody(
    random,
    mass,
    moment,
    [around(random, 1), around(random, 1) - 0.3, around(random, pick(random, [0, 5]))],
    shuffled(random, touches),
  );
}

/** Two to eight discs in a row, the first of which strikes. */
export function drawDiscChain(random: Random): PlanarScene {
  const count = integer(random, 2, 8);
  const radius = 0.1;
  const masses = drawMasses(random, count);
  const massMatrix = masses.flatMap((mass, i) =>
    [mass, mass, 0.5 * mass * radius * radius].map((value, k) =>
      Array.from({ length: 3 * count }, (_, j) => (j === 3 * i + k ? value : 0)),
    ),
  );
  const along = around(random, 1) * pick(random, [0, 1]);
  const normal: Vec2 = [cos(along), sin(along)];
  const tangent: Vec2 = [normal[1], -normal[0]];
  const order = shuffled(
    random,
    Array.from({ length: count - 1 }, (_, i) => i + 1),
  );
  // Disc i lies at 2 i radii along the normal, which points into it from the disc before.
  const jacobian = order.flatMap((i) =>
    [tangent, normal].map((axis) =>
      Array.from({ length: count }, (_, j) => {
        const sign = j === i ? 1 : j === i - 1 ? -1 : 0;
        const arm = [-sign * radius * normal[0], -sign * radius * normal[1]] as const;
        return [sign * axis[0], sign * axis[1], sign * (arm[0] * axis[1] - arm[1] * axis[0])];
      }).flat(),
    ),
  );
  const places = order.map((i): ContactPlace => {
    const distance = (2 * i - 1) * radius;
    return { point: [distance * normal[0], distance * normal[1]], axes: [tangent, normal] };
  });
  const noise = pick(random, [0, 0, 1]);
  const spins = pick(random, [0, 10]);
  const speeds = masses.flatMap((_, i) => {
    const own = [around(random, noise), around(random, noise), around(random, i === 0 || noise > 0 ? spins : 0)];
    return i === 0 ? [own[0] + normal[0], own[1] + normal[1], own[2]] : own;
  });
  return approachingPlanar({ massMatrix, jacobian, speeds, places }, drawMaterials(random, count - 1));
}

function oneBody(random: Random, mass: number, moment: number, speeds: readonly number[], touches: readonly Touch[]): PlanarScene {
  const places = touches.map(({ point, normal }): ContactPlace => ({ point, axes: [[normal[1], -normal[0]], normal] }));
  const jacobian = places.flatMap(({ point, axes }) => axes.map(([x, y]) => [x!, y!, point[0] * y! - point[1] * x!]));
  const massMatrix = [
    [mass, 0, 0],
    [0, mass, 0],
    [0, 0, moment],
  ];
  return approachingPlanar({ massMatrix, jacobian, speeds, places }, drawMaterials(random, touches.length));
}
