/** What few ask for, closed at first: how it was found, and tables. */
import type { ReactNode } from "react";

/** @param open from the start: there is nothing else to see */
export function More({ title, children, open = false }: { readonly title: string; readonly children: ReactNode; readonly open?: boolean }) {
  return (
    <details className="more" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
