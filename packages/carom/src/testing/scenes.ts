/**
 * Random scenes with several contacts, for the tests and the stress campaign of the laws that take them.
 *
 * A scene is drawn from numbers uniform in [0, 1): those of a seed (math/random.ts), or the tape of a property test (arbitrary-scenes.ts),
 * which shrinks towards zero. So zero always draws what is simplest: few bodies, all alike, no friction. Every scene has one to twelve
 * contacts, of which at least one approaches.
 *
 * Balls: chains, clusters in plane and space with closed loops, racks, one ball onto a pair. One body: a box on many points of a plane
 * (redundant), bodies in corners of two and three planes, a box on a box. Planar: the same as discs and blocks, in generalised coordinates,
 * with places of two numbers.
 */
import { drawChain, drawCluster, drawPair, drawRack, drawTower } from "./scenes/balls.js";
import { harsh } from "./scenes/harsh.js";
import { drawBoxInCorner, drawBoxOnBox, drawBoxOnFloor, drawInPlanes } from "./scenes/one-body.js";
import { drawBlock, drawDiscChain, drawDiscInWedge, drawPlanarBody } from "./scenes/planar.js";
import type { PlanarScene, Scene, SceneFamily, SpatialScene } from "./scenes/scene.js";

export type { Random } from "./scenes/random.js";
export type { PlanarScene, Scene, SceneFamily, SpatialScene } from "./scenes/scene.js";

export const ballFamilies: readonly SceneFamily<SpatialScene>[] = [
  { name: "chain of balls", draw: drawChain },
  { name: "cluster of balls in a plane", draw: drawCluster },
  { name: "cluster of balls in space", draw: drawTower },
  { name: "ball onto a pair", draw: drawPair },
  { name: "rack of balls", draw: drawRack },
];

/** All contacts on one plane: no result may depend on their order. */
export const commonPlaneFamilies: readonly SceneFamily<SpatialScene>[] = [
  { name: "box on a floor", draw: drawBoxOnFloor },
  { name: "box on a box", draw: drawBoxOnBox },
];

export const cornerFamilies: readonly SceneFamily<SpatialScene>[] = [
  { name: "box in a corner", draw: drawBoxInCorner },
  { name: "body between planes", draw: drawInPlanes },
];

export const planarFamilies: readonly SceneFamily<PlanarScene>[] = [
  { name: "planar block on a floor", draw: drawBlock },
  { name: "disc in a wedge", draw: drawDiscInWedge },
  { name: "planar body between lines", draw: drawPlanarBody },
  { name: "chain of discs", draw: drawDiscChain },
];

/** All families. */
export const sceneFamilies: readonly SceneFamily[] = [...ballFamilies, ...commonPlaneFamilies, ...cornerFamilies, ...planarFamilies];

/** Families whose contacts all belong to one rigid body, or to one pair: what the law `multipoint` takes. */
export const oneBodyFamilies: readonly SceneFamily[] = [
  ...commonPlaneFamilies,
  ...cornerFamilies,
  ...planarFamilies.filter(({ name }) => name !== "chain of discs"),
];

/** Balls of very different masses on very different springs: the longest impacts there are. */
export const harshFamilies: readonly SceneFamily<SpatialScene>[] = harsh(ballFamilies);

/**
 * Largest ratio of stiffness times mobility among the contacts of a gentle scene, the square of that of their frequencies; and of its
 * masses.
 */
const GENTLE = 100;
const ALIKE = 10;
/** A tape that repeats itself may draw nothing gentle at all. */
const MOST_TRIES = 50;

/**
 * The families without their extremes. Where a stiff contact of light bodies swings thousands of times while a soft one is pressed
 * together, or a light body rattles thousands of times between heavy ones, a law that follows all of it takes seconds; a property that is
 * asked of hundreds of scenes is asked of these, and the extremes are left to the campaign.
 */
export const gentle = <Kind extends Scene>(families: readonly SceneFamily<Kind>[]): SceneFamily<Kind>[] =>
  families.map(({ name, draw }) => ({
    name,
    draw: (random) => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const scene = draw(random);
        if (spread(frequencies(scene)) <= GENTLE && spread(masses(scene)) <= ALIKE) return scene;
      }
      return draw(() => 0);
    },
  }));

const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);

const frequencies = ({ problem: { contacts, mobility, dimension } }: Scene) =>
  contacts.map(({ stiffness = 1 }, i) => {
    const normal = (i + 1) * dimension - 1;
    return stiffness * mobility[normal][normal];
  });

/** Planar bodies have three coordinates each, the first of which is a length. */
const masses = (scene: Scene) =>
  "bodies" in scene
    ? Object.values(scene.bodies).flatMap((body) => (body === "fixed" ? [] : [body.mass]))
    : scene.system.massMatrix.flatMap((row, i) => (i % 3 === 0 ? [row[i]] : []));
