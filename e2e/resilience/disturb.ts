import { ApiError, type Container, routes } from '@countersign/contract';
import { control } from '../support/control.ts';
import { agentOf, runnerOf, signal } from '../support/runner-processes.ts';
import { until } from '../support/until.ts';
import type { TestUser } from '../support/user.ts';

export type Disturbance = 'runner' | 'agent' | 'jobs' | 'pause';
const all: readonly Disturbance[] = ['runner', 'agent', 'jobs', 'pause'];

/** An agent that dies three times in a row is given up, which is no recovery. */
const AGENT_KILLS = 2;
/** Most milliseconds from when the container runs again to the next disturbance. */
const PAUSE_MS = 2_500;

export interface Moment {
  what: Disturbance;
  afterMs: number;
}

/** What is to happen to a run, and when. */
export function planOf(random: () => number, count: number): Moment[] {
  let agentKills = 0;
  return Array.from({ length: count }, () => {
    const drawn = all[Math.floor(random() * all.length)] ?? 'runner';
    const what = drawn === 'agent' && agentKills === AGENT_KILLS ? 'runner' : drawn;
    if (what === 'agent') agentKills += 1;
    return { what, afterMs: Math.floor(random() * PAUSE_MS) };
  });
}

/** Does to a container what the plan says until its task has ended; resolves with what was really done. */
export async function disturb(
  user: TestUser,
  container: Container,
  plan: readonly Moment[],
  hasEnded: () => boolean,
): Promise<Disturbance[]> {
  const done: Disturbance[] = [];
  for (const { what, afterMs } of plan) {
    await until('a runner to disturb', async () => hasEnded() || runnerOf(container.id) !== undefined, {
      timeoutMs: 90_000,
      everyMs: 50,
    });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (hasEnded()) return done;
    if (await act(user, container.id, what, hasEnded)) done.push(what);
  }
  return done;
}

async function act(user: TestUser, containerId: string, what: Disturbance, hasEnded: () => boolean): Promise<boolean> {
  switch (what) {
    case 'runner':
      return signal(runnerOf(containerId), 'SIGKILL');
    case 'agent':
      return signal(await agentSoon(containerId), 'SIGKILL');
    case 'jobs':
      await control('/cloud-run/crash');
      return true;
    case 'pause':
      return pauseAndResume(user, containerId, hasEnded);
  }
}

/** Between two tasks, and at the beginning, there is briefly none. */
async function agentSoon(containerId: string): Promise<number | undefined> {
  for (let tries = 0; tries < 40; tries += 1) {
    const runner = runnerOf(containerId);
    const agent = runner === undefined ? undefined : agentOf(runner);
    if (agent !== undefined) return agent;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

async function pauseAndResume({ api }: TestUser, id: string, hasEnded: () => boolean): Promise<boolean> {
  const params = { id };
  const paused = await unlessRefused(api.call(routes.pauseContainer, { params }));
  if (paused === null) return false;
  // An approval at this moment may start it again before Resume does.
  const isStarted = async () => {
    const now = await api.call(routes.getContainer, { params });
    return now.status === 'running' && now.startedAt !== paused.startedAt;
  };
  await until(
    `container ${id} to go on`,
    async () =>
      (await unlessRefused(api.call(routes.resumeContainer, { params }))) !== null || (await isStarted()) || hasEnded(),
    { timeoutMs: 60_000 },
  );
  return true;
}

/** Null if the container is in another state by now. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  }
}
