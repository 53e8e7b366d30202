import { getApps, initializeApp } from 'firebase-admin/app';
import {
  getFirestore,
  type CollectionReference,
  type DocumentData,
  type Firestore,
  type FirestoreDataConverter,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import type * as z from 'zod';
import { auditEventDocument } from './documents/audit-event.ts';
import { containerDocument, containerLogDocument } from './documents/container.ts';
import { outboxDocument } from './documents/outbox.ts';
import { projectDocument } from './documents/project.ts';
import { rateWindowDocument } from './documents/rate-window.ts';
import { repositoryDocument } from './documents/repository.ts';
import { secretDocument } from './documents/secret.ts';
import { taskDocument } from './documents/task.ts';
import { taskItemBodyDocument, taskItemDocument } from './documents/task-item.ts';
import { tombstoneDocument } from './documents/tombstone.ts';
import { userDocument } from './documents/user.ts';

let database: Firestore | undefined;

/** The database, connected at first use. Production and emulator differ in FIRESTORE_EMULATOR_HOST alone. */
export function db(): Firestore {
  if (!database) {
    if (getApps().length === 0) initializeApp();
    database = getFirestore();
    database.settings({ ignoreUndefinedProperties: true });
  }
  return database;
}

type WithId = { id: string };

/** Parses what is read, so that a document of a wrong shape fails here and not somewhere in the code. The id is the document's own. */
function converter<Schema extends z.ZodType<WithId>>(
  schema: Schema,
): FirestoreDataConverter<z.infer<Schema>, DocumentData> {
  return {
    toFirestore: ({ id: _id, ...fields }: DocumentData) => fields,
    fromFirestore: (snapshot: QueryDocumentSnapshot) => schema.parse({ ...snapshot.data(), id: snapshot.id }),
  };
}

function collection<Schema extends z.ZodType<WithId>>(
  path: string,
  schema: Schema,
): CollectionReference<z.infer<Schema>, DocumentData> {
  return db().collection(path).withConverter(converter(schema));
}

/** Every typed collection, once (design §3). Signals are written blindly and never read here: see signals/touch.ts. */
export const users = () => collection('users', userDocument);
export const tombstones = () => collection('tombstones', tombstoneDocument);
export const projects = () => collection('projects', projectDocument);
export const repositories = () => collection('repositories', repositoryDocument);
export const tasks = () => collection('tasks', taskDocument);
export const taskItems = () => collection('taskItems', taskItemDocument);
export const taskItemBodies = (itemId: string) => collection(`taskItems/${itemId}/bodies`, taskItemBodyDocument);
export const containers = () => collection('containers', containerDocument);
export const containerLogs = (containerId: string) =>
  collection(`containers/${containerId}/logs`, containerLogDocument);
export const auditEvents = () => collection('auditEvents', auditEventDocument);
export const secrets = () => collection('secrets', secretDocument);
export const outbox = () => collection('outbox', outboxDocument);
export const rateWindows = () => collection('rateWindows', rateWindowDocument);
