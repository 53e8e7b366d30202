import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';

let environment: RulesTestEnvironment;

beforeAll(async () => {
  const [host = '', port] = (process.env.FIRESTORE_EMULATOR_HOST ?? '').split(':');
  environment = await initializeTestEnvironment({
    projectId: `demo-rules-${randomBytes(6).toString('hex')}`,
    firestore: {
      host,
      port: Number(port),
      rules: readFileSync(new URL('../../../firestore.rules', import.meta.url), 'utf8'),
    },
  });
  await environment.withSecurityRulesDisabled(async (context) => {
    for (const path of ['signals/me', 'signals/me/tasks/t', 'signals/you', 'signals/you/tasks/t', ...closed]) {
      await context.firestore().doc(path).set({ userId: 'me', count: 1 });
    }
  });
});
afterAll(() => environment.cleanup());

/** One document of every collection that is closed to browsers, all of them one's own. */
const closed = [
  ...['users/me', 'tombstones/x', 'projects/x', 'repositories/x', 'tasks/x', 'taskItems/x', 'taskItems/x/bodies/x'],
  ...[
    'containers/x',
    'containers/x/logs/0',
    'auditEvents/x',
    'secrets/x',
    'outbox/x',
    'rateWindows/x',
    'usageDays/x',
    'anything/else',
  ],
  'signals/me/others/x',
];

const own = ['signals/me', 'signals/me/tasks/t'];
const foreign = ['signals/you', 'signals/you/tasks/t'];

describe('firestore.rules', () => {
  test.each(own)('one may get %s of one’s own', async (path) => {
    await assertSucceeds(environment.authenticatedContext('me').firestore().doc(path).get());
  });

  test.each([...foreign, ...closed])('nobody may get %s', async (path) => {
    await assertFails(environment.authenticatedContext('me').firestore().doc(path).get());
  });

  test.each([...own, ...foreign, ...closed])('a stranger may not get %s', async (path) => {
    await assertFails(environment.unauthenticatedContext().firestore().doc(path).get());
  });

  test.each([...own, ...foreign, ...closed])('nothing may be written to %s', async (path) => {
    const document = environment.authenticatedContext('me').firestore().doc(path);
    await assertFails(document.set({ count: 2 }));
    await assertFails(document.update({ count: 2 }));
    await assertFails(document.delete());
  });

  test.each(['signals', 'signals/me/tasks', 'projects', 'taskItems'])('%s may not be listed', async (path) => {
    await assertFails(environment.authenticatedContext('me').firestore().collection(path).get());
  });
});
