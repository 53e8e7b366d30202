import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../stop.mjs';

const root = join(import.meta.dirname, '../../..');
const built = ['functions/lib/index.js', 'web/dist/index.html'];

/** Functions and pages as they are in this checkout. */
export const build = {
  title: 'Build of functions and pages',
  async look({ dryRun }) {
    if (dryRun && built.every((file) => existsSync(join(root, file)))) return { is: 'there' };
    return { is: 'missing' }; // it knows itself whether anything has changed
  },
  async make() {
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'dev/deploy/build.ts')], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Stop('The build failed: see above.');
  },
};
