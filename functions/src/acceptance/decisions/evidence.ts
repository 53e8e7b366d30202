import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is kept of an island for finding out what went wrong; written at once, so that a killed run loses nothing. */
export interface Evidence {
  /** The log file of another process. */
  newLog(): string;
  /** Adds a line to the island's own log. */
  log(line: string): void;
  /** Keeps what is wrong, and everything known about it. */
  keep(wrong: readonly string[], known: object): void;
}

const WRONG = 'wrong.txt';

/** Writes evidence to an existing folder. */
export function keepEvidence(folder: string): Evidence {
  let [processes, kept] = [0, 0];
  return {
    newLog: () => join(folder, `api-${++processes}.log`),
    log: (line) => appendFileSync(join(folder, 'island.log'), `${new Date().toISOString()} ${line}\n`),
    keep(wrong, known) {
      const file = join(folder, `known-${++kept}.json`);
      writeFileSync(file, JSON.stringify(known, null, 1));
      appendFileSync(join(folder, WRONG), `${wrong.join('\n')}\nAll that was recorded: ${file}\n\n`);
    },
  };
}

/** What a folder's evidence says is wrong; empty if nothing. */
export function wrongIn(folder: string): string {
  const file = join(folder, WRONG);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
