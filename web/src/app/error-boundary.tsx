import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.tsx';

interface Props {
  children: ReactNode;
  /** The address: a new one means another page, which may work. */
  resetKey?: string;
}

interface State {
  error: unknown;
  broken: boolean;
  resetKey?: string;
}

/** Shows `BrokenPage` in place of whatever broke inside it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, broken: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, broken: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { resetKey: props.resetKey, broken: false, error: null };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A page broke', error, info.componentStack);
  }

  override render() {
    return this.state.broken ? <BrokenPage error={this.state.error} /> : this.props.children;
  }
}
