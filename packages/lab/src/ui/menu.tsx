/** A button that opens a list beneath it. Escape, a click elsewhere or a choice closes it. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChevronIcon } from "./icons.js";

export interface MenuItem {
  readonly label: string;
  /** In grey beneath the label. */
  readonly note?: string | undefined;
  readonly disabled?: boolean;
  readonly checked?: boolean;
  readonly choose: () => void;
}

export function Menu({
  label,
  icon,
  items,
  className = "",
  onOpen,
}: {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly items: readonly MenuItem[];
  readonly className?: string;
  readonly onOpen?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false);
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      root.current?.querySelector("button")?.focus();
    };
    window.addEventListener("pointerdown", outside);
    window.addEventListener("keydown", onEscape, true);
    return () => {
      window.removeEventListener("pointerdown", outside);
      window.removeEventListener("keydown", onEscape, true);
    };
  }, [open]);
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <div className={`menu ${className}`} ref={root}>
      <button type="button" className="bar-button" aria-haspopup="menu" aria-expanded={open} onClick={toggle}>
        {icon}
        <span>{label}</span>
        {icon === undefined && <ChevronIcon />}
      </button>
      {open && (
        <div className="menu-list" role="menu">
          {items.map(({ label: text, note, disabled = false, checked, choose }) => (
            <button
              key={text}
              type="button"
              {...(checked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": checked })}
              disabled={disabled}
              onClick={() => {
                setOpen(false);
                choose();
              }}
            >
              {text}
              {note !== undefined && <small>{note}</small>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
