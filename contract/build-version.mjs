// The version that pages, functions and the image's runner report, built into each of them.
import { execFileSync } from 'node:child_process';

/**
 * `0.1.0+3f9c2ab1d0e4`: a package's version and the commit that it is built from, marked if files differ from it; only
 * the version if no commit is known. Without a repository, as in a build of the image, COUNTERSIGN_COMMIT names it.
 *
 * @param {string} version
 * @returns {string}
 */
export function buildVersion(version) {
  const commit = process.env.COUNTERSIGN_COMMIT || commitOfCheckout();
  return commit ? `${version}+${commit}` : version;
}

/** The commit of this checkout; empty where git does not know it. */
export function commitOfCheckout() {
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude', '*'];
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: import.meta.dirname, stdio })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
