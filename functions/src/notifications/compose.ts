import type { PushEvent } from '@countersign/contract';
import { createHash } from 'node:crypto';
import type { PushDocument, Rung } from '../documents/push.ts';
import { appUrl } from '../settings/app-url.ts';

/** The subject of a push, as known when it is sent. */
export interface Subject {
  projectName: string;
  /** The request's or task's own title. */
  title: string;
  /** A request for more budget. */
  isBudget: boolean;
}

/** What a person reads, and where a tap leads. */
export interface Notice {
  title: string;
  body: string;
  /** The page's whole address. */
  link: string;
  /** One notification per request: later ones replace it. */
  tag: string;
  /** Replaces what is shown, without a sound. */
  isSilent: boolean;
}

const BODY_MAX = 150;

const sentences: Record<PushEvent, (project: string, rung: Rung) => string> = {
  approval: (project, rung) =>
    rung === 'first' ? `A request is waiting in ${project}` : `A request is still waiting in ${project}`,
  task_failed: (project) => `A task has failed in ${project}`,
  task_finished: (project) => `A task has finished in ${project}`,
  silent: (project) => `An agent has gone silent in ${project}`,
  budget: (project) => `A daily cap has paused a container in ${project}`,
  closed: (project) => `A request is no longer waiting in ${project}`,
  test: () => 'This is a test: notifications reach this device',
};

/** For a request for more budget, at once and again. */
const usedUp = (project: string) => `A budget is used up in ${project}`;

/** For a request that was deleted while it waited: its project may be gone, too. */
const GONE = 'This request is no longer waiting';

const requestPath = (id: string) => `/approvals/${id}`;
const taskPath = (id: string) => `/tasks/${id}`;

/** Where a tap leads: on a request, to exactly that one. */
const paths: Record<PushEvent, (subjectId: string) => string> = {
  approval: requestPath,
  closed: requestPath,
  task_failed: taskPath,
  task_finished: taskPath,
  silent: taskPath,
  budget: (id) => `/containers/${id}`,
  test: () => '/',
};

/**
 * The text of a push: that something waits in which project, and no more unless the device's owner has chosen details.
 * A title comes from an agent or a person: characters that would reorder or hide text on a lock screen are removed.
 */
export function compose(
  { event, subjectId, rung }: PushDocument,
  subject: Subject | null,
  withDetails: boolean,
): Notice {
  const say = subject?.isBudget && event === 'approval' ? usedUp : sentences[event];
  const isGone = subject === null && event === 'closed';
  const sentence = isGone ? GONE : say(plain(subject?.projectName ?? 'a project'), rung);
  const hasDetails = withDetails && subject !== null && event !== 'closed' && event !== 'test';
  return {
    title: 'Countersign',
    body: hasDetails ? cut(`${sentence}: ${plain(subject.title)}`) : cut(sentence),
    link: appUrl() + paths[event](subjectId),
    tag: tagOf(event, subjectId),
    isSilent: event === 'closed',
  };
}

/**
 * Messages with the same tag replace each other: it is equal for a request and its decision. At most 32 characters of
 * base64url, the limit of a Topic.
 */
function tagOf(event: PushEvent, subjectId: string): string {
  const about = event === 'closed' ? 'approval' : event;
  return createHash('sha256').update(`${about}/${subjectId}`).digest('base64url').slice(0, 32);
}

/** Without invisible characters: control and format characters, direction marks, line ends. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const cut = (text: string) => (text.length > BODY_MAX ? `${text.slice(0, BODY_MAX - 1).trimEnd()}…` : text);
