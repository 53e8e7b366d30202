import { spawn } from 'node:child_process';
import { Turns } from '../lib/turns.ts';

/** A text, and the regular expression that an agent has written for it. */
export interface Match {
  pattern: string;
  value: string;
}

/** Milliseconds for all patterns of one form together, the start of the process included. */
const LIMIT_MS = 1_500;

/** Each process takes a processor, and tens of megabytes: an instance has little of both, for all its requests. */
const AT_ONCE = 2;
/** Milliseconds for which an answer waits for the others: its decision has 10 s in all. */
const PATIENCE_MS = 3_000;
const turns = new Turns({ perKey: 1, overall: AT_ONCE, patienceMs: PATIENCE_MS });

/** Tells after each pair whether it matches, as the next one may take for ever. */
const PROGRAM = `
const { writeSync } = require('node:fs');
for (const { pattern, value } of JSON.parse(process.argv[1])) {
  let found = false;
  try { found = new RegExp(pattern, 'u').test(value); } catch {}
  writeSync(1, found ? '1' : '0');
}`;

/**
 * Whether each expression matches its text; false for one that is invalid or was not done in time. In a process of its
 * own, which can be ended: V8 cannot interrupt the compilation of an expression, which may take half a minute, and with
 * interpreted expressions there is none. There are few such processes at once, and one for a user. Throws
 * `rate_limited` where others of this user are under way for too long, `unavailable` where those of others are.
 */
export async function matchesInTime(userId: string, matches: readonly Match[], limitMs = LIMIT_MS): Promise<boolean[]> {
  if (matches.length === 0) return [];
  return turns.take(userId, () => compare(matches, limitMs));
}

async function compare(matches: readonly Match[], limitMs: number): Promise<boolean[]> {
  const args = ['--regexp-interpret-all', '--max-old-space-size=64', '-e', PROGRAM, JSON.stringify(matches)];
  // It runs nothing but this program, and needs nothing of ours.
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  let told = '';
  child.stdout.on('data', (chunk) => (told += String(chunk)));
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  clearTimeout(limit);
  return matches.map((_, index) => told[index] === '1');
}
