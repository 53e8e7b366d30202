import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Step } from './step.ts';

/** What outlives the process, in a file in the agent's home. */
interface DemoState {
  /** Null before the first prompt. */
  task: { id: string; title: string; text: string } | null;
  steps: Step[];
  /** Everything said and done, replayed when the session is loaded. */
  history: SessionUpdate[];
}

export interface DemoSession {
  id: string;
  cwd: string;
  state: DemoState;
  /** Aborts the prompt that is being answered, upon session/cancel; null between prompts. */
  turn: AbortController | null;
}

/** A new session in this folder, saved. */
export async function newSession(cwd: string): Promise<DemoSession> {
  const session = { id: randomUUID(), cwd, state: { task: null, steps: [], history: [] }, turn: null };
  await saveSession(session);
  return session;
}

/** Null when there is no such session. */
export async function loadSession(id: string, cwd: string): Promise<DemoSession | null> {
  try {
    return { id, cwd, state: JSON.parse(await readFile(fileOf(id), 'utf8')) as DemoState, turn: null };
  } catch {
    return null;
  }
}

/** All or nothing: a process that is killed leaves the last saved state whole. */
export async function saveSession({ id, state }: DemoSession): Promise<void> {
  const file = fileOf(id);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(state));
  await rename(`${file}.part`, file);
}

function fileOf(id: string): string {
  return join(homedir(), '.countersign-demo', `${basename(id)}.json`);
}
