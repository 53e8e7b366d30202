import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stateOfBuild } from '../../lib/build-inputs.mjs';
import { Stop } from '../stop.mjs';

const root = join(import.meta.dirname, '../../..');
const older = {
  is: 'different',
  detail: 'built from older sources',
  says: 'this checkout was built from older sources',
};

/** What to say about a thing made from an older build; null if it is of these sources, or nothing is built. */
export const ifOlder = (workspace) => (stateOfBuild(root, workspace) === 'older' ? older : null);

/** Functions and pages as they are in this checkout. */
export const build = {
  title: 'Build of functions and pages',
  async look() {
    const states = ['functions', 'web'].map((workspace) => stateOfBuild(root, workspace));
    if (states.includes('missing')) return { is: 'missing' };
    return states.includes('older') ? older : { is: 'there' };
  },
  async make() {
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'dev/deploy/build.ts')], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Stop('The build failed: see above.');
  },
};
