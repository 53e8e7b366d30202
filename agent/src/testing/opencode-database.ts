import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { opencode } from '../agents/opencode.ts';

/** Whether this Node can clean a database; older ones cannot. */
export const hasSqlite = isBuiltin('node:sqlite') && canLoad();

/** Node 22.5 has the module, but only with a flag. */
function canLoad(): boolean {
  try {
    execFileSync(process.execPath, ['-e', "require('node:sqlite')"], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const nowhere = { home: '', settings: '', cwd: '', model: null, asksBeforeReading: false, customCommand: [] };
const root = join(import.meta.dirname, '../../..');

/** The installed opencode, which is a Bun as well; it has SQLite, whatever Node the tests run in. */
export function bun(): string {
  const { file = '' } = opencode.command({ ...nowhere, agentsFolder: root }) ?? {};
  if (!existsSync(file)) throw new Error('opencode is not installed');
  return file;
}

const bunEnv = { PATH: process.env.PATH, BUN_BE_BUN: '1' };

/** A command for a shell that runs a script which may import `bun:sqlite`. */
export const sqliteCommand = (script: string) => `BUN_BE_BUN=1 '${bun()}' '${script}'`;

/** Runs a script in a folder, which may import `bun:sqlite`, and returns what it prints. Throws if it fails. */
function runSqlite(cwd: string, script: string): string {
  return execFileSync(bun(), ['-e', script], { cwd, env: bunEnv, encoding: 'utf8', stdio: 'pipe' });
}

/** Runs SQL on the database in a folder. */
export function writeDatabase(folder: string, sql: string): void {
  runSqlite(
    folder,
    `const { Database } = require('bun:sqlite');
const db = new Database('opencode.db', { create: true });
db.run('PRAGMA journal_mode = WAL');
db.exec(${JSON.stringify(sql)});`,
  );
}

/** The rows that a query finds in the database in a folder. */
export function readDatabase(folder: string, sql: string): unknown {
  const script = `const { Database } = require('bun:sqlite');
console.log(JSON.stringify(new Database('opencode.db').query(${JSON.stringify(sql)}).all()));`;
  return JSON.parse(runSqlite(folder, script));
}

/**
 * Runs a program for Node with SQLite, in Bun where Node has none. Returns what it says where it fails, null where it
 * does not.
 */
export function failureWithSqlite(cwd: string, program: string): string | null {
  const { status, stderr } = hasSqlite
    ? spawnSync(process.execPath, ['--no-warnings', '-e', program], { cwd, encoding: 'utf8' })
    : spawnSync(bun(), ['-e', program], { cwd, env: bunEnv, encoding: 'utf8' });
  return status === 0 ? null : stderr;
}
