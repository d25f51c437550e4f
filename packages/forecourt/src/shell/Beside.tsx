import { Component, Suspense, type ReactNode } from 'react';

/** What comes after the page, and which the page does without: while it loads, and when it or its texts do not come, nothing is there. */
export class Beside extends Component<{ readonly children: ReactNode }, { failed?: boolean }> {
  override state: { failed?: boolean } = {};

  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true });

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
