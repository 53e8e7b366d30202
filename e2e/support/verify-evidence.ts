import { routes, type Task } from '@countersign/contract';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stack } from './stack.ts';
import type { TestUser } from './user.ts';

const run = promisify(execFile);
const verifier = fileURLToPath(new URL('../../dev/evidence/verify.mjs', import.meta.url));

/**
 * What the verifier says about a task's published commit, in a new clone, with the public keys that anybody can get,
 * and the owner's own data. Throws if something does not hold.
 */
export async function verifyEvidence(
  { api }: TestUser,
  repository: string,
  { branch, commit }: Pick<Task, 'branch' | 'commit'>,
  folder: string,
): Promise<string> {
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', '--branch', branch ?? '', `${stack.gitUrl}/${repository}.git`, clone]);
  await run('git', ['-C', clone, 'fetch', '--quiet', 'origin', 'refs/notes/countersign:refs/notes/countersign']);
  const [keys, data] = [join(folder, 'countersign.pub'), join(folder, 'data.ndjson')];
  writeFileSync(keys, JSON.stringify(await api.call(routes.getEvidenceKeys)));
  const things = await api.call(routes.exportAccount, { query: {} });
  writeFileSync(data, things.map((thing) => `${JSON.stringify(thing)}\n`).join(''));
  const args = [verifier, '--repo', clone, '--key', keys, '--audit', data, commit ?? ''];
  return (await run(process.execPath, args)).stdout;
}
