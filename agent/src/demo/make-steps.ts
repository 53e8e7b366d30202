import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeInCheckout } from './place-in-checkout.ts';
import { countOf, type TaskText, type Wishes } from './parse-task.ts';
import type { Step } from './step.ts';
import { summaryOf, type Survey } from './survey.ts';

/** The steps that a task asks for; if it names none, a summary of the working folder. */
export async function stepsFor(task: TaskText, wishes: Wishes, found: Survey, cwd: string): Promise<Step[]> {
  const files = countOf(wishes) > 0 ? wishes.files : [{ path: `TASK-${task.id}.md`, content: null }];
  const commands = wishes.commands.length > 0 ? wishes.commands : [found.hasHistory ? 'git log --oneline -n 5' : 'ls'];
  const summary = summaryOf(found, task.title, task.text);
  const steps = [
    ...wishes.asks.map((ask): Step => ({ kind: 'ask', ...ask, ...fresh(`ask ${ask.question}`) })),
    ...(await Promise.all(files.map((file) => writeStep(file.path, file.content ?? summary, cwd)))),
    ...(await Promise.all(wishes.edits.map((edit) => editStep(edit, cwd)))),
    ...commands.map((command): Step => ({ kind: 'command', command, ...fresh(`run ${command}`) })),
  ];
  return steps;
}

/** Creates the file; appends the text to one that exists. */
export async function writeStep(named: string, content: string, cwd: string): Promise<Step> {
  const path = await placeInCheckout(named, cwd);
  const present = await readFile(join(cwd, path), 'utf8').catch(() => null);
  if (present === null) return { kind: 'write', path, content, ...fresh(`write ${path}`) };
  const newText = `${present.replace(/\n*$/, '\n\n')}${content}`;
  return { kind: 'edit', path, oldText: present, newText, ...fresh(`extend ${path}`) };
}

async function editStep(edit: Wishes['edits'][number], cwd: string): Promise<Step> {
  const path = await placeInCheckout(edit.path, cwd);
  return { kind: 'edit', ...edit, path, ...fresh(`edit ${path} ${edit.oldText}`) };
}

function fresh(id: string): Pick<Step, 'id' | 'status'> {
  return { id, status: 'open' };
}
