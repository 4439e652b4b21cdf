/** Files brought to the builder: a robot, a mesh, a measured motion. What is read is read beside the page, and not for ever. */
import { useCallback, useEffect, useRef, useState } from "react";
import { Quaternion } from "three";
import { putShape } from "../build/palette.js";
import type { StageControl } from "../build/stage/build-stage.js";
import type { Builder } from "../build/use-builder.js";
import { takeFiles } from "../shell/file-taker.js";
import type { Answer } from "../worker/messages.js";
import { Cancelled, createRunner, type Runner } from "../worker/runner.js";
import { type MeasuredMotion, measuredMotion } from "./measured.js";
import type { BroughtMesh } from "./mesh-body.js";
import { BUILT_FROM, takeWaiting } from "./pending.js";
import type { MeshUnit } from "./units.js";
import type { BroughtFile, BroughtRobot, RobotPlace } from "./with-robot.js";

/** Longer than this nobody waits for a file, ms. */
const LONGEST = 20_000;

export type Brought =
  | {
      readonly kind: "robot";
      readonly file: string;
      readonly urdf: string;
      readonly files: readonly BroughtFile[];
      readonly place: RobotPlace;
      readonly read?: BroughtRobot;
    }
  | { readonly kind: "mesh"; readonly file: BroughtFile; readonly unit: MeshUnit; readonly read: BroughtMesh };

export interface Bring {
  readonly brought: Brought | undefined;
  readonly measured: MeasuredMotion | undefined;
  /** What is being read. */
  readonly busy: string | undefined;
  readonly message: string | undefined;
  readonly cancel: () => void;
  readonly keep: () => void;
  readonly takeBack: () => void;
  readonly placeRobot: (place: RobotPlace) => void;
  readonly meshUnit: (unit: MeshUnit) => void;
  readonly forget: () => void;
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly dismiss: () => void;
}

/** Reads files beside the page: one at a time, with an end. */
function useBeside() {
  const [busy, setBusy] = useState<string>();
  const [message, setMessage] = useState<string>();
  const runner = useRef<Runner>(undefined);
  const beside = useCallback(async <T>(name: string, ask: (worker: Runner) => Promise<Answer<T>>): Promise<T | undefined> => {
    runner.current?.cancel();
    const own = createRunner();
    runner.current = own;
    setBusy(name);
    setMessage(undefined);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      own.cancel();
    }, LONGEST);
    try {
      const answer = await ask(own);
      if ("value" in answer) return answer.value;
      setMessage(`${name}: ${answer.failure.message}`);
    } catch (error) {
      if (!(error instanceof Cancelled)) setMessage(`${name}: ${(error as Error).message}`);
      else if (late) setMessage(`${name}: it took longer than ${LONGEST / 1000} s to read and was stopped.`);
    } finally {
      clearTimeout(timer);
      own.cancel();
      setBusy((now) => (now === name ? undefined : now));
    }
    return undefined;
  }, []);
  return { busy, message, setMessage, beside, runner };
}

/** The text of a CSV, also of binary files as one. Undefined where it cannot be read, which is said. */
async function tableOf(file: File, beside: ReturnType<typeof useBeside>["beside"]): Promise<string | undefined> {
  if (/\.csv$/i.test(file.name)) return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return beside(file.name, (worker) => worker.motion({ name: file.name, bytes }));
}

export function useBring(builder: Builder, stage: React.RefObject<StageControl | null>): Bring {
  const [brought, setBrought] = useState<Brought>();
  const [measured, setMeasured] = useState<MeasuredMotion>();
  const { busy, message, setMessage, beside, runner } = useBeside();
  const latest = useRef({ builder, brought });
  latest.current = { builder, brought };
  /** The text as it was before the files. */
  const before = useRef("");

  const hold = useCallback((text: string, name: string) => {
    const { builder: now } = latest.current;
    now.begin();
    now.write(text);
    now.select(name);
  }, []);

  const readRobot = useCallback(
    async (robot: Extract<Brought, { kind: "robot" }>) => {
      setBrought(robot);
      const read = await beside(robot.file, (worker) => worker.robot(before.current, robot.urdf, robot.files, robot.place));
      if (read === undefined) return;
      setBrought({ ...robot, read });
      hold(read.text, read.first);
    },
    [beside, hold],
  );
  const readMesh = useCallback(
    async (file: BroughtFile, unit?: MeshUnit) => {
      const read = await beside(file.name, (worker) => worker.mesh(file, unit));
      const view = stage.current?.view();
      const measure = stage.current?.measure();
      if (read === undefined || view === undefined || measure === undefined) return;
      const { builder: now } = latest.current;
      const name = file.name.replace(/\.[^.]*$/, "").slice(0, 40) || "mesh";
      // Where the text still has the same mesh in another unit, that one goes first.
      const text = before.current;
      const added = putShape(name, read.shape, new Quaternion(), {
        text,
        world: now.world,
        view,
        x: measure.width / 2,
        y: 0.56 * measure.height,
        pixel: measure.pixel,
        height: measure.height,
        pressed: true,
      });
      setBrought({ kind: "mesh", file, unit: read.unit, read });
      hold(added.text, added.name);
    },
    [beside, hold, stage],
  );

  const take = useCallback(
    async (files: readonly File[]): Promise<void> => {
      const { builder: now, brought: earlier } = latest.current;
      const csv = files.find(({ name }) => /\.(csv|c3d|npy)$/i.test(name));
      if (csv !== undefined) {
        const moving = [...now.world.entities.values()].filter(({ kind }) => kind === "body" || kind === "link").map(({ name }) => name);
        try {
          setMessage(undefined);
          const text = await tableOf(csv, beside);
          if (text !== undefined) setMeasured(measuredMotion(text, csv.name, moving));
        } catch (error) {
          setMessage(`${csv.name}: ${(error as Error).message}`);
        }
        return;
      }
      const robot = files.find(({ name }) => /\.(urdf|xml|mjcf)$/i.test(name));
      const rest = await Promise.all(
        files.filter((file) => file !== robot).map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      );
      // Meshes that a robot waits for.
      if (robot === undefined && earlier?.kind === "robot") return readRobot({ ...earlier, files: [...earlier.files, ...rest] });
      now.abandon();
      before.current = now.text;
      if (robot !== undefined) {
        const urdf = await robot.text();
        return readRobot({ kind: "robot", file: robot.name, urdf, files: rest, place: { base: "fixed", at: [0, 0, 0] } });
      }
      if (rest[0] !== undefined) await readMesh(rest[0]);
    },
    [beside, readRobot, readMesh, setMessage],
  );

  useEffect(() => {
    const end = takeFiles({ accepts: (name) => BUILT_FROM.test(name), take });
    const waiting = takeWaiting();
    // The stage has to be there: what is put into the scene lies on what is seen.
    const timer = waiting.length === 0 ? undefined : setTimeout(() => void take(waiting), 300);
    return () => {
      clearTimeout(timer);
      end();
      runner.current?.cancel();
    };
  }, [take, runner]);

  const done = useCallback((keep: boolean) => {
    setBrought(undefined);
    setMessage(undefined);
    if (keep) latest.current.builder.end();
    else latest.current.builder.abandon();
  }, []);
  return {
    brought,
    measured,
    busy,
    message,
    cancel: useCallback(() => runner.current?.cancel(), [runner]),
    keep: useCallback(() => done(true), [done]),
    takeBack: useCallback(() => done(false), [done]),
    placeRobot: (place) => brought?.kind === "robot" && void readRobot({ ...brought, place }),
    meshUnit: (unit) => brought?.kind === "mesh" && void readMesh(brought.file, unit),
    forget: useCallback(() => setMeasured(undefined), []),
    take,
    dismiss: useCallback(() => {
      setMessage(undefined);
      setBrought((now) => (now?.kind === "robot" && now.read === undefined ? undefined : now));
    }, []),
  };
}
