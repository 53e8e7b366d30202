import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanKept } from '../acp/clean-kept.ts';
import { createLog } from '../server/log.ts';
import { createRedactor } from '../server/redact.ts';
import { bun, failureWithSqlite, hasSqlite, readDatabase, writeDatabase } from '../testing/opencode-database.ts';
import { cleanSessions } from './opencode-sessions.ts';

const PATH = '.local/share/opencode';
const ALLOW = '[{"permission":"*","pattern":"*","action":"allow"}]';
const clean = `CREATE TABLE account (id text PRIMARY KEY, url text NOT NULL);
CREATE TABLE account_state (id integer PRIMARY KEY, active_account_id text REFERENCES account(id) ON DELETE CASCADE);
CREATE TABLE permission (id text PRIMARY KEY, action text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, title text NOT NULL, permission text);
CREATE INDEX session_title ON session (title);`;
/** What an approved command may write; the trigger writes it again whenever it is taken out. */
const planted = `INSERT INTO account VALUES ('a', 'http://127.0.0.1:1');
INSERT INTO account_state VALUES (1, 'a');
INSERT INTO permission VALUES ('p', 'allow');
INSERT INTO session VALUES ('s', 'Work', '${ALLOW}');
CREATE TRIGGER "again "" and again" AFTER UPDATE ON session WHEN new.permission IS NULL
  BEGIN UPDATE session SET permission = '${ALLOW}'; END;
CREATE TRIGGER account_again AFTER DELETE ON account BEGIN INSERT INTO account VALUES (old.id || '+', old.url); END;
CREATE VIEW other AS SELECT * FROM account;`;

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-sessions-'));
  folder = join(home, PATH);
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

/** What is left of all that was planted. */
const left = () => ({
  sessions: readDatabase(folder, 'SELECT * FROM session'),
  others: ['account', 'account_state', 'permission'].map((table) => readDatabase(folder, `SELECT * FROM ${table}`)),
  programs: readDatabase(folder, "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"),
});
const cleaned = { sessions: [{ id: 's', title: 'Work', permission: null }], others: [[], [], []], programs: [] };

/** Cleans as the runner does, and resolves with its log. */
async function cleanAsRunner(by: { bun: string | undefined; hasSqlite?: boolean } = { bun: undefined }) {
  let text = '';
  const log = createLog(createRedactor(), (line) => (text += line));
  await cleanKept(home, PATH, cleanSessions, { user: null, searchPath: process.env.PATH ?? '', log, ...by });
  return text;
}
const inBun = () => ({ bun: bun(), hasSqlite: false });

it("keeps a session where Node has no SQLite: the agent's own program has", async () => {
  writeDatabase(folder, clean + planted);
  expect(await cleanAsRunner(inBun())).toBe('');
  expect(left()).toEqual(cleaned);
});

it("obeys no settings of Bun's that the agent has written in its home", async () => {
  writeDatabase(folder, clean + planted);
  const marker = join(home, 'planted');
  writeFileSync(join(home, 'planted.js'), `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`);
  const preload = `preload = [${JSON.stringify(join(home, 'planted.js'))}]`;
  for (const place of [home, join(home, '.local'), join(home, '.local/share'), folder])
    for (const name of ['bunfig.toml', '.bunfig.toml']) writeFileSync(join(place, name), preload);
  await cleanAsRunner(inBun());
  expect(existsSync(marker)).toBe(false);
});

it('keeps none where neither has SQLite', async () => {
  writeDatabase(folder, clean + planted);
  const log = await cleanAsRunner();
  if (hasSqlite) expect(left()).toEqual(cleaned);
  else expect(existsSync(folder)).toBe(false);
  expect(log.includes('cannot be cleaned')).toBe(!hasSqlite);
});

it('says nothing where there is nothing', async () => {
  expect(await cleanAsRunner()).toBe('');
  rmSync(folder, { recursive: true });
  expect(await cleanAsRunner()).toBe('');
});

it('removes what is no database', async () => {
  writeFileSync(join(folder, 'opencode.db'), 'planted');
  expect(await cleanAsRunner()).toContain('they are removed');
  expect(existsSync(folder)).toBe(false);
});

describe('the program itself, whatever Node has', () => {
  it('takes out what was planted, and nothing else', () => {
    writeDatabase(folder, clean + planted);
    expect(failureWithSqlite(folder, cleanSessions)).toBe(null);
    expect(left()).toEqual(cleaned);
  });

  it('does without tables that another version has not', () => {
    writeDatabase(folder, 'CREATE TABLE session (id text PRIMARY KEY)');
    expect(failureWithSqlite(folder, cleanSessions)).toBe(null);
    expect(readDatabase(folder, 'SELECT * FROM session')).toEqual([]);
  });

  const rules = `text DEFAULT '${ALLOW}'`;
  it.each([
    ['a default', `CREATE TABLE session (id text, permission ${rules})`, 'of their own'],
    ['a default that replaces nothing', `CREATE TABLE session (id text, permission ${rules} NOT NULL)`, 'of their own'],
    ['a generated column', `CREATE TABLE session (id text, permission text AS ('${ALLOW}'))`, 'generated column'],
    ['a virtual table', 'CREATE VIRTUAL TABLE session USING fts5(permission)', 'is no table'],
    [
      'a check',
      `CREATE TABLE session (permission text CHECK (permission IS NOT NULL)); INSERT INTO session VALUES (1)`,
      'CHECK constraint failed',
    ],
  ])('fails at %s', (_what, sql, reason) => {
    writeDatabase(folder, sql);
    expect(failureWithSqlite(folder, cleanSessions)).toContain(reason);
  });

  it('fails at a row that an index does not know', () => {
    writeDatabase(folder, `${clean} INSERT INTO session VALUES ('s', 'needle', ''); PRAGMA wal_checkpoint(TRUNCATE)`);
    const file = join(folder, 'opencode.db');
    const bytes = readFileSync(file);
    // The index comes last.
    bytes.write('noodle', bytes.lastIndexOf('needle'));
    writeFileSync(file, bytes);
    expect(failureWithSqlite(folder, cleanSessions)).toContain('session_title');
  });

  it('fails at what is no file', () => {
    symlinkSync(join(home, 'elsewhere.db'), join(folder, 'opencode.db'));
    expect(failureWithSqlite(folder, cleanSessions)).toContain('something else than files');
    expect(existsSync(join(home, 'elsewhere.db'))).toBe(false);
  });
});
