/**
 * Where the pages are of a server that stands in for GitHub: beside its API, which such a server has at /api/v3. Undefined
 * where it is GitHub.
 */
export function githubUrlOf(apiUrl: string): string | undefined {
  const { origin, pathname } = new URL(apiUrl);
  return /^\/api\/v3\/?$/.test(pathname) ? origin : undefined;
}
