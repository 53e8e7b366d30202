import type { ContainerDocument } from '../documents/container.ts';

/** A container that crashes at every start must not be restarted for ever; an act of its owner resets the count. */
export const AUTO_STARTS_MAX = 5;

/**
 * Whether no decided task of a container starts it again once it has ended, only what its owner does: it was paused, or
 * started too often without progress.
 */
export const isLeftToOwner = ({ desired, autoStarts }: Pick<ContainerDocument, 'desired' | 'autoStarts'>): boolean =>
  desired === 'paused' || (desired === 'running' && autoStarts >= AUTO_STARTS_MAX);
