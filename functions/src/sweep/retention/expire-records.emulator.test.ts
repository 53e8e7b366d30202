import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { commit } from '../../store/data.ts';
import { auditEvents, containerLogs } from '../../store/firestore.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { expireRecords } from './expire-records.ts';

useTestEnvironment({ AUDIT_DAYS: '10', LOG_DAYS: '3' });

const daysAgo = (days: number) => Timestamp.fromMillis(Date.now() - days * 24 * 60 * 60 * 1000);
const ages = [1, 5, 20];

test('the audit trail and logs are kept for as many days as is set, and no longer', async () => {
  await commit((writer) => {
    for (const age of ages) {
      const [id, createdAt] = [String(age), daysAgo(age)];
      const event = { userId: 'u', actor: 'owner', action: 'a', subjectId: 's', detail: {}, chain: null } as const;
      writer.create(auditEvents().doc(id), { ...event, id, createdAt });
      writer.create(containerLogs('c').doc(id), {
        id,
        userId: 'u',
        number: age,
        epoch: 1,
        seq: 1,
        text: 'x',
        masking: null,
        createdAt,
      });
    }
  });
  await expireRecords(Timestamp.now(), Date.now() + 10_000);
  const [events, logs] = await Promise.all([auditEvents().get(), containerLogs('c').get()]);
  expect(events.docs.map(({ id }) => id)).toEqual(['1', '5']);
  expect(logs.docs.map(({ id }) => id)).toEqual(['1']);
});
