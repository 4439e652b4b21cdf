/** The dock: what can be put into the scene, by pulling it there, by pressing it, or by A and a letter. */
import { type PointerEvent, type ReactNode, useRef } from "react";
import { PIECES, type Piece } from "../palette.js";

const GLYPHS: Readonly<Record<Piece, ReactNode>> = {
  ball: (
    <>
      <circle className="clay" cx="10" cy="10" r="7.500" />
      <path d="M2.500 10c4 2.200 11 2.200 15 0" />
    </>
  ),
  box: <path className="clay" d="M3 6.500L10 3l7 3.500v7.500L10 17.500 3 14zM3 6.500L10 10l7-3.500M10 10v7.500" />,
  rod: <path className="clay" d="M3.300 15.200L15.500 3l1.500 1.500L4.800 16.700z" />,
  capsule: <path className="clay" d="M4.200 11.200l7-7a3.250 3.250 0 0 1 4.600 4.600l-7 7a3.250 3.250 0 0 1-4.600-4.600z" />,
  cylinder: (
    <>
      <path className="clay" d="M4.500 5v10c0 1.400 2.500 2.500 5.500 2.500s5.500-1.100 5.500-2.500V5" />
      <ellipse className="clay" cx="10" cy="5" rx="5.500" ry="2.500" />
    </>
  ),
  mesh: (
    <path
      className="clay"
      d="M10 2.500l7 5.200-2.700 8.600H5.700L3 7.700zM3 7.700l7 1.800 7-1.800M10 9.500l-4.300 6.800M10 9.500l4.300 6.800M10 2.500v7"
    />
  ),
  floor: <path className="clay" d="M2 13.500L6.500 7H18l-4.500 6.500z" />,
  ramp: <path className="clay" d="M2.500 15.500L17 5v10.500z" />,
  hinge: (
    <>
      <circle cx="10" cy="10" r="2.600" />
      <path d="M2.500 16.500l5.600-4.600M11.900 8.100l5.600-4.600" />
    </>
  ),
  motor: (
    <>
      <circle cx="10" cy="10" r="2.300" />
      <path d="M10 3a7 7 0 1 1-6.200 3.800M3.500 3.200l.3 3.700 3.600-.6" />
    </>
  ),
};

const HINTS: Partial<Record<Piece, string>> = {
  mesh: "a mesh file, STL or OBJ",
  hinge: "on the selected body",
  motor: "on the selected joint",
};

export function Glyph({ piece }: { readonly piece: Piece }) {
  return (
    <svg className="glyph" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {GLYPHS[piece]}
    </svg>
  );
}

interface DockProps {
  /** A was pressed: the letters show. */
  readonly lettered: boolean;
  readonly disabled: (piece: Piece) => boolean;
  readonly onPress: (piece: Piece) => void;
  /** Let go somewhere on the page, px of the window. */
  readonly onDrop: (piece: Piece, clientX: number, clientY: number) => void;
}

/** px before a press is a pull. */
const STILL = 6;

export function Dock({ lettered, disabled, onPress, onDrop }: DockProps) {
  const pulled = useRef<{ readonly x: number; readonly y: number; far: boolean }>(undefined);
  const ghost = useRef<HTMLDivElement>(null);
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    const { current } = pulled;
    if (current === undefined) return;
    if (Math.hypot(event.clientX - current.x, event.clientY - current.y) > STILL) current.far = true;
    const { current: shown } = ghost;
    if (shown === null) return;
    shown.hidden = !current.far;
    shown.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    shown.textContent = event.currentTarget.dataset.piece ?? "";
  };
  const end = () => {
    if (ghost.current !== null) ghost.current.hidden = true;
  };
  return (
    <>
      <div className={lettered ? "dock lettered" : "dock"} role="toolbar" aria-label="Put something into the scene">
        {PIECES.map(({ piece, key, group }, i) => (
          <button
            key={piece}
            type="button"
            data-piece={piece}
            className={i > 0 && PIECES[i - 1].group !== group ? "apart" : undefined}
            disabled={disabled(piece)}
            title={HINTS[piece]}
            aria-keyshortcuts={`A ${key.toUpperCase()}`}
            onPointerDown={(event) => {
              pulled.current = { x: event.clientX, y: event.clientY, far: false };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={move}
            onPointerUp={(event) => {
              const far = pulled.current?.far === true;
              end();
              if (far) onDrop(piece, event.clientX, event.clientY);
            }}
            onPointerCancel={() => {
              pulled.current = undefined;
              end();
            }}
            onClick={() => {
              const far = pulled.current?.far === true;
              pulled.current = undefined;
              if (!far) onPress(piece);
            }}
          >
            <Glyph piece={piece} />
            <span>{piece}</span>
            <kbd>{key.toUpperCase()}</kbd>
          </button>
        ))}
      </div>
      <div className="pulled-piece" ref={ghost} hidden aria-hidden="true" />
    </>
  );
}
