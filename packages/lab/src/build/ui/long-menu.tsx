import { useEscape } from "../../ui/use-escape.js";
import type { Builder } from "../use-builder.js";

interface LongMenuProps {
  readonly menu: { readonly name: string; readonly x: number; readonly y: number };
  readonly builder: Builder;
  readonly onClose: () => void;
}

/** What may be done with a body that was pressed for long. */
export function LongMenu({ menu: { name, x, y }, builder, onClose }: LongMenuProps) {
  useEscape(true, onClose);
  const item = (words: string, act: () => void) => (
    <button
      type="button"
      role="menuitem"
      onClick={() => {
        onClose();
        act();
      }}
    >
      {words}
    </button>
  );
  return (
    <div className="menu-list long-menu" role="menu" aria-label={name} style={{ left: Math.max(8, x - 80), top: Math.max(8, y - 150) }}>
      {item("Duplicate", builder.duplicate)}
      {item("Delete", builder.remove)}
      {item("Surface", () => builder.select("material"))}
      {item("Close", () => {})}
    </div>
  );
}
