/**
 * A three.js scene in an element: clay under one soft light, a long lens, orbit by hand. It draws only when something has changed.
 */
import {
  AmbientLight,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Line,
  type Material,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { createSpare } from "../shell/spare.js";
import { type StageColours, stageColours } from "./colours.js";

export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  colours: StageColours;
  /** What of the picture is covered above and below: at home all is in sight between them, px. */
  inset: { readonly top: number; readonly bottom: number };
  /** Draws in the next frame. */
  invalidate(): void;
  /** Draws now. */
  draw(): void;
  /** Looks at these corners from the home direction, so that all of them are in sight. */
  frame(corners: readonly Vector3[], view?: Vector3): void;
  home(): void;
  /** Comes so near to a ball that it fills this part of the picture's shorter side; stays where it is already as near. */
  approach(centre: Vector3, radius: number, part: number): void;
  /** Comes so near that these points are just in sight, from where it looks now; stays where it is already as near. */
  gather(points: readonly Vector3[]): void;
  /** Part of the picture's shorter side that a ball fills. */
  partOf(ball: Sphere): number;
  resize(width: number, height: number): void;
  /** Called before every drawing. */
  beforeDraw?: () => void;
  /** Of the picture, px: known without asking the page, which would lay itself out anew. */
  readonly size: { readonly width: number; readonly height: number };
  /** Draw calls of the last drawing. */
  readonly drawCalls: number;
  /** Whether somebody has turned, shifted or zoomed it since it was at home. */
  readonly moved: boolean;
  /** Where a point of the scene is on the canvas, px. */
  project(point: Vector3): readonly [number, number];
  dispose(): void;
}

/** Long lens, degrees. */
const LENS = 20;
/** How much of the picture the corners may fill. */
const FILLED = 0.86;

/** A renderer that has nothing to draw, kept with its compiled shaders for the next stage: making one takes longer than most studies. */
const idle = createSpare<WebGLRenderer>();

function takeRenderer(): WebGLRenderer | undefined {
  const found = idle.take();
  if (found !== undefined && !found.getContext().isContextLost()) return found;
  const canvas = document.createElement("canvas");
  // Asked for here, because three complains in the console where there is none.
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true });
  return context === null ? undefined : new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
}

/**
 * Materials that were drawn last. The renderer holds each until it is disposed of, and with the last of a kind goes its compiled program:
 * so those of one scene are kept until another is discarded.
 */
function createWorn(): { readonly put: (materials: ReadonlySet<Material>) => void } {
  let kept: ReadonlySet<Material> = new Set();
  return {
    put: (materials) => {
      if (materials.size === 0) return;
      for (const material of kept) if (!materials.has(material)) material.dispose();
      kept = materials;
    },
  };
}

const worn = createWorn();

/** Takes what is no longer drawn out of the scene and its buffers out of the graphics memory. */
export function discard(object: Object3D): void {
  object.removeFromParent();
  const materials = new Set<Material>();
  object.traverse((part) => {
    if (part instanceof Mesh || part instanceof Line) for (const material of [part.material].flat()) materials.add(material);
    if (part instanceof Mesh || part instanceof Line) part.geometry.dispose();
    if (part instanceof InstancedMesh) part.dispose();
  });
  worn.put(materials);
}

/** One soft key light, a weak fill, and what comes from all sides. */
function addLights(scene: Scene): { readonly key: DirectionalLight; readonly fill: DirectionalLight } {
  const key = new DirectionalLight(0xffffff, 1.7);
  const fill = new DirectionalLight(0xffffff, 0.35);
  scene.add(new HemisphereLight(0xffffff, 0x9a9a94, 1.5), new AmbientLight(0xffffff, 0.35), key, key.target, fill, fill.target);
  return { key, fill };
}

/** Its canvas is put into the element. Undefined where the browser has no WebGL. */
export function createStage(element: HTMLElement, view: Vector3, up: Vector3 = new Vector3(0, 0, 1)): Stage | undefined {
  const renderer = takeRenderer();
  if (renderer === undefined) return undefined;
  const canvas = renderer.domElement;
  element.append(canvas);
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
  renderer.setClearColor(0x000000, 0);
  const scene = new Scene();
  const camera = new PerspectiveCamera(LENS, 1, 0.01, 100);
  camera.up.copy(up);
  const { key, fill } = addLights(scene);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = false;
  controls.zoomToCursor = true;
  const wheel = leaveWheelToPage(element);

  let waiting = 0;
  let calls = 0;
  let size = { width: 1, height: 1 };
  /** Whether somebody has turned, shifted or zoomed it since it was at home. */
  let moved = false;
  let home: Home = { corners: [new Vector3(-1, -1, -1), new Vector3(1, 1, 1)], centre: new Vector3(), radius: 1, view };
  const projected = new Vector3();
  const sideways = new Vector3();

  const stage: Stage = {
    scene,
    camera,
    controls,
    colours: stageColours(),
    inset: { top: 0, bottom: 0 },
    invalidate: () => {
      if (waiting === 0) waiting = requestAnimationFrame(stage.draw);
    },
    draw: () => {
      cancelAnimationFrame(waiting);
      waiting = 0;
      stage.beforeDraw?.();
      // Light comes from the upper left of whoever looks.
      sideways.setFromMatrixColumn(camera.matrixWorld, 0);
      key.position
        .copy(camera.position)
        .addScaledVector(sideways, -home.radius * 6)
        .addScaledVector(camera.up, home.radius * 8);
      key.target.position.copy(controls.target);
      fill.position.copy(camera.position).addScaledVector(sideways, home.radius * 6);
      fill.target.position.copy(controls.target);
      renderer.render(scene, camera);
      calls = renderer.info.render.calls;
    },
    frame: (corners, from = view) => {
      const ball = new Sphere().setFromPoints([...corners]);
      home = { corners, centre: ball.center, radius: ball.radius || 1, view: from };
      stage.home();
    },
    home: () => {
      goHome(camera, controls, home, stage.inset, size.height);
      fitDepth();
      moved = false;
      stage.invalidate();
    },
    approach: (centre, radius, part) => goTo(centre, () => radius / (halfSide(camera) * part)),
    gather: (points) => {
      const { center } = new Sphere().setFromPoints([...points]);
      goTo(center, (back) => distanceFor(points, center, back, camera, 1));
    },
    resize: (width, height) => {
      size = { width, height };
      renderer.setSize(width, height, false);
      const before = halfSide(camera);
      camera.aspect = width / Math.max(1, height);
      camera.updateProjectionMatrix();
      if (!moved) return stage.home();
      // What filled the shorter side fills it still.
      scaleDistance(camera, controls, before / halfSide(camera));
      stage.invalidate();
    },
    partOf: ({ center, radius }) => radius / (camera.position.distanceTo(center) * halfSide(camera)),
    get size() {
      return size;
    },
    get drawCalls() {
      return calls;
    },
    get moved() {
      return moved;
    },
    project: (point) => {
      projected.copy(point).project(camera);
      return [((projected.x + 1) / 2) * size.width, ((1 - projected.y) / 2) * size.height];
    },
    dispose: () => {
      cancelAnimationFrame(waiting);
      controls.dispose();
      wheel.dispose();
      discard(scene);
      canvas.remove();
      if (!idle.keep(renderer)) renderer.dispose();
    },
  };
  function goTo(centre: Vector3, wanted: (back: Vector3) => number): void {
    comeNearer(camera, controls, centre, wanted);
    fitDepth();
    moved = true;
    stage.invalidate();
  }
  /** Near enough not to be cut off, far enough for what is behind. */
  function fitDepth(): void {
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 50;
    camera.far = 20 * (distance + home.radius);
    camera.updateProjectionMatrix();
  }
  controls.addEventListener("start", () => (moved = true));
  controls.addEventListener("change", () => {
    fitDepth();
    stage.invalidate();
  });
  return stage;
}

/** Half of the picture's shorter side, a metre away, m. */
function halfSide({ aspect }: PerspectiveCamera): number {
  return Math.tan((LENS * Math.PI) / 360) * Math.min(1, aspect);
}

function scaleDistance(camera: PerspectiveCamera, controls: OrbitControls, factor: number): void {
  camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
  controls.update();
}

/** Looks at a place from the same side, no farther than now. @param wanted how far away, given the way back, m */
function comeNearer(camera: PerspectiveCamera, controls: OrbitControls, centre: Vector3, wanted: (back: Vector3) => number): void {
  const back = camera.position.clone().sub(controls.target);
  const far = back.length();
  back.divideScalar(far);
  controls.target.copy(centre);
  camera.position.copy(centre).addScaledVector(back, Math.min(far, wanted(back)));
  controls.update();
}

interface Home {
  readonly corners: readonly Vector3[];
  readonly centre: Vector3;
  readonly radius: number;
  readonly view: Vector3;
}

/** @param height of the picture, px */
function goHome(camera: PerspectiveCamera, controls: OrbitControls, home: Home, { top, bottom }: Stage["inset"], height: number): void {
  const { corners, centre, radius, view } = home;
  const back = view.clone().normalize();
  const open = Math.max(0.3, 1 - (top + bottom) / height);
  const distance = Math.max(radius, distanceFor(corners, centre, back, camera, open));
  controls.minDistance = distance / 1e4;
  controls.maxDistance = 20 * distance;
  camera.position.copy(centre).addScaledVector(back, distance);
  controls.target.copy(centre);
  controls.update();
  // The middle of what is open stands where the middle of the picture was.
  const raised = (distance * Math.tan((LENS * Math.PI) / 360) * (top - bottom)) / height;
  if (raised === 0) return;
  camera.updateMatrixWorld();
  const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1).multiplyScalar(raised);
  camera.position.add(up);
  controls.target.add(up);
  controls.update();
}

/**
 * From how far away all corners are in sight.
 * @param back from the centre to the camera, of unit length @param open part of the picture's height in which they are to be
 */
function distanceFor(corners: readonly Vector3[], centre: Vector3, back: Vector3, camera: PerspectiveCamera, open: number): number {
  const { up, aspect } = camera;
  const right = new Vector3().crossVectors(up, back).normalize();
  const above = new Vector3().crossVectors(back, right);
  const tall = Math.tan((LENS * Math.PI) / 360) * FILLED;
  const arm = new Vector3();
  return corners.reduce((distance, corner) => {
    arm.copy(corner).sub(centre);
    const nearer = arm.dot(back);
    return Math.max(distance, nearer + Math.abs(arm.dot(right)) / (tall * aspect), nearer + Math.abs(arm.dot(above)) / (tall * open));
  }, 0);
}

/**
 * The wheel zooms. Where the page scrolls, it zooms only in a picture that was pressed, until the pointer leaves it; a pinch, which comes
 * as a wheel with Ctrl, always zooms.
 */
function leaveWheelToPage(element: HTMLElement): { dispose(): void } {
  let pressed = false;
  const press = () => {
    pressed = true;
  };
  const leave = () => {
    pressed = false;
  };
  const turn = (event: WheelEvent) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight > clientHeight + 1 && !pressed && !event.ctrlKey) event.stopPropagation();
  };
  element.addEventListener("pointerdown", press);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", turn, { capture: true, passive: true });
  return {
    dispose: () => {
      element.removeEventListener("pointerdown", press);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("wheel", turn, { capture: true });
    },
  };
}
