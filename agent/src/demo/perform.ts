import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { methods, type AgentContext, type ToolCall, type ToolCallContent } from '@agentclientprotocol/sdk';
import { runCommand } from './commands.ts';
import { saveSession, type DemoSession } from './demo-session.ts';
import { titleOf, type ActStep, type EditStep, type WriteStep } from './step.ts';
import type { Voice } from './voice.ts';

export type Outcome = 'done' | 'rejected' | 'cancelled';

interface Result {
  ok: boolean;
  text: string;
  output: unknown;
}

/** The session whose steps are carried out, and the client that is told of them. */
export interface DemoTurn {
  session: DemoSession;
  client: AgentContext;
  voice: Voice;
  signal: AbortSignal;
}

/** Asks for a step and does it once it is allowed. */
export async function perform(step: ActStep, { session, client, voice, signal }: DemoTurn): Promise<Outcome> {
  if (signal.aborted) return 'cancelled';
  const { cwd } = session;
  if (await isDone(step, cwd)) return 'done';
  const missing = step.kind === 'edit' && (await missingOf(step, cwd));
  if (missing) {
    step.status = 'skipped';
    await saveSession(session);
    await voice.say(missing);
    return 'done';
  }
  const call = await callOf(step, cwd);
  await voice.tell({ sessionUpdate: 'tool_call', ...call, status: 'pending' });
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId: session.id,
    toolCall: call,
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  });
  const { toolCallId } = call;
  if (outcome.outcome === 'cancelled') return 'cancelled';
  if (outcome.optionId !== 'yes') {
    await voice.tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    return 'rejected';
  }
  await voice.tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  const { ok, text, output } = await act(step, cwd, signal);
  // Saved before the client is told: if the client then saves this session, the step must be recorded as done.
  step.status = ok || step.kind === 'command' ? 'done' : 'skipped';
  await saveSession(session);
  const content: ToolCallContent[] = [...(call.content ?? []), { type: 'content', content: { type: 'text', text } }];
  const status = ok ? 'completed' : 'failed';
  await voice.tell({ sessionUpdate: 'tool_call_update', toolCallId, status, content, rawOutput: output });
  if (step.status === 'skipped') await voice.say(text);
  return 'done';
}

/** What an edit needs and does not find, in a sentence; null if it finds it. */
async function missingOf({ path, oldText }: EditStep, cwd: string): Promise<string | null> {
  const present = await readFile(join(cwd, path), 'utf8').catch(() => '');
  if (present.includes(oldText)) return null;
  // To be appended to, a file is replaced as a whole.
  return oldText.includes('\n') ? `${path} has changed meanwhile.` : `${path} does not contain “${oldText}”.`;
}

async function callOf(step: ActStep, cwd: string): Promise<ToolCall> {
  const common = { toolCallId: step.id, title: titleOf(step) };
  if (step.kind === 'command') {
    return { ...common, kind: 'execute', name: 'run_command', rawInput: { command: step.command } };
  }
  const path = join(cwd, step.path);
  const diff = { type: 'diff' as const, path, ...(await changeOf(step, path)) };
  const name = step.kind === 'write' ? 'create_file' : 'edit_file';
  return { ...common, kind: 'edit', name, locations: [{ path }], content: [diff], rawInput: { path: step.path } };
}

/** An edit shows the whole file, with the passage replaced. */
async function changeOf(
  step: WriteStep | EditStep,
  path: string,
): Promise<{ oldText: string | null; newText: string }> {
  if (step.kind === 'write') return { oldText: null, newText: step.content };
  const present = await readFile(path, 'utf8').catch(() => '');
  return { oldText: present, newText: present.replace(step.oldText, () => step.newText) };
}

async function act(step: ActStep, cwd: string, signal: AbortSignal): Promise<Result> {
  if (step.kind === 'command') {
    const { exitCode, output } = await runCommand(step.command, cwd, signal);
    return { ok: exitCode === 0, text: output, output: { exitCode, output } };
  }
  // The file may have changed while the person decided.
  const missing = step.kind === 'edit' && (await missingOf(step, cwd));
  if (missing) return { ok: false, text: missing, output: { changed: false } };
  const path = join(cwd, step.path);
  const { newText } = await changeOf(step, path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, newText);
  return { ok: true, text: `Wrote ${step.path}.`, output: { path: step.path, bytes: Buffer.byteLength(newText) } };
}

/** True when an earlier run did it and was stopped before it could record so. */
async function isDone(step: ActStep, cwd: string): Promise<boolean> {
  if (step.kind === 'command') return false;
  const present = await readFile(join(cwd, step.path), 'utf8').catch(() => null);
  if (step.kind === 'write') return present === step.content;
  return present !== null && !present.includes(step.oldText) && present.includes(step.newText);
}
