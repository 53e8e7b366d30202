import { routes } from '@countersign/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { database, multiply } from './database.ts';
import { askToStart } from './many.ts';
import type { BenchUser } from './user.ts';

/** Fits a phone: a longer card must be read to its end before it can be approved. */
const SHORT = 'Mend what is broken.';
const SENTENCES = 'Mend what is broken, then write down what was done and why. '.repeat(10);
const CHAPTER = `# Weaving\n\n${'- **Warp**: see `src/loom.ts`, or [the guide](https://example.com).\n'.repeat(60)}`;
const FILE = Array.from({ length: 120 }, (_, line) => `thread ${line + 1}\n`).join('');
const STARTS: [title: string, says: string][] = [
  ['Mend the loom', SHORT],
  ['Weave a pattern that nobody has woven before, with more threads than anybody has counted', SENTENCES],
  ['Write about weaving', CHAPTER],
];
/** For the demo agent: a short file, a long one, a command. */
const AGENT_TASKS = [
  'Create `docs/notes.md` with "warp and weft".',
  `Create \`docs/threads.md\`:\n\`\`\`\n${FILE}\`\`\``,
  'Run `ls -l`.',
];
const ASKED_WITHIN_MS = 120_000;

/**
 * Gives a user this many open questions: to start tasks, and an agent's about files and a command, in lengths from a
 * line to pages. Each kind in turn, except that the oldest `short` of them are short ones.
 */
export async function addVariedApprovals(user: BenchUser, count: number, short: number): Promise<void> {
  const starts = [];
  for (const [title, says] of STARTS) starts.push((await askToStart(user, title, says)).itemId);
  const asked = await askAsAgent(user);
  const documents = [...starts, ...asked].map((id) => database().doc(`taskItems/${id}`));
  await multiply(documents, count - documents.length - short);
  await multiply(documents.slice(0, 1), short, count);
}

/** What an agent asks first about each of its tasks; each has a container of its own, which then waits. */
async function askAsAgent({ api }: BenchUser): Promise<string[]> {
  const { id } = await api.call(routes.postProject, { body: { name: 'Textiles' } });
  const params = { id };
  for (const description of AGENT_TASKS) {
    await api.call(routes.postProjectTask, { params, body: { title: 'Document the loom', description } });
    await api.call(routes.postProjectContainer, { params, body: {} });
  }
  for (const until = Date.now() + ASKED_WITHIN_MS; Date.now() < until; await pause(250)) {
    const asked = (await api.call(routes.listApprovals)).filter(({ task }) => task.project.id === id);
    if (asked.length === AGENT_TASKS.length) return asked.map((approval) => approval.id);
  }
  throw new Error('The agents have not asked');
}
