import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';

/** The newest commit of the checkout, read from the runner's own files if it is there. Throws ProgramFailed. */
export async function headOf({ git, gitDir }: Pick<Checkout, 'git' | 'gitDir'>): Promise<string> {
  const read = (path: string) => readFile(join(gitDir, path), 'utf8').catch(() => '');
  const branch = /^ref: (refs\/heads\/\S+)\n$/.exec(await read('HEAD'))?.[1];
  const commit = branch === undefined ? '' : (await read(branch)).trim();
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : git(['rev-parse', 'HEAD']);
}
