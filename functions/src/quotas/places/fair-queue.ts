import type { ContainerDocument } from '../../documents/container.ts';
import type { Reason } from '../reason.ts';

type Waiting = Pick<ContainerDocument, 'id' | 'userId' | 'projectId' | 'waitsSince' | 'createdAt'>;

export interface FairQueue<T extends Waiting> {
  /** The container whose turn it is; undefined when none is left that may be started. */
  next(): T | undefined;
  /** The container now has a place. */
  admit(container: T): void;
  /** The container is not to be started any more. */
  leave(container: T): void;
  /** The container cannot be started, and neither can others of the same project or user, or any at all. */
  block(container: T, scope: Reason['scope']): void;
}

/**
 * Waiting containers in the order in which to start them: each place goes to the user who has the fewest (`admitted`,
 * by user), and among that user's to the one that has waited longest. So nobody waits behind somebody else's hundred.
 */
export function newFairQueue<T extends Waiting>(waiting: T[], admitted: ReadonlyMap<string, number>): FairQueue<T> {
  let left = [...waiting].sort((a, b) => since(a) - since(b) || (a.id < b.id ? -1 : 1));
  const places = new Map(admitted);
  const placesOf = ({ userId }: T) => places.get(userId) ?? 0;
  const leave = (container: T) => void (left = left.filter(({ id }) => id !== container.id));
  return {
    next() {
      const fewest = Math.min(...left.map(placesOf));
      return left.find((container) => placesOf(container) === fewest);
    },
    admit(container) {
      places.set(container.userId, placesOf(container) + 1);
      leave(container);
    },
    leave,
    block(container, scope) {
      const isWithIt = {
        project: ({ projectId }: T) => projectId === container.projectId,
        user: ({ userId }: T) => userId === container.userId,
        deployment: () => true,
      };
      left = left.filter((one) => !isWithIt[scope](one));
    },
  };
}

const since = ({ waitsSince, createdAt }: Waiting) => (waitsSince ?? createdAt).toMillis();
