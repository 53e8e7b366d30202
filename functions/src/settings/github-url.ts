/**
 * Where the pages are of a server that stands in for GitHub: beside its API, which such a server has at /api/v3. Undefined
 * where it is GitHub.
 */
export function githubUrlOf(apiUrl: string): string | undefined {
  const { origin, pathname } = new URL(apiUrl);
  return /^\/api\/v3\/?$/.test(pathname) ? origin : undefined;
}

/** Where pull requests may be: at GitHub, where repositories are linked, or at what stands in for it. */
export function originsOf(apiUrl: string): string[] {
  const { origin, protocol, host } = new URL(apiUrl);
  // Beside `api.HOST`, pages are at `HOST`; a server of one's own has both at one address.
  return ['https://github.com', host.startsWith('api.') ? `${protocol}//${host.slice('api.'.length)}` : origin];
}
