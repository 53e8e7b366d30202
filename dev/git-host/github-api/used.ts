/** Every operation of GitHub's REST API that Countersign calls, in its description's notation. */
export const USED = [
  { method: 'GET', path: '/repos/{owner}/{repo}' },
  { method: 'GET', path: '/repos/{owner}/{repo}/pulls' },
  { method: 'POST', path: '/repos/{owner}/{repo}/pulls' },
  { method: 'PATCH', path: '/repos/{owner}/{repo}/pulls/{pull_number}' },
  { method: 'GET', path: '/repos/{owner}/{repo}/git/ref/{ref}' },
] as const;
