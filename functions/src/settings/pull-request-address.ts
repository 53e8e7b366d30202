import { env } from './env.ts';
import { originsOf } from './github-url.ts';

const PULL_REQUEST = /^\/[^/]+\/[^/]+\/pull\/\d+$/;

/**
 * True for the address of a pull request at the host of linked repositories. Containers report such addresses, and what
 * runs in one may be anybody's.
 */
export function isPullRequestAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname, username, password } = new URL(url);
  return originsOf(env().GITHUB_API_URL).includes(origin) && PULL_REQUEST.test(pathname) && username + password === '';
}
