import { routes, type Container } from '@countersign/contract';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { nanoid } from 'nanoid';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn, withBrowser } from '../browser.ts';
import { database } from '../database.ts';
import type { RunningStack } from '../stack.ts';
import { newUser, type BenchUser } from '../user.ts';
import { noUsage, plus, share, UsageLog, type Usage } from './usage-log.ts';

/** Tasks of the demo agent that are followed from their first step to their end. */
export const TASKS = 5;
/** The tag of the local image whose runners wait for free for 2 s, so that this need not take minutes. */
const IMPATIENT = { tag: 'impatient', seconds: 2 };
export const WAITING = 1_000;
/** An even number: only every second sweep finds projects to recount, as there are few. */
const SWEEPS = 6;
const MINUTE_MS = 60_000;

export interface Measured {
  /** For one task, from its creation to its end, with a page open beside it. */
  task: { pages: Usage; runner: Usage; signals: number; steps: number };
  /** One minute in which nothing happens: a page with the approvals, one with a running container, and the runner. */
  minute: { approvals: Usage; container: Usage; runner: Usage };
  /** Bytes that the browser received: for the first visit, and for each task. */
  transfer: { visit: number; task: number };
  wait: Wait;
  /** One sweep: with nobody there, with one task that waits, and with WAITING of them. */
  sweep: { nobody: Usage; one: Usage; many: Usage };
}

interface Wait {
  /** Seconds of the container after its question, beyond the free waiting itself: saving and ending. */
  ending: number;
  /** Seconds of the container from the decision until it is redeemed. */
  goingOn: number;
  runner: Usage;
  checkpointBytes: number;
}

/** Does what a user does, on a stack of its own, and counts what the functions and the database do for it. */
export async function measureUsage({ folder }: RunningStack): Promise<Measured> {
  const log = new UsageLog(join(folder, 'logs/firebase.log'));
  const user = await newUser();
  const waited = await measureWait(user, log, folder);
  const worker = await newUser();
  const worked = await withBrowser(async (page) => {
    const received = countBytes(page);
    await signIn(page, worker);
    await page.goto('/approvals');
    await page.getByText('All caught up!').waitFor();
    const visit = received();
    const { container, ...task } = await workOnTasks(worker, log);
    const bytes = (received() - visit) / TASKS;
    const minute = await idleMinutes(page, container, log);
    await worker.api.call(routes.deleteContainer, { params: { id: container.id } });
    return { task, minute, transfer: { visit, task: bytes } };
  });
  return { ...worked, ...waited };
}

/** Bytes of the replies that a page has received so far, as transferred. */
function countBytes(page: Page): () => number {
  let bytes = 0;
  page.on('requestfinished', (request) => {
    void request.sizes().then(
      ({ responseBodySize, responseHeadersSize }) => (bytes += responseBodySize + responseHeadersSize),
      () => undefined, // a reply from the browser's cache
    );
  });
  return () => bytes;
}

/** One container works on some tasks; each step is approved at once. */
async function workOnTasks({ api, uid }: BenchUser, log: UsageLog) {
  const signals = watchCount(uid);
  const project = await api.call(routes.postProject, { body: { name: 'Costs' } });
  const params = { id: project.id };
  await log.next();
  for (let index = 0; index < TASKS; index += 1) {
    const body = { title: `Create file-${index}.md`, description: `Create \`file-${index}.md\` with "1".` };
    await api.call(routes.postProjectTask, { params, body });
  }
  const container = await api.call(routes.postProjectContainer, { params, body: {} });
  const steps = await approveAll(uid, async (item) => {
    await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: String(item.get('hash')) });
  });
  const { pages, runners } = await log.next();
  const part = 1 / TASKS;
  const told = signals() * part;
  return { container, pages: share(pages, part), runner: share(runners, part), signals: told, steps: steps * part };
}

/** Approves whatever is asked until all tasks are done; resolves with the number of questions. */
async function approveAll(uid: string, approve: (item: DocumentSnapshot) => Promise<void>): Promise<number> {
  const own = (name: string) => database().collection(name).where('userId', '==', uid);
  const approving: Promise<void>[] = [];
  const stops: (() => void)[] = [];
  await new Promise<void>((resolve, reject) => {
    const asked = own('taskItems').where('needsApproval', '==', true).where('isApproved', '==', null);
    stops.push(
      asked.onSnapshot((snapshot) => {
        const added = snapshot.docChanges().filter(({ type }) => type === 'added');
        for (const { doc } of added) approving.push(approve(doc).catch(reject));
      }, reject),
      own('tasks')
        .where('status', '==', 'completed')
        .onSnapshot(({ size }) => size === TASKS && resolve(), reject),
    );
  });
  for (const stop of stops) stop();
  await Promise.all(approving);
  return approving.length;
}

/** How many signals the open page gets: one document read each. */
function watchCount(uid: string): () => number {
  let count = 0;
  database()
    .doc(`signals/${uid}`)
    .onSnapshot(() => (count += 1));
  return () => count;
}

/** What pages and a runner do while nothing happens; the page stays open, and the container has no task. */
async function idleMinutes(page: Page, container: Container, log: UsageLog): Promise<Measured['minute']> {
  const minute = async () => {
    await log.next();
    await pause(MINUTE_MS);
    return log.next();
  };
  const { pages: approvals, runners } = await minute();
  await page.goto(`/containers/${container.id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { pages } = await minute();
  return { approvals, container: pages, runner: runners };
}

/** A task asks, its container waits for free, saves and ends; many more wait like it; it is approved and goes on. */
async function measureWait(
  { api }: BenchUser,
  log: UsageLog,
  folder: string,
): Promise<Pick<Measured, 'wait' | 'sweep'>> {
  const nobody = await averageSweep(log);
  const saved = await bytesBelow(join(folder, 'objects'));
  const { id } = await api.call(routes.postProject, { body: { name: 'Waiting' } });
  const params = { id };
  const body = { title: 'Create one.md', description: 'Create `one.md` with "1".' };
  const task = await api.call(routes.postProjectTask, { params, body });
  const container = await api.call(routes.postProjectContainer, { params, body: { imageTag: IMPATIENT.tag } });
  const item = await untilDocument('taskItems', id, (one) => one.get('needsApproval') === true);
  await log.next();
  const asked = performance.now();
  const since = () => (performance.now() - asked) / 1000;
  await untilDocument('containers', id, (one) => one.get('status') === 'paused');
  const ending = since() - IMPATIENT.seconds;
  const { runners: runner } = await log.next();
  const checkpointBytes = (await bytesBelow(join(folder, 'objects'))) - saved;

  const one = await averageSweep(log);
  await multiplyWaiting(task.id, item, container.id);
  const many = await averageSweep(log);

  const decided = performance.now();
  await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: String(item.get('hash')) });
  await untilDocument('taskItems', id, (one) => one.id === item.id && one.get('grant') !== 'unused');
  const goingOn = (performance.now() - decided) / 1000;
  await api.call(routes.deleteContainer, { params: { id: container.id } });
  return { wait: { ending, goingOn, runner, checkpointBytes }, sweep: { nobody, one, many } };
}

/** Makes more that wait like it: parked tasks, each with its question and its container. */
async function multiplyWaiting(taskId: string, item: DocumentSnapshot, containerId: string): Promise<void> {
  const db = database();
  const [tasks, items, containers] = [db.collection('tasks'), db.collection('taskItems'), db.collection('containers')];
  const [task, container] = [await tasks.doc(taskId).get(), await containers.doc(containerId).get()];
  const writer = db.bulkWriter();
  for (let index = 1; index < WAITING; index += 1) {
    const own = { taskId: nanoid(), parkedContainerId: nanoid() };
    void writer.create(tasks.doc(own.taskId), { ...task.data(), parkedContainerId: own.parkedContainerId });
    void writer.create(items.doc(nanoid()), { ...item.data(), taskId: own.taskId });
    void writer.create(containers.doc(own.parkedContainerId), { ...container.data() });
  }
  await writer.close();
}

/** The average of sweeps that the stack makes by itself. */
async function averageSweep(log: UsageLog): Promise<Usage> {
  await log.next();
  let sum = noUsage;
  while (sum.requests < SWEEPS) {
    await pause(1000);
    sum = plus(sum, (await log.next()).sweeps);
  }
  return share(sum, 1 / sum.requests);
}

/** Resolves with the first document of a project for which `is` holds. */
function untilDocument(
  name: string,
  projectId: string,
  is: (document: DocumentSnapshot) => boolean,
): Promise<DocumentSnapshot> {
  const all = database().collection(name).where('projectId', '==', projectId);
  return new Promise((resolve, reject) => {
    const stop = all.onSnapshot(({ docs }) => {
      const found = docs.find(is);
      if (!found) return;
      stop();
      resolve(found);
    }, reject);
  });
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const stats = await Promise.all(names.map((name) => stat(join(folder, name))));
  return stats.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}
