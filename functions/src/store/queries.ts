import type { ContainerStatus, GrantState, TaskStatus, ToolKind } from '@countersign/contract';
import { FieldPath, type Timestamp } from 'firebase-admin/firestore';
import { waitTargets, type WaitTarget } from '../documents/container.ts';
import type { OutboxKind } from '../documents/outbox.ts';
import * as collections from './firestore.ts';
import { byIdBehind } from './list-page.ts';

/**
 * Every query with more than one field, in one place: each needs an entry in firestore.indexes.json, which the
 * emulator does not miss and production does. A test compares the two.
 */

export const accountOf = (userId: string) => collections.users().where('userId', '==', userId);
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
export const projectTasksIn = (userId: string, projectId: string, status: TaskStatus) =>
  projectTasks(userId, projectId).where('status', '==', status);
export const userTasksIn = (userId: string, status: TaskStatus) => userTasks(userId).where('status', '==', status);

/** Subtasks of some tasks, 30 at most. */
export const childTasks = (userId: string, parentIds: string[]) => userTasks(userId).where('parentId', 'in', parentIds);
export const projectItems = (userId: string, projectId: string) =>
  userItems(userId).where('projectId', '==', projectId);
export const userSecrets = (userId: string) => collections.secrets().where('userId', '==', userId);
export const userAuditEvents = (userId: string) => collections.auditEvents().where('userId', '==', userId);
export const userRateWindows = (userId: string) => collections.rateWindows().where('userId', '==', userId);
export const userUsageDays = (userId: string) => collections.usageDays().where('userId', '==', userId);
export const userOutbox = (userId: string) => collections.outbox().where('userId', '==', userId);
export const userRules = (userId: string) => collections.rules().where('userId', '==', userId);
export const projectRules = (projectId: string) => collections.rules().where('projectId', '==', projectId);
export const userDevices = (userId: string) => collections.devices().where('userId', '==', userId);
export const userPushes = (userId: string) => collections.pushes().where('userId', '==', userId);
export const projectPushes = (userId: string, projectId: string) =>
  userPushes(userId).where('projectId', '==', projectId);
export const pushesAbout = (userId: string, subjectId: string) =>
  userPushes(userId).where('subjectId', '==', subjectId);
export const pushesBefore = (before: Timestamp) => collections.pushes().where('createdAt', '<', before);
/** Accounts deleted so lately that a request let in before may still write. */
export const freshTombstones = (since: Timestamp) =>
  collections.tombstones().where('createdAt', '>', since).orderBy('createdAt', 'desc');
export const secretsOfOtherKeys = (keyId: string) => collections.secrets().where('keyId', '!=', keyId);
export const secretsOfKeys = (keyIds: string[]) => collections.secrets().where('keyId', 'in', keyIds);
export const staleRateWindows = (before: Timestamp) => collections.rateWindows().where('updatedAt', '<', before);
/** `day`: `2026-11-22`. */
export const usageDaysBefore = (day: string) => collections.usageDays().where('day', '<', day);
export const projectsAfter = (id: string) => byIdBehind(collections.projects(), id);

export const taskItemsOf = (userId: string, taskId: string) => userItems(userId).where('taskId', '==', taskId);
/** What was asked in a project, the latest first. */
export const latestRequests = (userId: string, projectId: string) =>
  projectItems(userId, projectId).where('needsApproval', '==', true).orderBy('createdAt', 'desc');
/** Items of some tasks, 30 at most. */
export const itemsOfTasks = (userId: string, taskIds: string[]) => userItems(userId).where('taskId', 'in', taskIds);
/** What waits for the owner's decision. */
export const undecidedItems = (userId: string) =>
  userItems(userId).where('needsApproval', '==', true).where('isApproved', '==', null);
/** What was decided, or closed, since a time, the latest first. */
export const decidedItems = (userId: string, since: Timestamp) => latestDecided(userItems(userId), since);
export const projectDecidedItems = (userId: string, projectId: string, since: Timestamp) =>
  latestDecided(projectItems(userId, projectId), since);
/** What was rejected, or closed, the latest first. */
export const rejectedItems = (userId: string) =>
  userItems(userId).where('needsApproval', '==', true).where('isApproved', '==', false).orderBy('decidedAt', 'desc');
const latestDecided = (items: ReturnType<typeof userItems>, since: Timestamp) =>
  items
    .where('needsApproval', '==', true)
    .where('decidedAt', '>=', since)
    .orderBy('decidedAt', 'desc')
    .orderBy(FieldPath.documentId(), 'desc');

/** What the owner has decided and no agent has heard of yet. */
export const heldItems = (userId: string, now: Timestamp) =>
  userItems(userId).where('releaseAt', '>', now).orderBy('releaseAt', 'asc');

/** Running tasks whose lease has ended. Tasks kept by hand have none. */
export const lostLeases = (now: Timestamp) =>
  collections.tasks().where('status', '==', 'running').where('leaseUntil', '<', now);

/** Promised work of some kinds that is due, the oldest first. */
export const dueOutboxEntries = (kinds: OutboxKind[], now: Timestamp) =>
  collections
    .outbox()
    .where('kind', 'in', kinds)
    .where('notBefore', '<=', now)
    .orderBy('notBefore', 'asc')
    .orderBy(FieldPath.documentId(), 'asc');

/** What any container of the project may claim. */
export const freeClaimableTasks = (projectId: string) =>
  collections
    .tasks()
    .where('projectId', '==', projectId)
    .where('containerId', '==', null)
    .where('status', 'in', ['pending', 'approved'] satisfies TaskStatus[])
    .orderBy('priority', 'desc')
    .orderBy('createdAt', 'asc');
/** Messages that the agent has not been told yet: what the owner adds to a task's history and is no rejection. */
export const undeliveredMessages = (taskId: string) =>
  collections
    .taskItems()
    .where('taskId', '==', taskId)
    .where('author', '==', 'owner')
    .where('type', '==', 'planning')
    .where('deliveredAt', '==', null);
export const userContainersIn = (userId: string, statuses: ContainerStatus[]) =>
  userContainers(userId).where('status', 'in', statuses);
/** What of a container's tasks has begun, parked ones included. */
export const containerTasksIn = (containerId: string, statuses: TaskStatus[]) =>
  collections.tasks().where('containerId', '==', containerId).where('status', 'in', statuses);
/** Items right below one of a task's items. */
export const itemsBelow = (taskId: string, parentId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('parentId', '==', parentId);
/** Items of a task that nobody has decided yet. */
export const undecidedItemsOf = (taskId: string) =>
  collections
    .taskItems()
    .where('taskId', '==', taskId)
    .where('needsApproval', '==', true)
    .where('isApproved', '==', null);
/** Tasks that a container parked and that are decided since. */
export const decidedTasksOf = (containerId: string) =>
  collections
    .tasks()
    .where('parkedContainerId', '==', containerId)
    .where('status', 'in', ['approved', 'rejected'] satisfies TaskStatus[]);
/** Everything that a task's agent asked approval for, decided or not. */
export const askingItemsOf = (taskId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('needsApproval', '==', true);
/** Of that what is not over: undecided, not taken out yet, or taken out and not told of since. */
export const openItemsOf = (taskId: string) =>
  collections
    .taskItems()
    .where('taskId', '==', taskId)
    .where('grant', 'in', ['unused', 'released'] satisfies GrantState[]);
/** What a task's agent has published. */
export const publishedItemsOf = (taskId: string) =>
  askingItemsOf(taskId)
    .where('toolKind', '==', 'publish' satisfies ToolKind)
    .where('grant', '==', 'executed' satisfies GrantState);
/** How a task has ended, each time. */
export const completionsOf = (taskId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('type', '==', 'completion');
/** Where the next piece of a container's log goes. */
export const lastLogChunk = (containerId: string) =>
  collections.containerLogs(containerId).orderBy('number', 'desc').limit(1);
/** The chunks of a log from one on. */
export const logChunksFrom = (containerId: string, number: number) =>
  collections.containerLogs(containerId).where('number', '>=', number);
/** Tasks of a project that wait for a decision, or for their container to carry one out. */
export const parkedTasks = (projectId: string) =>
  collections.tasks().where('projectId', '==', projectId).where('parkedContainerId', '>', '');
/** Containers of a project that run or are about to. */
export const projectContainersIn = (projectId: string, statuses: ContainerStatus[]) =>
  collections.containers().where('projectId', '==', projectId).where('status', 'in', statuses);
/** What a container holds a lease of. */
export const tasksLeasedBy = (containerId: string) => collections.tasks().where('leaseContainerId', '==', containerId);
/** Everything that containers parked and that is decided since, by their ids, after one of them. */
export const decidedTasks = (behindId: string) =>
  collections
    .tasks()
    .where('status', 'in', ['approved', 'rejected'] satisfies TaskStatus[])
    .where('parkedContainerId', '>', behindId);
/** Whatever Cloud Run still has to tell the outcome of, by the names of the executions, after one of them. */
export const containersWithExecution = (behindName: string) =>
  collections.containers().where('execution', '>', behindName);
/** Containers in a status, by their ids, after one of them. */
export const containersIn = (status: ContainerStatus, behindId: string) =>
  byIdBehind(collections.containers().where('status', '==', status), behindId);
/** What is to be started and may not be yet, and what has just taken a place. */
const waitingContainers = () => collections.containers().where('waits', '==', true);
/** The same by their ids, after one of them. */
export const waitingContainersBehind = (behindId: string) => byIdBehind(waitingContainers(), behindId);
export const userWaitingContainers = (userId: string) =>
  userContainers(userId)
    .where('waits', '==', true)
    .where('waitsFor', 'in', [...waitTargets]);
export const waitingForDeployment = () =>
  waitingContainers().where('waitsFor', '==', 'deployment' satisfies WaitTarget);
export const autoCreateProjects = (behindId: string) =>
  byIdBehind(collections.projects().where('autoCreateContainers', '==', true), behindId);
export const usersBehind = (behindId: string) => byIdBehind(collections.users(), behindId);
/** What has one of the places for containers that run at the same time. */
export const admittedOfProject = (projectId: string) =>
  collections.containers().where('projectId', '==', projectId).where('admitted', '==', true);
export const admittedOfUser = (userId: string) => userContainers(userId).where('admitted', '==', true);
export const admittedOfAll = () => collections.containers().where('admitted', '==', true);
/** What containers logged before a time. */
export const logsBefore = (before: Timestamp) => collections.allContainerLogs().where('createdAt', '<', before);
/** The links of a task's chain in the audit trail that are still kept, the oldest first. */
export const chainOf = (taskId: string) =>
  collections.auditEvents().where('chain.taskId', '==', taskId).orderBy('chain.number', 'asc');
/** What was written into the audit trail before a time. */
export const auditEventsBefore = (before: Timestamp) => collections.auditEvents().where('createdAt', '<', before);
