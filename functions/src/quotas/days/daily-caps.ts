import type { ModelAllowance } from '@countersign/contract/agent';
import type { Timestamp } from 'firebase-admin/firestore';
import { env, type Env } from '../../settings/env.ts';
import { modelNames } from '../../settings/models.ts';
import { allowanceText, type Cap, pauseText, waitText } from './cap-texts.ts';
import { dayOf } from './day.ts';
import type { Reason } from '../reason.ts';
import { usageOfAll, usageOfAllNow, usageOfUser, type Usage } from './usage-days.ts';

const settings = [
  ['user', 'starts', 'STARTS_PER_USER_DAY'],
  ['user', 'hours', 'HOURS_PER_USER_DAY'],
  ['user', 'tokens', 'TOKENS_PER_USER_DAY'],
  ['deployment', 'starts', 'STARTS_PER_DEPLOYMENT_DAY'],
  ['deployment', 'hours', 'HOURS_PER_DEPLOYMENT_DAY'],
  ['deployment', 'tokens', 'TOKENS_PER_DEPLOYMENT_DAY'],
] as const satisfies [Cap['whose'], Cap['what'], keyof Env][];

const HOUR_MS = 60 * 60 * 1000;

/** What a user, and all users together, have used in a day. */
interface Used {
  user: Usage;
  deployment: Usage;
}

/** Every cap, the user's own first. Without a model there are no caps on tokens. */
function caps(): Cap[] {
  const all = settings.map(([whose, what, name]): Cap => ({ whose, what, limit: env()[name] }));
  return modelNames().length === 0 ? all.filter(({ what }) => what !== 'tokens') : all;
}

function left({ whose, what, limit }: Cap, used: Used): number {
  const { starts, runMs, tokens } = used[whose];
  return limit - { starts, hours: runMs / HOUR_MS, tokens }[what];
}

/** Why no container of a user may be started on the day of `now`; null when they may. */
export async function whyNotToday(userId: string, now: Timestamp): Promise<Reason | null> {
  const day = dayOf(now);
  const reached = (used: Used) => caps().find((cap) => left(cap, used) <= 0);
  const [user, deployment] = await Promise.all([usageOfUser(userId, day), usageOfAll(day)]);
  const used = { user, deployment };
  const cap = reached(used);
  // The remembered usage may include starts that have been taken back since.
  const still = cap?.whose === 'deployment' ? reached({ ...used, deployment: await usageOfAllNow(day) }) : cap;
  return still ? toReason(still) : null;
}

/** Which cap on starts a start that is counted already has exceeded; null if the day has no more than allowed. */
export async function whyTooManyStarts(userId: string, day: string): Promise<Reason | null> {
  const [user, deployment] = await Promise.all([usageOfUser(userId, day), usageOfAllNow(day)]);
  const cap = caps().find((one) => one.what === 'starts' && left(one, { user, deployment }) < 0);
  return cap ? toReason(cap) : null;
}

/** What a running container may still use. */
export interface Remaining {
  /** Why the runner is asked to save and leave, for a person; null while it may go on. */
  pauseMessage: string | null;
  modelAllowance: ModelAllowance;
}

/** How much a user's containers may still use at `now`. */
export async function whatRemains(userId: string, now: Timestamp): Promise<Remaining> {
  const day = dayOf(now);
  const [user, deployment] = await Promise.all([usageOfUser(userId, day), usageOfAll(day)]);
  const used = { user, deployment };
  const reached = caps().find((cap) => cap.what !== 'starts' && left(cap, used) <= 0);
  const [scarcest] = caps()
    .filter(({ what }) => what === 'tokens')
    .sort((a, b) => left(a, used) - left(b, used));
  return {
    pauseMessage: reached ? pauseText(reached) : null,
    modelAllowance: {
      tokensLeft: scarcest ? Math.max(0, Math.floor(left(scarcest, used))) : null,
      message: scarcest ? allowanceText(scarcest) : null,
    },
  };
}

function toReason(cap: Cap): Reason {
  return { waitsFor: 'day', scope: cap.whose, cause: `${cap.whose}-${cap.what}`, message: waitText(cap) };
}
