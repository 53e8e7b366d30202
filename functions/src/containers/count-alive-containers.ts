import { containerStatuses } from '@countersign/contract';
import { count } from '../data.ts';
import { userContainersIn } from '../queries.ts';

/** How many containers of a user are not deleted. */
export function countAliveContainers(userId: string): Promise<number> {
  return count(
    userContainersIn(
      userId,
      containerStatuses.filter((status) => status !== 'deleted'),
    ),
  );
}
