/** A name, what stands beside it, and what it means. */
import type { ReactNode } from "react";

export const positive = (value: number) => (value > 0 ? undefined : "more than 0 is needed");
export const notNegative = (value: number) => (value >= 0 ? undefined : "0 or more is needed");
export const share = (value: number) => (value >= 0 && value <= 1 ? undefined : "0 to 1 is needed");

export function Field({
  name,
  unit,
  children,
  note,
}: {
  readonly name: string;
  readonly unit?: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="panel-field">
      <span className="field-name">
        {name} {unit !== undefined && <small>{unit}</small>}
      </span>
      <div className="field-inputs">{children}</div>
      {note !== undefined && <p className="field-note">{note}</p>}
    </div>
  );
}
