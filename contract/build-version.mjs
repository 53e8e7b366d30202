// The version that pages, functions and the image's runner tell, put into each when it is built.
import { execFileSync } from 'node:child_process';

/**
 * `0.1.0+3f9c2ab1d0e4`: a package's version and the commit that it is built of, marked where files differ from it; the
 * version alone where no commit is known. COUNTERSIGN_COMMIT says it where there is no repository, as in a build of the image.
 *
 * @param {string} version
 * @returns {string}
 */
export function buildVersion(version) {
  const commit = process.env.COUNTERSIGN_COMMIT || commitOfCheckout();
  return commit ? `${version}+${commit}` : version;
}

/** What this checkout is of; empty where git does not know. */
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
