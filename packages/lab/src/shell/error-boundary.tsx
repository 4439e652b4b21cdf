/** What a view could not draw is said; the rest of the page lives on. */
import { Component, type ReactNode } from "react";
import { TopBar } from "./top-bar.js";

interface ErrorBoundaryProps {
  /** Where the user is; at another place what failed here is tried anew. */
  readonly place: string;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message?: string | undefined }> {
  override state: { readonly message?: string | undefined } = {};

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate({ place }: ErrorBoundaryProps): void {
    if (place !== this.props.place && this.state.message !== undefined) this.tryAgain();
  }

  readonly tryAgain = (): void => this.setState({ message: undefined });

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <>
        <TopBar about={<p className="title">This picture failed</p>} />
        <main className="message-page">
          <p className="view-error" role="alert">
            {message}
          </p>
          <p>
            <button type="button" className="button" onClick={this.tryAgain}>
              Try again
            </button>
          </p>
        </main>
      </>
    );
  }
}
