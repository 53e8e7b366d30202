import { count } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { env } from '../../settings/env.ts';
import { admittedOfAll, admittedOfProject, admittedOfUser } from '../../store/queries.ts';
import type { Reason } from '../reason.ts';

/** How many containers have a place; each number is counted when first asked for. */
export interface Places {
  ofProject(projectId: string): Promise<number>;
  ofUser(userId: string): Promise<number>;
  ofAll(): Promise<number>;
}

/** Remembers each count for one pass; the next pass needs new ones. */
export function newPlaces(): Places {
  const counted = new Map<string, Promise<number>>();
  const once = (key: string, ask: () => Promise<number>) => {
    const known = counted.get(key) ?? ask();
    counted.set(key, known);
    return known;
  };
  return {
    ofProject: (id) => once(`project ${id}`, () => count(admittedOfProject(id))),
    ofUser: (id) => once(`user ${id}`, () => count(admittedOfUser(id))),
    ofAll: () => once('all', () => count(admittedOfAll())),
  };
}

/** Which places would be exceeded by `more` further containers. Null: none. */
export async function whyNoPlace(
  { userId, projectId }: Pick<ContainerDocument, 'userId' | 'projectId'>,
  more: number,
  places = newPlaces(),
): Promise<Reason | null> {
  const { RUNNING_PER_PROJECT, RUNNING_PER_USER, RUNNING_PER_DEPLOYMENT } = env();
  const [ofProject, ofUser, ofAll] = await Promise.all([
    places.ofProject(projectId),
    places.ofUser(userId),
    places.ofAll(),
  ]);
  if (ofProject + more > RUNNING_PER_PROJECT) return full('project', RUNNING_PER_PROJECT);
  if (ofUser + more > RUNNING_PER_USER) return full('user', RUNNING_PER_USER);
  if (ofAll + more > RUNNING_PER_DEPLOYMENT) return full('deployment', RUNNING_PER_DEPLOYMENT);
  return null;
}

/** There may be a place, but others are first. */
export const othersWait: Reason = {
  waitsFor: 'deployment',
  scope: 'deployment',
  cause: 'turn',
  message: 'Waiting to start: others have waited longer. It starts when its turn comes',
};

function full(whose: Reason['scope'], limit: number): Reason {
  const containers = limit === 1 ? '1 container' : `${limit} containers`;
  const others = {
    project: `${containers} of this project`,
    user: `${limit} of your containers`,
    deployment: `${containers} of all users`,
  };
  const end = whose === 'deployment' ? 'It starts when its turn comes' : 'It starts when one of them ends';
  return {
    waitsFor: whose,
    scope: whose,
    cause: whose,
    message: `Waiting to start: ${others[whose]} ${limit === 1 ? 'is' : 'are'} already running, the most at the same time. ${end}`,
  };
}
