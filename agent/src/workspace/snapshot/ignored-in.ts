import { dirname } from 'node:path';
import { namesInput } from '../../lib/file-names.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { Checkout } from '../git/checkout.ts';
import { wayTo } from '../way-to.ts';

const HERE = './';

/** The checkout as far as this needs it. */
type Looked = Pick<Checkout, 'git' | 'folder' | 'submodules'>;

/**
 * Which of these paths git ignores, and does not keep all the same because its index has them. Nothing need be there.
 * Throws ProgramFailed.
 */
export async function ignoredIn({ git, folder, submodules = [] }: Looked, paths: readonly string[]): Promise<string[]> {
  const own: string[] = [];
  for (const path of paths) {
    // Git refuses to look into another repository, and behind a link.
    const isElsewhere = submodules.some((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (!isElsewhere && (await wayTo(folder, dirname(path))) !== 'barred') own.push(path);
  }
  if (own.length === 0) return [];
  // Without that, a name that begins with a colon is a pattern; this command cannot be told to take none as such.
  const call = { input: namesInput(own.map((path) => `${HERE}${path}`)), asNames: true };
  const listed = await git(['check-ignore', '-z', '--stdin'], call).catch((error: unknown) => {
    // So it says that it ignores none of them.
    if (error instanceof ProgramFailed && error.exitCode === 1 && error.stderr === '') return '';
    throw error;
  });
  return listed
    .split('\0')
    .filter(Boolean)
    .map((path) => path.slice(HERE.length));
}
