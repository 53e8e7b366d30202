import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../testing/start-runner.ts';

/** A file that appears when a program is tricked into running something. */
export interface Trap {
  /** The runner's own folder, with the trap beside its work. */
  folder: string;
  /** The shell command that a trick wants to have run. */
  command: string;
  /** Who fell for it; empty if nobody did. */
  sprung(): string;
}

/** Sets a trap in a folder of its own. */
export function setTrap(): Trap {
  const folder = makeFolder();
  const file = join(folder, 'sprung.txt');
  return {
    folder,
    command: `tr '\\\\0' ' ' < /proc/$PPID/cmdline >> ${file}`,
    sprung: () => (existsSync(file) ? readFileSync(file, 'utf8') || 'somebody' : ''),
  };
}
