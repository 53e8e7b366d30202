// The local git host as a program. Its environment:
//   GIT_HOST_PORT     port on 127.0.0.1
//   GIT_HOST_FOLDER   where the bare repositories are kept
//   GIT_HOST_TOKENS   JSON: list of personal access tokens it knows
//   GIT_HOST_ANONYMOUS_PUSH   1: anybody may push to public repositories, which GitHub does not allow
//   GIT_HOST_SEEDS    0: without the demo's repositories, which take a moment to be made
// Containers find it by git's `url.<address>.insteadOf https://github.com/` and by GITHUB_API_URL = <address>/api/v3.
import * as z from 'zod';
import { listenForSignals } from '../lib/signals.ts';
import { startGitHost } from './server.ts';

const environment = z
  .object({
    GIT_HOST_PORT: z.coerce.number().int(),
    GIT_HOST_FOLDER: z.string().min(1),
    GIT_HOST_TOKENS: z.string(),
    GIT_HOST_ANONYMOUS_PUSH: z.string().optional(),
    GIT_HOST_SEEDS: z.string().optional(),
  })
  .parse(process.env);

const server = await startGitHost(environment.GIT_HOST_PORT, {
  folder: environment.GIT_HOST_FOLDER,
  anonymousPush: environment.GIT_HOST_ANONYMOUS_PUSH === '1',
  isSeeded: environment.GIT_HOST_SEEDS !== '0',
  tokens: z.array(z.string()).parse(JSON.parse(environment.GIT_HOST_TOKENS)),
});
console.log(`git host: http://127.0.0.1:${server.port}`);
await listenForSignals().asked;
await server.close();
process.exit(0);
