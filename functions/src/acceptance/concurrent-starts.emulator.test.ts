import { routes } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWaiting } from '../containers/start/start-waiting.ts';
import type { ContainerDocument } from '../documents/container.ts';
import { containers } from '../store/firestore.ts';
import { admittedOfAll } from '../store/queries.ts';
import { runtimeSettings } from '../runtime/settings.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { isLong } from '../../../dev/testing/sample.ts';
import { spawnApi, type ApiProcess } from '../testing/spawn-api.ts';
import { clientOf, signUp } from '../testing/users.ts';

// Eight places for three users with two projects each: every limit is reached, whoever gets which place.
const [PROJECT, USER, DEPLOYMENT] = [2, 3, 8];
const [USERS, STARTS] = [3, isLong ? 100 : 36];
/** This many starts take their time on a busy machine. */
const PATIENCE_MS = 60_000;
useTestEnvironment({
  RUNNING_PER_PROJECT: String(PROJECT),
  RUNNING_PER_USER: String(USER),
  RUNNING_PER_DEPLOYMENT: String(DEPLOYMENT),
});
const stack = useStack();

let instances: ApiProcess[];
beforeAll(async () => {
  instances = await Promise.all([spawnApi(), spawnApi()]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
});
const urlOf = (call: number) => instances[call % instances.length]?.url ?? '';

/** A user with two projects, and a way to start a container of either at either of the two processes. */
async function newStarter() {
  const user = await signUp();
  const client = clientOf(urlOf(0), user);
  const projects = await Promise.all(
    ['One', 'Two'].map((name) => client.call(routes.postProject, { body: { name } }).then(({ id }) => id)),
  );
  return {
    user,
    start: (call: number) =>
      clientOf(urlOf(call), user).call(routes.postProjectContainer, {
        params: { id: projects[(call >> 1) % projects.length] ?? '' },
        body: {},
      }),
  };
}

/**
 * The most containers that ever had a place at the same time: of one project, of one user, of all. Resolves with the
 * first snapshot: a listener that begins while others write may miss everything before.
 */
async function watchMost() {
  const most = { project: 0, user: 0, deployment: 0 };
  const mostOfOne = (all: string[]) => Math.max(0, ...new Set(all.map((one) => all.filter((id) => id === one).length)));
  let heard = () => {};
  const hears = new Promise<void>((resolve) => (heard = resolve));
  const stop = admittedOfAll().onSnapshot(({ docs }) => {
    heard();
    // A container that is still being counted has not been started, and gives its place back if that was one too many.
    const all = docs.map((one) => one.data()).filter(({ waits }) => !waits);
    most.project = Math.max(most.project, mostOfOne(all.map(({ projectId }) => projectId)));
    most.user = Math.max(most.user, mostOfOne(all.map(({ userId }) => userId)));
    most.deployment = Math.max(most.deployment, all.length);
  });
  await hears;
  return { most, stop };
}

const admitted = async (): Promise<ContainerDocument[]> => (await admittedOfAll().get()).docs.map((one) => one.data());

/** How many have a place for good, after the sweeper's work: two instances may have left a place to each other. */
async function placesTaken(): Promise<number> {
  await startWaiting(Timestamp.now(), Date.now() + 15_000);
  return (await admitted()).filter(({ waits }) => !waits).length;
}

/**
 * The containers of the executions that Cloud Run was really asked for, sorted, each once: a sweep a minute later
 * repeats a request that is still under way, and of two executions of one start only one gets to work
 * (agent-api/execution/exchange.emulator.test.ts).
 */
async function executions(): Promise<string[]> {
  const text = await stack.jobs().told(`${runtimeSettings().location}/jobs/countersign-latest/executions`);
  const ids = [...text.matchAll(/"name":"CONTAINER_ID","value":"([^"]+)"/g)].map(([, id]) => id ?? '');
  return [...new Set(ids)].sort();
}

/** The same, once the sweeper has done what replies promised and a busy machine had no time for. */
async function startedWithSweeps(): Promise<string[]> {
  const started = await executions();
  if (started.length < DEPLOYMENT) await sweep(inSeconds(60));
  return started;
}

test(
  `${STARTS} starts at once over two processes keep the limits of project, user and deployment at every moment`,
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const starters = await Promise.all(Array.from({ length: USERS }, newStarter));
    const { most, stop } = await watchMost();
    await Promise.all(Array.from({ length: STARTS }, (_, call) => starters[(call >> 2) % USERS]?.start(call)));
    // Some starts may still be under way: a reply waits for its start for two seconds at most.
    const places = expect.poll(placesTaken, {
      message: 'no place stays free while somebody waits',
      timeout: PATIENCE_MS,
      interval: 250,
    });
    await places.toBe(DEPLOYMENT);
    const running = (await admitted()).filter(({ waits }) => !waits);
    await expect
      .poll(startedWithSweeps, { timeout: PATIENCE_MS, interval: 250 })
      .toEqual(running.map(({ id }) => id).sort());
    const { size } = await containers().where('waits', '==', true).get();
    expect(size).toBe(STARTS - DEPLOYMENT);

    // Those that end leave their places to others, whoever asks.
    const ending = running.slice(0, 4);
    await Promise.all(
      ending.map(({ id, userId }, call) => {
        const owner = starters.find(({ user }) => user.userId === userId);
        return owner && clientOf(urlOf(call), owner.user).call(routes.deleteContainer, { params: { id } });
      }),
    );
    await expect.poll(placesTaken, { timeout: PATIENCE_MS, interval: 250 }).toBe(DEPLOYMENT);
    stop();
    expect(most).toEqual({ project: PROJECT, user: USER, deployment: DEPLOYMENT });
  },
);
