import { routes } from '@countersign/contract';
import type { DocumentReference } from 'firebase-admin/firestore';
import { setTimeout as wait } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { database } from '../database.ts';
import { functionsMegabytes } from '../functions-memory.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const USERS = 1_000;
const PROJECTS = 10;
const DELETIONS = 2_000;
const ROUNDS = 15;
/** How many sweeps are watched: the local stack begins one every 15 s. */
const SWEEPS = 4;

/** One user's lists, the sweep and the outbox, while 1,000 users have 10 projects each, with one task per project. */
export async function measureScale(): Promise<Table[]> {
  const user = await newUser();
  for (let number = 0; number < PROJECTS; number += 1) {
    const project = await user.api.call(routes.postProject, { body: { name: `Project ${number}` } });
    await user.api.call(routes.postProjectTask, { params: { id: project.id }, body: { title: 'A task' } });
  }
  const alone = await lists(user);
  await multiplyUsers(user);
  const crowded = await lists(user);
  const sweeps = await watchSweeps();
  const outbox = await watchOutbox();
  const sweep = `the longest of ${SWEEPS} sweeps, s`;
  const start = `a start promised after ${DELETIONS} deletions is done after, s`;
  const functions = 'the functions at the most, MB';
  return [
    {
      title: `Lists of one user, alone and beside ${USERS} users with ${PROJECTS} projects each`,
      goal: 'the same reads. Times are the emulator’s, which looks at every document of a collection where production has an index',
      limits: alone.map(({ path, reads }) => ({
        column: 'reads beside',
        of: ([list]) => list === path,
        atMost: Number(reads),
      })),
      columns: ['list', 'reads alone', 'reads beside', 'p50 ms alone', 'p50 ms beside'],
      rows: alone.map(({ path, reads, p50 }, index) => [
        path,
        reads,
        crowded[index]?.reads ?? '',
        p50,
        crowded[index]?.p50 ?? 0,
      ]),
    },
    {
      title: 'Sweep and outbox beside them',
      goal: 'a sweep ≤ 15 s; a start is never behind deletions; the functions ≤ 512 MB',
      limits: [
        { column: 'measured', of: ([what]) => what === sweep, atMost: 15 },
        { column: 'measured', of: ([what]) => what === start, below: outbox.all },
        { column: 'measured', of: ([what]) => what === functions, atMost: 512 },
      ],
      columns: ['what', 'measured'],
      rows: [
        [sweep, Math.max(...sweeps)],
        [start, outbox.start],
        [`all ${DELETIONS} deletions are done after, s`, outbox.all],
        [functions, Math.max(...(await functionsMegabytes()).map(({ most }) => most))],
      ],
    },
  ];
}

async function lists(user: BenchUser): Promise<{ path: string; reads: string; p50: number }[]> {
  const paths = ['/api/projects', '/api/tasks', '/api/approvals', '/api/dashboard/stats'];
  const measured = [];
  for (const path of paths) {
    const times: number[] = [];
    let reads = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const reply = await user.get(path);
      await reply.text();
      times.push(performance.now() - began);
      reads = /reads;desc="(\d+)"/.exec(reply.headers.get('Server-Timing') ?? '')?.[1] ?? '';
    }
    measured.push({ path, reads, p50: percentile(times, 0.5) });
  }
  return measured;
}

/** Copies these projects and tasks for many other users, who have no account. */
async function multiplyUsers({ uid }: BenchUser): Promise<void> {
  const db = database();
  const own = async (name: string) => (await db.collection(name).where('userId', '==', uid).get()).docs;
  const [projects, tasks] = await Promise.all([own('projects'), own('tasks')]);
  const writer = db.bulkWriter();
  for (let number = 0; number < USERS; number += 1) {
    const userId = `bench-user-${number}`;
    for (const project of projects) {
      const projectId = nanoid();
      void writer.create(db.doc(`projects/${projectId}`), { ...project.data(), userId });
      for (const task of tasks.filter((one) => one.get('projectId') === project.id))
        void writer.create(db.doc(`tasks/${nanoid()}`), { ...task.data(), userId, projectId });
    }
  }
  await writer.close();
}

/** How many seconds sweeps take: as long as each holds its lock. */
async function watchSweeps(): Promise<number[]> {
  const seconds: number[] = [];
  let began = 0;
  await new Promise<void>((resolve, reject) => {
    const stop = database()
      .doc('sweepLocks/sweep')
      .onSnapshot(({ exists }) => {
        if (exists && began === 0) began = performance.now();
        if (exists || began === 0) return;
        seconds.push((performance.now() - began) / 1000);
        began = 0;
        if (seconds.length < SWEEPS) return;
        stop();
        resolve();
      }, reject);
  });
  return seconds;
}

/** Seconds from the beginning of the next sweep until promised work is done: a start, and all deletions before it. */
async function watchOutbox(): Promise<{ start: number; all: number }> {
  const db = database();
  const promise = (ref: DocumentReference, kind: string, userId: string) => {
    const [now, rest] = [new Date(), { object: null, attempts: 0, lastError: null }];
    return { ref, entry: { kind, userId, subjectId: nanoid(), notBefore: now, createdAt: now, ...rest } };
  };
  const writer = db.bulkWriter();
  for (let number = 0; number < DELETIONS; number += 1) {
    const { ref, entry } = promise(db.collection('outbox').doc(), 'delete_task', `bench-user-${number % 20}`);
    void writer.create(ref, entry);
  }
  await writer.close();
  const start = promise(db.collection('outbox').doc(), 'start_container', 'bench-user-0');
  await start.ref.create(start.entry);
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  while ((await start.ref.get()).exists) await wait(100);
  const started = since();
  const left = db.collection('outbox').where('kind', '==', 'delete_task');
  while ((await left.limit(1).get()).size > 0) await wait(250);
  return { start: started, all: since() };
}
