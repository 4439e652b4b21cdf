/** The world with handles: tree, stage, panel, and what will happen. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { BroughtParts, FilesPlace } from "../bring/bring-panel.js";
import { differences } from "../bring/measured.js";
import { useBring } from "../bring/use-bring.js";
import { Calm } from "../ui/calm.js";
import { LateProgress } from "../ui/progress-bar.js";
import { useEscape } from "../ui/use-escape.js";
import { PHONE, useMedia } from "../ui/use-media.js";
import { type Future, useFuture } from "./future/use-future.js";
import { usePlayFuture } from "./future/use-play-future.js";
import { BuildStage, type StageControl } from "./stage/build-stage.js";
import { originAt } from "./stage/future-paths.js";
import type { History } from "./text/history.js";
import { BuildBar } from "./ui/build-bar.js";
import { Dock } from "./ui/dock.js";
import { Finding } from "./ui/finding.js";
import { LongMenu } from "./ui/long-menu.js";
import { Panel } from "./ui/panel.js";
import { Strip } from "./ui/strip.js";
import { Tree, TreeFold } from "./ui/tree.js";
import { useBuildKeys } from "./use-build-keys.js";
import { useBuilder } from "./use-builder.js";
import { usePieces } from "./use-pieces.js";
import "./build.css";

/** The editor is brought when it is first opened. */
const BuildDrawer = lazy(() => import("./ui/build-drawer.js").then(({ BuildDrawer }) => ({ default: BuildDrawer })));

const NARROW = "(max-width: 1199px)";

interface BuildProps {
  readonly first: History;
  /** The study is no longer the one that was opened. */
  readonly onChange: () => void;
}

export function Build({ first, onChange }: BuildProps) {
  const builder = useBuilder(first, onChange);
  const { world, text, selected } = builder;
  const phone = useMedia(PHONE);
  const narrow = useMedia(NARROW);
  const moves = useMemo(() => [...world.entities.values()].some(({ kind }) => kind === "body" || kind === "link"), [world]);
  const ballNames = [...world.entities.values()].flatMap(({ name, shape }) => (shape?.type === "sphere" ? [name] : [])).join("\n");
  const balls = useMemo(() => new Set(ballNames.split("\n")), [ballNames]);
  const future = useFuture(moves ? text : undefined);
  const stage = useRef<StageControl>(null);
  const [about, setAbout] = useState<number>();
  const [sizing, setSizing] = useState(false);
  const [lettered, setLettered] = useState(false);
  const [editing, setEditing] = useState(false);
  const [menu, setMenu] = useState<{ readonly name: string; readonly x: number; readonly y: number }>();
  const play = usePlayFuture(future.current ? future.seen : undefined, stage);
  useEscape(future.running && !builder.holding, future.cancel);
  const onEdit = useCallback(() => setEditing((before) => !before), []);
  const actions = usePieces(builder, stage);
  const latest = useRef(actions);
  latest.current = actions;
  const onPair = useCallback<typeof actions.pair>((...pair) => latest.current.pair(...pair), []);
  const onForce = useCallback<typeof actions.force>((...force) => latest.current.force(...force), []);
  const bring = useBring(builder, stage);
  // Body and paths follow the hand; what stands around the picture, which is the most of the page, more slowly. What files have brought is
  // held too until it is kept, but by no hand.
  const holding = builder.holding && bring.brought === undefined;
  const away = useMemo(
    () =>
      bring.measured === undefined || future.seen === undefined
        ? []
        : differences(bring.measured, future.seen.time, (name, time) => originAt(future.seen!, world, name, time)),
    [bring.measured, future.seen, world],
  );

  useBuildKeys({
    builder,
    stage,
    play,
    actions: {
      put: (piece) => actions.put(piece),
      lettered: setLettered,
      edit: onEdit,
      size: () => setSizing((before) => !before),
      axis: () => setAbout((before) => ((before ?? 1) + 1) % 3),
    },
    about,
  });
  useEffect(() => setMenu(undefined), [text]);

  return (
    <div className={editing ? "study-page build-page editing" : "study-page build-page"}>
      <Calm busy={holding} turn={0}>
        <BuildBar builder={builder} editing={editing} onEdit={onEdit} phone={phone} />
      </Calm>
      {future.running && <LateProgress progress={{ text: "what will happen" }} onCancel={future.cancel} />}
      <main
        className="build"
        data-text-length={text.length}
        data-impacts={future.seen?.impactCount}
        data-done={future.current && future.seen?.done}
      >
        {!narrow && (
          <Calm busy={holding} turn={0}>
            <Tree world={world} selected={selected} onSelect={builder.select} onPair={onPair} onForce={onForce} />
          </Calm>
        )}
        <BuildStage
          builder={builder}
          seen={future.seen}
          stale={future.failure !== undefined}
          control={stage}
          about={about}
          sizing={sizing}
          building={play.time === 0 && !play.playing}
          measured={bring.measured}
          onLong={(name, x, y) => setMenu({ name, x, y })}
        >
          <Calm busy={holding} turn={2}>
            <Finding future={future} world={world} moves={moves} unkept={builder.unkept} />
            <Dock lettered={lettered} disabled={actions.disabled} onPress={actions.put} onDrop={actions.drop} />
            <FilesPlace bring={bring} />
          </Calm>
          {menu !== undefined && <LongMenu menu={menu} builder={builder} onClose={() => setMenu(undefined)} />}
        </BuildStage>
        <Calm busy={holding} turn={1}>
          <Panel
            builder={builder}
            onHang={actions.hang}
            onLetGo={actions.letGo}
            brought={<BroughtParts bring={bring} differences={away} />}
          >
            {narrow && (
              <TreeFold>
                <Tree world={world} selected={selected} onSelect={builder.select} onPair={onPair} onForce={onForce} />
              </TreeFold>
            )}
          </Panel>
        </Calm>
        <FutureBox future={future} play={play} duration={world.study.duration} phone={phone} balls={balls} holding={holding} />
      </main>
      {editing && (
        <Suspense fallback={null}>
          <BuildDrawer text={text} title={world.study.title} onText={builder.write} onClose={onEdit} />
        </Suspense>
      )}
    </div>
  );
}

interface FutureBoxProps {
  readonly future: Future;
  readonly play: ReturnType<typeof usePlayFuture>;
  /** Asked for, s. */
  readonly duration: number;
  readonly phone: boolean;
  readonly balls: ReadonlySet<string>;
  readonly holding: boolean;
}

/** What will happen, and the button that plays it. */
function FutureBox({ future, play, duration, phone, balls, holding }: FutureBoxProps) {
  return (
    <div className="strip-box">
      <button
        type="button"
        className="play"
        aria-label={play.playing ? "Pause" : "Play"}
        onClick={play.toggle}
        disabled={future.seen === undefined}
      >
        <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          {play.playing ? <path d="M5.500 3v10M10.500 3v10" /> : <path className="solid" d="M4.500 2.500v11l9-5.500z" />}
        </svg>
      </button>
      <Calm busy={holding} turn={2}>
        <Strip
          seen={future.seen}
          duration={duration}
          running={future.running}
          phone={phone}
          balls={balls}
          playhead={play.playhead}
          time={play.time}
          onTime={play.show}
        />
      </Calm>
    </div>
  );
}
