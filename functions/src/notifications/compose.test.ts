import { pushEvents } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test, vi } from 'vitest';
import type { PushDocument } from '../documents/push.ts';
import { compose } from './compose.ts';

vi.mock('../settings/app-url.ts', () => ({ appUrl: () => 'https://countersign.example' }));

const at = Timestamp.fromMillis(0);
const push = (event: PushDocument['event']): PushDocument => ({
  ...{ id: 'p', userId: 'me', deviceId: 'd', projectId: 'x', event, subjectId: 'subject', rung: 'first' },
  ...{ outcome: 'queued', detail: null, tries: 0, createdAt: at, updatedAt: at },
});
const subject = { projectName: 'Engine', title: 'rm -rf /secret', isBudget: false };

test.each(pushEvents)('%s says what happened in which project, with a title only by choice', (event) => {
  const plain = compose(push(event), subject, false);
  expect(plain.body).toMatch(event === 'test' ? /^This is a test/ : /Engine$/);
  expect(JSON.stringify(plain)).not.toContain('secret');
  expect(plain.tag).toMatch(/^[\w-]{32}$/);
  expect(compose(push(event), subject, true).body.includes('secret')).toBe(event !== 'test' && event !== 'closed');
});

test('leads to exactly what it is about', () => {
  const links = pushEvents.map((event) => [event, new URL(compose(push(event), subject, false).link).pathname]);
  expect(Object.fromEntries(links)).toEqual({
    approval: '/approvals/subject',
    closed: '/approvals/subject',
    task_failed: '/tasks/subject',
    task_finished: '/tasks/subject',
    silent: '/tasks/subject',
    budget: '/containers/subject',
    test: '/',
  });
});

test('a decision has the tag of its request, and a task another one', () => {
  const tag = (event: PushDocument['event']) => compose(push(event), subject, false).tag;
  expect(tag('closed')).toBe(tag('approval'));
  expect(tag('task_failed')).not.toBe(tag('approval'));
});

test('a request that was deleted no longer waits, in whatever project it was', () => {
  expect(compose(push('closed'), null, true).body).toBe('This request is no longer waiting');
});

test('a request for more budget says so', () => {
  expect(compose(push('approval'), { ...subject, isBudget: true }, false).body).toBe('A budget is used up in Engine');
});

test('a cap of the day that has paused a container is no budget', () => {
  expect(compose(push('budget'), subject, false).body).toBe('A daily cap has paused a container in Engine');
});

test('titles and names can hide or reorder nothing, and are cut', () => {
  const { body } = compose(
    push('approval'),
    { ...subject, projectName: 'A\u202Eb\u0007\u200B', title: 'x'.repeat(500) },
    true,
  );
  expect(body).toMatch(/^A request is waiting in A b: x+…$/);
  expect(body).toHaveLength(150);
});
