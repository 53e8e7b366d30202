import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanKept } from '../acp/clean-kept.ts';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { renameSessions } from './gemini-sessions.ts';

const PATH = '.gemini/tmp';
const RECORD = 'session-2026-11-27T08-39-253e5b66.jsonl';
const KEPT = 'session-kept-2026-11-27T08-39-253e5b66.jsonl';

let home: string;
let chats: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-sessions-'));
  chats = join(home, PATH, 'workspace/chats');
  mkdirSync(chats, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

/** Renames as the runner does, and resolves with its log. */
async function rename(): Promise<string> {
  let text = '';
  const log = createLog(createRedactor(), (line) => (text += line));
  await cleanKept(home, PATH, renameSessions, { user: null, searchPath: process.env.PATH ?? '', log, bun: undefined });
  return text;
}

const read = (name: string) => readFileSync(join(chats, name), 'utf8');

it('gives a record a name that is not taken within the minute, once', async () => {
  writeFileSync(join(chats, RECORD), 'said');
  writeFileSync(join(home, PATH, 'workspace/.project_root'), '/workspace');
  expect(await rename()).toBe('');
  expect(await rename()).toBe('');
  expect(readdirSync(chats)).toEqual([KEPT]);
  expect(read(KEPT)).toBe('said');
});

it('replaces no record by one that was begun when its session went on', async () => {
  writeFileSync(join(chats, KEPT), 'said');
  writeFileSync(join(chats, RECORD), 'begun');
  expect(await rename()).toBe('');
  expect([read(KEPT), read(RECORD)]).toEqual(['said', 'begun']);
});

it('renames nothing behind a link', async () => {
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, RECORD), '');
  symlinkSync(elsewhere, join(home, PATH, 'workspace-1'));
  mkdirSync(join(home, PATH, 'workspace-2'));
  symlinkSync(elsewhere, join(home, PATH, 'workspace-2/chats'));
  expect(await rename()).toBe('');
  expect(readdirSync(elsewhere)).toEqual([RECORD]);
});
