import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stack } from './stack.ts';

const run = promisify(execFile);

/** A sample of the git host, which lets anybody push. */
export const REPOSITORY = { owner: 'acme', name: 'hello-world' };
const PER_FOLDER = 50;

/** Pushes a branch with this many more files to the sample repository; resolves with its name. */
export async function pushLargeBranch(files: number): Promise<string> {
  const branch = `bench-${files}-files`;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-git-'));
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args]);
  try {
    await git('clone', '--quiet', `${stack.gitUrl}/${REPOSITORY.owner}/${REPOSITORY.name}.git`, '.');
    for (let index = 0; index < files; index += 1) {
      const place = join(folder, `part-${Math.floor(index / PER_FOLDER)}`);
      await mkdir(place, { recursive: true });
      await writeFile(join(place, `file-${index}.txt`), `${index}\n`.repeat(200));
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message=Many files');
    await git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
    return branch;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
