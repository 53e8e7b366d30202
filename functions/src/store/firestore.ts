import { getApps, initializeApp } from 'firebase-admin/app';
import {
  getFirestore,
  type CollectionReference,
  type DocumentData,
  type Firestore,
  type FirestoreDataConverter,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import type * as z from 'zod';
import { auditEventDocument } from '../documents/audit-event.ts';
import { containerDocument, containerLogDocument } from '../documents/container.ts';
import { deviceDocument } from '../documents/device.ts';
import { outboxDocument } from '../documents/outbox.ts';
import { projectDocument } from '../documents/project.ts';
import { pushDocument } from '../documents/push.ts';
import { rateWindowDocument } from '../documents/rate-window.ts';
import { repositoryDocument } from '../documents/repository.ts';
import { ruleDocument } from '../documents/rule.ts';
import { secretDocument } from '../documents/secret.ts';
import { sweepLockDocument } from '../documents/sweep-lock.ts';
import { taskDocument } from '../documents/task.ts';
import { taskItemBodyDocument, taskItemDocument } from '../documents/task-item.ts';
import { tombstoneDocument } from '../documents/tombstone.ts';
import { usageDayDocument } from '../documents/usage-day.ts';
import { userDocument } from '../documents/user.ts';

let database: Firestore | undefined;

/** The database, connected at first use. Production and emulator differ only in FIRESTORE_EMULATOR_HOST. */
export function db(): Firestore {
  if (!database) {
    if (getApps().length === 0) initializeApp();
    database = getFirestore();
    database.settings({ ignoreUndefinedProperties: true });
  }
  return database;
}

/** The schema of each collection's documents, by its path. `{id}` stands for a parent's id. */
export const documentSchemas = {
  users: userDocument,
  tombstones: tombstoneDocument,
  projects: projectDocument,
  repositories: repositoryDocument,
  tasks: taskDocument,
  taskItems: taskItemDocument,
  'taskItems/{id}/bodies': taskItemBodyDocument,
  containers: containerDocument,
  'containers/{id}/logs': containerLogDocument,
  auditEvents: auditEventDocument,
  rules: ruleDocument,
  secrets: secretDocument,
  outbox: outboxDocument,
  rateWindows: rateWindowDocument,
  usageDays: usageDayDocument,
  devices: deviceDocument,
  pushes: pushDocument,
  sweepLocks: sweepLockDocument,
} satisfies Record<string, z.ZodType<WithId>>;
type WithId = { id: string };
type Stored = { [Path in keyof typeof documentSchemas]: z.infer<(typeof documentSchemas)[Path]> };
const schemas: { [Path in keyof Stored]: z.ZodType<Stored[Path]> } = documentSchemas;

/** The typed collection at a path; `parentId` replaces `{id}`. */
export function collection<Path extends keyof Stored>(
  path: Path,
  parentId = '',
): CollectionReference<Stored[Path], DocumentData> {
  return db().collection(path.replace('{id}', parentId)).withConverter(converter(schemas[path]));
}

/** The documents of a query with only the fields of a schema: the others are not transferred. */
export function fieldsOf<T extends WithId>(query: Query, schema: z.ZodObject & z.ZodType<T>): Query<T> {
  return query.select(...fieldNames(schema)).withConverter(converter<T>(schema));
}

/** The stored fields of a schema: a document's id is none of them. */
export const fieldNames = ({ shape }: z.ZodObject): string[] => Object.keys(shape).filter((name) => name !== 'id');

/** Parses what is read, so that a document of a wrong shape fails here. The id is the document's own. */
export function converter<T extends WithId>(schema: z.ZodType<T>): FirestoreDataConverter<T, DocumentData> {
  return {
    toFirestore: ({ id: _id, ...fields }: DocumentData) => fields,
    fromFirestore: (snapshot: QueryDocumentSnapshot) => schema.parse({ ...snapshot.data(), id: snapshot.id }),
  };
}

/** Chunks of all containers' logs, by path. */
export const allContainerLogs = () =>
  db()
    .collectionGroup('logs')
    .withConverter<{ path: string }, DocumentData>({
      toFirestore: () => ({}),
      fromFirestore: ({ ref }) => ({ path: ref.path }),
    });

/** Every typed collection. Signals are written blindly and never read here: see signals/write-signal.ts. */
export const users = () => collection('users');
export const tombstones = () => collection('tombstones');
export const projects = () => collection('projects');
export const repositories = () => collection('repositories');
export const tasks = () => collection('tasks');
export const taskItems = () => collection('taskItems');
export const taskItemBodies = (itemId: string) => collection('taskItems/{id}/bodies', itemId);
export const containers = () => collection('containers');
export const containerLogs = (containerId: string) => collection('containers/{id}/logs', containerId);
export const auditEvents = () => collection('auditEvents');
export const rules = () => collection('rules');
export const secrets = () => collection('secrets');
export const outbox = () => collection('outbox');
export const rateWindows = () => collection('rateWindows');
export const usageDays = () => collection('usageDays');
export const devices = () => collection('devices');
export const pushes = () => collection('pushes');
export const sweepLocks = () => collection('sweepLocks');
