import { type ComponentType, lazy } from 'react';

/** Like `lazy`, for what a page works without: if its code cannot be fetched, nothing is shown. */
export const optional = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
