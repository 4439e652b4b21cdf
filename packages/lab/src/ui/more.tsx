/** What few ask for, closed at first: how it was found, and tables. */
import type { ReactNode } from "react";

export function More({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="more">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
