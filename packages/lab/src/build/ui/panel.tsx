/** What is selected, as fields: each with what it means in words, and the lines of the study that say so. */
import type { ReactNode } from "react";
import type { Builder } from "../use-builder.js";
import { BodyPanel } from "./body-panel.js";
import { OtherPanel, StudyPanel } from "./other-panels.js";
import { StudyLines } from "./study-lines.js";

export interface PanelProps {
  readonly builder: Builder;
  /** Where the body could hang. */
  readonly onHang: (parent: string) => void;
  readonly onLetGo: () => void;
  /** What files have brought, above all else. */
  readonly brought?: ReactNode;
  readonly children?: ReactNode;
}

export function Panel({ builder, onHang, onLetGo, brought, children }: PanelProps) {
  const { world, selected, text } = builder;
  const entity = selected === undefined ? undefined : world.entities.get(selected);
  return (
    <aside className="build-panel" aria-label="What is selected">
      {brought}
      {entity !== undefined ? (
        <BodyPanel builder={builder} entity={entity} onHang={onHang} onLetGo={onLetGo} />
      ) : selected === undefined ? (
        <StudyPanel builder={builder} />
      ) : (
        <OtherPanel builder={builder} id={selected} />
      )}
      <StudyLines text={text} before={builder.before} path={pathOf(selected, entity !== undefined)} />
      {children}
    </aside>
  );
}

function pathOf(selected: string | undefined, isBody: boolean): readonly (string | number)[] {
  if (selected === undefined) return ["duration"];
  if (isBody) return ["bodies", selected];
  const [list, place] = selected.split(" ");
  return place === undefined ? [list] : [list, Number(place)];
}
