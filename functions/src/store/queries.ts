import type { ContainerStatus, GrantState, TaskStatus, ToolKind } from '@countersign/contract';
import { FieldPath, Filter, type Timestamp } from 'firebase-admin/firestore';
import { waitTargets, type WaitTarget } from '../documents/container.ts';
import type { OutboxKind } from '../documents/outbox.ts';
import * as collections from './firestore.ts';
import { byIdBehind } from './list-page.ts';

/**
 * Every query with more than one field, in one place: each needs an entry in firestore.indexes.json, which only
 * production insists on, not the emulator. A test compares the two.
 */

export const accountOf = (userId: string) => collections.users().where('userId', '==', userId);
/** Every account that was admitted by an address at its last sign-in, whether there still is one or not. */
export const accountsOfAddress = (email: string) => collections.users().where('email', '==', email);
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

/** Subtasks of up to 30 tasks. */
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
/** Accounts deleted so recently that a request let in before may still write. */
export const freshTombstones = (since: Timestamp) =>
  collections.tombstones().where('createdAt', '>', since).orderBy('createdAt', 'desc');
export const secretsOfKeys = (keyIds: string[]) => collections.secrets().where('keyId', 'in', keyIds);
export const staleRateWindows = (before: Timestamp) => collections.rateWindows().where('updatedAt', '<', before);
/** `day`: `2026-11-22`. */
export const usageDaysBefore = (day: string) => collections.usageDays().where('day', '<', day);
/** What is kept of deleted accounts from before a day: ids like `address-2026-11-22-…`. */
export const addressDaysBefore = (day: string) =>
  collections
    .usageDays()
    .where(FieldPath.documentId(), '>=', 'address-')
    .where(FieldPath.documentId(), '<', `address-${day}`);
export const projectsAfter = (id: string) => byIdBehind(collections.projects(), id);

export const taskItemsOf = (userId: string, taskId: string) => userItems(userId).where('taskId', '==', taskId);
/** Requests of a project, latest first. */
export const latestRequests = (userId: string, projectId: string) =>
  projectItems(userId, projectId).where('needsApproval', '==', true).orderBy('createdAt', 'desc');
/** Items of up to 30 tasks. */
export const itemsOfTasks = (userId: string, taskIds: string[]) => userItems(userId).where('taskId', 'in', taskIds);
/** Items that wait for their owner's decision. */
export const undecidedItems = (userId: string) =>
  userItems(userId).where('needsApproval', '==', true).where('isApproved', '==', null);
/** Items that were decided or closed since a time, latest first. */
export const decidedItems = (userId: string, since: Timestamp) => latestDecided(userItems(userId), since);
export const projectDecidedItems = (userId: string, projectId: string, since: Timestamp) =>
  latestDecided(projectItems(userId, projectId), since);
/** Items that were rejected or closed, latest first. */
export const rejectedItems = (userId: string) =>
  userItems(userId).where('needsApproval', '==', true).where('isApproved', '==', false).orderBy('decidedAt', 'desc');
const latestDecided = (items: ReturnType<typeof userItems>, since: Timestamp) =>
  items
    .where('needsApproval', '==', true)
    .where('decidedAt', '>=', since)
    .orderBy('decidedAt', 'desc')
    .orderBy(FieldPath.documentId(), 'desc');

/** The owner's decisions that are still held back, by the end of their hold. */
export const heldItems = (userId: string, now: Timestamp) =>
  userItems(userId).where('releaseAt', '>', now).orderBy('releaseAt', 'asc');

/** Running tasks whose lease has ended. Tasks kept by hand have none. */
export const lostLeases = (now: Timestamp) =>
  collections.tasks().where('status', '==', 'running').where('leaseUntil', '<', now);

/** Due work of some kinds, oldest first. */
export const dueOutboxEntries = (kinds: OutboxKind[], now: Timestamp) =>
  collections
    .outbox()
    .where('kind', 'in', kinds)
    .where('notBefore', '<=', now)
    .orderBy('notBefore', 'asc')
    .orderBy(FieldPath.documentId(), 'asc');

/** Tasks that a container may begin, as they were given to it, in the order in which they are claimed. */
export const claimableTasksOf = (projectId: string, containerId: string | null) =>
  collections
    .tasks()
    .where('projectId', '==', projectId)
    .where('containerId', '==', containerId)
    .where('status', 'in', ['pending', 'approved'] satisfies TaskStatus[])
    .orderBy('priority', 'desc')
    .orderBy('createdAt', 'asc');
/** The same of those that any container of the project may claim. */
export const freeClaimableTasks = (projectId: string) => claimableTasksOf(projectId, null);
/** Messages the agent has not received: what the owner adds to a task's history, except for rejections. */
export const undeliveredMessages = (taskId: string) =>
  collections
    .taskItems()
    .where('taskId', '==', taskId)
    .where('author', '==', 'owner')
    .where('type', '==', 'planning')
    .where('deliveredAt', '==', null);
/** The same, oldest first. */
export const undeliveredInOrder = (taskId: string) => undeliveredMessages(taskId).orderBy('createdAt', 'asc');
/** Those of them that came after a time. */
export const undeliveredSince = (taskId: string, since: Timestamp) =>
  undeliveredInOrder(taskId).where('createdAt', '>', since);
/** The others, which came by then. */
export const undeliveredUntil = (taskId: string, until: Timestamp) =>
  undeliveredInOrder(taskId).where('createdAt', '<=', until);
export const userContainersIn = (userId: string, statuses: ContainerStatus[]) =>
  userContainers(userId).where('status', 'in', statuses);
/** A container's tasks in some statuses. */
export const containerTasksIn = (containerId: string, statuses: TaskStatus[]) =>
  collections.tasks().where('containerId', '==', containerId).where('status', 'in', statuses);
/** Items right below one of a task's items. */
export const itemsBelow = (taskId: string, parentId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('parentId', '==', parentId);
/** Items of a task that are still undecided. */
export const undecidedItemsOf = (taskId: string) =>
  collections
    .taskItems()
    .where('taskId', '==', taskId)
    .where('needsApproval', '==', true)
    .where('isApproved', '==', null);
/** Tasks that a container parked and that have been decided since. */
export const decidedTasksOf = (containerId: string) =>
  collections
    .tasks()
    .where('parkedContainerId', '==', containerId)
    .where('status', 'in', ['approved', 'rejected'] satisfies TaskStatus[]);
/** Everything that a task's agent asked approval for, decided or not. */
export const askingItemsOf = (taskId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('needsApproval', '==', true);
/**
 * Those of its agent's that were rejected or closed. How many an agent may ask is limited, unlike the cards of limits
 * that its owner may propose.
 */
export const rejectedStepsOf = (taskId: string) =>
  askingItemsOf(taskId).where('author', '==', 'agent').where('isApproved', '==', false);
/** Those of them that are still open: undecided, not redeemed yet, or redeemed without a reported result. */
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
/** The completion items of a task, one for each time it ended. */
export const completionsOf = (taskId: string) =>
  collections.taskItems().where('taskId', '==', taskId).where('type', '==', 'completion');
/** The chunk of a container's log that the next piece is appended to. */
export const lastLogChunk = (containerId: string) =>
  collections.containerLogs(containerId).orderBy('number', 'desc').limit(1);
/** The chunks of a log from a number on. */
export const logChunksFrom = (containerId: string, number: number) =>
  collections.containerLogs(containerId).where('number', '>=', number);
/** Tasks of a project that wait for a decision, or for their container to carry one out. */
export const parkedTasks = (projectId: string) =>
  collections.tasks().where('projectId', '==', projectId).where('parkedContainerId', '>', '');
/** Containers of a project in some statuses. */
export const projectContainersIn = (projectId: string, statuses: ContainerStatus[]) =>
  collections.containers().where('projectId', '==', projectId).where('status', 'in', statuses);
/** Tasks that a container has taken up and not ended: it holds a lease on them, or has parked them. */
export const tasksHeldBy = (containerId: string) =>
  collections
    .tasks()
    .where(
      Filter.or(
        Filter.where('leaseContainerId', '==', containerId),
        Filter.where('parkedContainerId', '==', containerId),
      ),
    );
/** Decided tasks that are still parked, ordered by their containers' ids, after a given one. */
export const decidedTasks = (behindId: string) =>
  collections
    .tasks()
    .where('status', 'in', ['approved', 'rejected'] satisfies TaskStatus[])
    .where('parkedContainerId', '>', behindId);
/** Containers whose execution has not been reported as ended, ordered by its name, after a given one. */
export const containersWithExecution = (behindName: string) =>
  collections.containers().where('execution', '>', behindName);
/** Containers in a status, ordered by id, after a given one. */
export const containersIn = (status: ContainerStatus, behindId: string) =>
  byIdBehind(collections.containers().where('status', '==', status), behindId);
/** Containers that wait to be started, and those that have just taken a place. */
const waitingContainers = () => collections.containers().where('waits', '==', true);
/** The same, ordered by id, after a given one. */
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
/** Containers that have one of the places of running containers. */
export const admittedOfProject = (projectId: string) =>
  collections.containers().where('projectId', '==', projectId).where('admitted', '==', true);
export const admittedOfUser = (userId: string) => userContainers(userId).where('admitted', '==', true);
export const admittedOfAll = () => collections.containers().where('admitted', '==', true);
/** Chunks of containers' logs from before a time. */
export const logsBefore = (before: Timestamp) => collections.allContainerLogs().where('createdAt', '<', before);
/** The links of a task's audit chain that are still kept, oldest first. */
export const chainOf = (taskId: string) =>
  collections.auditEvents().where('chain.taskId', '==', taskId).orderBy('chain.number', 'asc');
/** That a thing was deleted, as its owner's audit trail has it (`task_deleted`). */
export const deletionsOf = (subjectId: string, action: string) =>
  collections.auditEvents().where('subjectId', '==', subjectId).where('action', '==', action);
/** Audit events from before a time. */
export const auditEventsBefore = (before: Timestamp) => collections.auditEvents().where('createdAt', '<', before);
