import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  otherwise: (error: unknown) => ReactNode;
}

interface State {
  isBroken: boolean;
  error: unknown;
}

/** Shows something else in place of what breaks while it is drawn, or whose code cannot be fetched. */
export class Attempt extends Component<Props, State> {
  override state: State = { isBroken: false, error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { isBroken: true, error };
  }

  override render() {
    return this.state.isBroken ? this.props.otherwise(this.state.error) : this.props.children;
  }
}
