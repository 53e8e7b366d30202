import { canIsolate } from '../stack/isolation.ts';

/** What `npm test` leaves out on this machine, in sentences: a number of passed tests alone would hide it. */
export async function notTested(): Promise<string[]> {
  return [
    'Not tested: real Google Cloud, and the gcloud commands that npm run doctor names (none of ours calls gcloud).',
    ...((await canIsolate())
      ? []
      : [
          'Not run here, as bubblewrap cannot make namespaces: the tests of the isolation of agents, and those that run commands which count as reading only.',
        ]),
  ];
}
