import type { TaskItem } from '@countersign/contract';
import type { ReactNode } from 'react';

/**
 * Renders a pending item's content with its decision below. `renderBody`: its content, with what the decision puts into
 * it: a pull request's title and text, which are edited there.
 */
export type RenderDecision = (item: TaskItem, renderBody: (words?: ReactNode) => ReactNode) => ReactNode;
