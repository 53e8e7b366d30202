import type { TaskStatus } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import * as collections from './firestore.ts';

/**
 * Every query with more than one field, in one place: each needs an entry in firestore.indexes.json, which the
 * emulator does not miss and production does. A test compares the two.
 */

export const userProjects = (userId: string) => collections.projects().where('userId', '==', userId);
export const userRepositories = (userId: string) => collections.repositories().where('userId', '==', userId);
export const userTasks = (userId: string) => collections.tasks().where('userId', '==', userId);
export const userContainers = (userId: string) => collections.containers().where('userId', '==', userId);
export const userItems = (userId: string) => collections.taskItems().where('userId', '==', userId);

export const projectRepositories = (userId: string, projectId: string) =>
  userRepositories(userId).where('projectId', '==', projectId);
export const projectTasks = (userId: string, projectId: string) =>
  userTasks(userId).where('projectId', '==', projectId);
export const projectContainers = (userId: string, projectId: string) =>
  userContainers(userId).where('projectId', '==', projectId);
export const userTasksIn = (userId: string, status: TaskStatus) => userTasks(userId).where('status', '==', status);

export const taskItemsOf = (userId: string, taskId: string) => userItems(userId).where('taskId', '==', taskId);
/** What waits for the owner's decision. */
export const undecidedItems = (userId: string) =>
  userItems(userId).where('needsApproval', '==', true).where('isApproved', '==', null);

/** What an agent of a project may claim: highest priority first, then oldest. */
export const claimableTasks = (projectId: string, status: 'pending' | 'approved') =>
  collections
    .tasks()
    .where('projectId', '==', projectId)
    .where('status', '==', status)
    .orderBy('priority', 'desc')
    .orderBy('createdAt', 'asc');

/** Running tasks whose lease has ended. Tasks kept by hand have none. */
export const lostLeases = (now: Timestamp) =>
  collections.tasks().where('status', '==', 'running').where('leaseUntil', '<', now);

export const dueOutboxEntries = (now: Timestamp) =>
  collections.outbox().where('notBefore', '<=', now).orderBy('notBefore', 'asc');
