import { routes } from '@countersign/contract';
import { setTimeout } from 'node:timers/promises';
import { pushLargeBranch, REPOSITORY } from '../large-branch.ts';
import { questionsOf } from '../questions.ts';
import type { Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const FILES = [500, 5_000];
/** Each is approved on its own; the files are looked at before and after it. */
const STEPS = 20;
/** Logs are sent in batches. */
const LOG_ATTEMPTS = 100;
const PAUSE_MS = 200;

/** How long the runner looks at a task's files around each approved step, to tell whose a change is. */
export async function measureFileLooks(): Promise<Table[]> {
  const user = await newUser();
  const rows = [];
  for (const files of FILES) rows.push([files, ...(await looksAt(user, files))]);
  return [
    {
      title: 'Looking at the files around each approved step',
      goal: '≤ 200 ms at 5,000 files; else the publish card says so',
      columns: ['files', 'n', 'p50 ms', 'p95 ms', 'max ms'],
      rows,
    },
  ];
}

async function looksAt({ api }: BenchUser, files: number): Promise<number[]> {
  const baseBranch = await pushLargeBranch(files);
  const { id } = await api.call(routes.postProject, { body: { name: `Bench ${files} files`, agent: 'demo' } });
  const params = { id };
  const { owner, name } = REPOSITORY;
  const url = `https://github.com/${owner}/${name}`;
  await api.call(routes.postProjectRepository, { params, body: { url, owner, name } });
  await api.call(routes.patchProject, { params, body: { baseBranch } });
  const questions = questionsOf(id);
  const description = Array.from({ length: STEPS }, (_, index) => `Create \`new-${index}.md\`.`).join(' ');
  await api.call(routes.postProjectTask, { params, body: { title: 'Many steps', description } });
  const container = await api.call(routes.postProjectContainer, { params, body: {} });
  for (let card = await questions.next(); card !== null; card = await questions.next())
    await api.call(routes.approveTaskItem, { params: { id: card.id }, body: {}, ifMatch: card.hash });
  questions.stop();
  const measured = await toldBy({ api }, container.id);
  await api.call(routes.deleteContainer, { params: { id: container.id } });
  return measured;
}

/** What the runner says in its log once its agent has finished. */
async function toldBy({ api }: Pick<BenchUser, 'api'>, id: string): Promise<number[]> {
  for (let attempt = 1; attempt <= LOG_ATTEMPTS; attempt += 1) {
    const { logs } = await api.call(routes.getContainerLogs, { params: { id } });
    const told =
      /looked at the files (\d+) times: (\d+) ms \(median\), (\d+) ms \(95th percentile\), (\d+) ms at most/.exec(logs);
    if (told) return told.slice(1).map(Number);
    await setTimeout(PAUSE_MS);
  }
  throw new Error('The runner has not said how long it looked at the files');
}
