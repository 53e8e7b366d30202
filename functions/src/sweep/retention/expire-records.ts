import { Timestamp } from 'firebase-admin/firestore';
import { eraseFrom, purge } from '../../erasing/purge.ts';
import { env } from '../../settings/env.ts';
import { auditEvents, db } from '../../store/firestore.ts';
import { auditEventsBefore, logsBefore } from '../../store/queries.ts';
import type { Sweeper } from '../sweeper.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes audit events and container logs that are older than this deployment keeps them. */
export const expireRecords: Sweeper = async (now, deadline) => {
  const before = (days: number) => Timestamp.fromMillis(now.toMillis() - days * DAY_MS);
  await purge(
    'old audit',
    auditEventsBefore(before(env().AUDIT_DAYS)),
    deadline,
    eraseFrom((id) => auditEvents().doc(id)),
  );
  await purge('old logs', logsBefore(before(env().LOG_DAYS)), deadline, (writer, { path }) =>
    writer.delete(db().doc(path)),
  );
};
