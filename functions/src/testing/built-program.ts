import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A program as one file, which starts in less than half of the processor time; beside the packages of functions. */
export function buildProgram(source: string): string {
  const file = join(root, `node_modules/.countersign/${basename(source, '.ts')}.mjs`);
  const own = `${file}.${process.pid}`;
  execFileSync(process.execPath, [join(root, 'build.mjs'), `./${source}`, own]);
  // All or nothing: another worker may be starting it at this moment.
  for (const suffix of ['.map', '']) renameSync(own + suffix, file + suffix);
  return file;
}
