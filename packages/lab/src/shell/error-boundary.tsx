/** What a view could not draw is said; the rest of the page lives on. */
import { Component, type ReactNode } from "react";
import { TopBar } from "./top-bar.js";

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly message?: string }> {
  override state: { readonly message?: string } = {};

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <>
        <TopBar about={<p className="title">This view could not be drawn</p>} />
        <main className="message-page">
          <p className="view-error" role="alert">
            {message}
          </p>
        </main>
      </>
    );
  }
}
