/** Everything in the study, by name: bodies with what hangs on them, surfaces, forces. */
import { significant } from "@carom/figures/geometry";
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from "react";
import { slopeOf } from "../hands/turn.js";
import { constantRestitution, type Surface } from "../scene/surface.js";
import { type Entity, massOf, type World } from "../scene/world.js";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly fact: string;
  readonly depth: number;
  readonly glyph: ReactNode;
}

const icon = (d: ReactNode) => (
  <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {d}
  </svg>
);
const ICONS = {
  sphere: icon(<circle cx="8" cy="8" r="5.500" />),
  box: icon(<rect x="3" y="3" width="10" height="10" rx="1" />),
  other: icon(<path d="M8 2.500l5.500 4-2 6.500h-7l-2-6.500z" />),
  fixed: icon(<path d="M2 12.500L14 4v8.500z" />),
  plane: icon(<path d="M1.500 6h13M3 10l2-4M7 10l2-4M11 10l2-4" />),
  link: icon(<path d="M3 12.500L13 3.500M3 12.500a1.500 1.500 0 1 0 .1 0M13 3.500a1.500 1.500 0 1 0 .1 0" />),
  pair: icon(
    <>
      <circle cx="5.500" cy="8" r="3.500" />
      <circle cx="10.500" cy="8" r="3.500" />
    </>,
  ),
  force: icon(<path d="M8 2v11M4.500 9.500L8 13l3.500-3.500" />),
};

function iconOf({ kind, shape }: Entity): ReactNode {
  if (kind === "plane" || kind === "link" || kind === "fixed") return ICONS[kind];
  return shape?.type === "sphere" ? ICONS.sphere : shape?.type === "box" ? ICONS.box : ICONS.other;
}

function factOf(entity: Entity, { study }: World): string {
  const { kind, name, orientation, shape } = entity;
  const body = study.bodies[name];
  if (kind === "plane") return "plane";
  if (kind === "fixed")
    return shape?.type === "box" && slopeOf(orientation) > 0.05 ? `fixed, ${significant(slopeOf(orientation), 2)}°` : "fixed";
  const mass = body === undefined ? undefined : massOf(body);
  if (mass === undefined) return kind === "link" ? "joint" : "";
  return mass < 0.1 ? `${significant(1000 * mass, 3)} g` : `${significant(mass, 3)} kg`;
}

/** Links stand under what they hang on. */
function bodyRows(world: World): Row[] {
  const { study, entities } = world;
  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const [name, body] of Object.entries(study.bodies)) {
    const parent = "joint" in body ? body.joint.parent : undefined;
    if (parent !== undefined && parent !== "world" && entities.has(parent)) children.set(parent, [...(children.get(parent) ?? []), name]);
    else roots.push(name);
  }
  const rows: Row[] = [];
  const seen = new Set<string>();
  const add = (name: string, depth: number) => {
    const entity = entities.get(name);
    if (entity === undefined || seen.has(name)) return;
    seen.add(name);
    rows.push({ id: name, name, fact: factOf(entity, world), depth, glyph: iconOf(entity) });
    for (const child of children.get(name) ?? []) add(child, Math.min(depth + 1, 5));
  };
  for (const name of roots) add(name, 0);
  return rows;
}

const surface = (values: Surface) => `${values.friction.toFixed(2)}  ${constantRestitution(values)?.toFixed(2) ?? "by speed"}`;

function surfaceRows({ study: { material, contacts = [] } }: World): Row[] {
  const all = { id: "material", depth: 0, glyph: ICONS.pair };
  return [
    {
      ...all,
      name: contacts.length === 0 ? "all pairs" : "others",
      fact: material === undefined ? "pass through" : surface(material),
    },
    ...contacts.map((contact, i) => ({
      id: `contacts ${i}`,
      name: contact.between.join(", "),
      fact: surface(contact),
      depth: 0,
      glyph: ICONS.pair,
    })),
  ];
}

function forceRows({ study: { gravity = [0, 0, -9.81], loads = [] } }: World): Row[] {
  return [
    { id: "gravity", name: "gravity", fact: `${significant(Math.hypot(...gravity), 3)} m/s²`, depth: 0, glyph: ICONS.force },
    ...loads.map((load, i) => ({
      id: `loads ${i}`,
      name: "body" in load ? load.body : load.between.join(", "),
      fact: load.type === "piecewise" ? "force in time" : load.type === "constant" ? "force" : load.type,
      depth: 0,
      glyph: ICONS.force,
    })),
  ];
}

interface TreeProps {
  readonly world: World;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onPair: () => void;
  readonly onForce: () => void;
}

export const Tree = memo(function Tree({ world, selected, onSelect, onPair, onForce }: TreeProps) {
  const root = useRef<HTMLElement>(null);
  const bodies = bodyRows(world);
  const moving = [...world.entities.values()].filter(({ kind }) => kind === "body" || kind === "link");
  const sections = [
    { title: "Bodies", note: String(bodies.length), rows: bodies },
    { title: "Surfaces", note: "μ   e", rows: surfaceRows(world) },
    { title: "Forces", note: "", rows: forceRows(world) },
  ];
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => id));
  const focused = ids.includes(selected ?? "") ? selected : ids[0];
  const key = (event: KeyboardEvent) => {
    const at = ids.indexOf((event.target as HTMLElement).dataset.row ?? "");
    if (at < 0) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    const id = next === undefined ? undefined : ids[next];
    if (id === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(id);
    root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <nav className="build-tree" aria-label="The scene" ref={root}>
      {sections.map(({ title, note, rows }) => (
        <section key={title}>
          <h2>
            {title} <span>{note}</span>
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree is what this list is */}
          <ul role="tree" aria-label={title} onKeyDown={key}>
            {rows.map(({ id, name, fact, depth, glyph }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: arrows select, as trees do
              <li
                key={id}
                role="treeitem"
                data-row={id}
                data-depth={depth}
                aria-level={depth + 1}
                aria-selected={id === selected}
                tabIndex={id === focused ? 0 : -1}
                onClick={() => onSelect(id)}
              >
                {glyph}
                <span className="row-words">{name}</span>
                <em>{fact}</em>
              </li>
            ))}
          </ul>
          {title === "Surfaces" && moving.length > 0 && bodies.length > 1 && (
            <button type="button" className="tree-add" onClick={onPair}>
              + one pair apart
            </button>
          )}
          {title === "Forces" && moving.length > 0 && (
            <button type="button" className="tree-add" onClick={onForce}>
              + force
            </button>
          )}
        </section>
      ))}
    </nav>
  );
});

/** The tree in a narrow window: closed at first. */
export function TreeFold({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="tree-fold">
      <button type="button" className="text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Everything in the scene
      </button>
      {open && children}
    </section>
  );
}
