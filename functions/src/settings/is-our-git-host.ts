import { env } from './env.ts';

/** Only https; but for a deployment whose own git host speaks http, as a local one does. */
export function isOurGitHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || origin === new URL(env().GITHUB_API_URL).origin;
}
