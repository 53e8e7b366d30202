import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Tests start the runner and the demo agent as the image does: from the bundles. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../build.mjs')], { stdio: 'inherit' });
}
