import { Component, type ReactNode } from 'react';

/** Shows something else in place of what breaks while it is drawn. */
export class Attempt extends Component<{ children: ReactNode; otherwise: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.otherwise : this.props.children;
  }
}
