import { env } from './env.ts';

/** True for https, and for a deployment's own git host even without it, as a local one is. */
export function isOurGitHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || origin === new URL(env().GITHUB_API_URL).origin;
}
