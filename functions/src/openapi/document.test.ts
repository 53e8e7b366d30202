import { errorStatus, routes, type ErrorCode, type Route } from '@countersign/contract';
import { expect, test } from 'vitest';
import { createDocument } from './document.ts';

const all = Object.entries(routes) as [string, Route][];
const { paths } = createDocument();

/** The statuses of failures that the document lists for an operation. */
function failuresOf({ path, method }: Route): number[] {
  const operations = paths[path.replace(/:(\w+)/g, '{$1}')] as Record<string, { responses: object }>;
  const { responses = {} } = operations[method.toLowerCase()] ?? {};
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);
}

/** The operations that list the status of an error. */
const listing = (code: ErrorCode) =>
  all.filter(([, route]) => failuresOf(route).includes(errorStatus[code])).map(([operationId]) => operationId);
const those = (are: (route: Route) => boolean) =>
  all.filter(([, route]) => are(route)).map(([operationId]) => operationId);

test('an operation lists the statuses of the errors that follow from its kind: caller, method, path and body', () => {
  for (const code of ['rate_limited', 'internal', 'unavailable', 'not_configured'] as const)
    expect(listing(code), code).toEqual(those(() => true));
  expect(listing('unauthorized')).toEqual(those(({ caller }) => caller === 'user'));
  expect(listing('not_admitted')).toEqual(those(({ caller, strangers }) => caller === 'user' && !strangers));
  expect(listing('conflict')).toEqual(those(({ caller, method }) => caller === 'user' && method !== 'GET'));
  expect(listing('too_large')).toEqual(those(({ body }) => body !== undefined));
});

test('those with an id in their address, or that look up what their body names, list that it may be missing', () => {
  const named = ['postRepository', 'postPushReceipt'];
  const addressed = those(({ path }) => path.includes(':'));
  expect(listing('not_found').toSorted()).toEqual([...addressed, ...named].toSorted());
});

test('those that ask Cloud Run or GitHub list that these fail, and no others do', () => {
  const asking = ['postProjectContainer', 'resumeContainer', 'postTaskItemPullRequest'];
  expect(listing('upstream_failed').toSorted()).toEqual(asking.toSorted());
});

test('no operation lists a status that no error has', () => {
  const known = new Set(Object.values(errorStatus));
  for (const [operationId, route] of all)
    expect(
      failuresOf(route).filter((status) => !known.has(status)),
      operationId,
    ).toEqual([]);
});
