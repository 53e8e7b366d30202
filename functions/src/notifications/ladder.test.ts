import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';
import type { DeviceDocument } from '../documents/device.ts';
import type { PushDocument } from '../documents/push.ts';
import { orderOf, stepOf } from './ladder.ts';
import { quietFor } from './quiet-hours.ts';

const at = Timestamp.fromMillis(0);
const device = (id: string, fields: Partial<DeviceDocument> = {}): DeviceDocument => ({
  ...{ id, userId: 'me', kind: 'browser', label: id, host: 'h', role: 'first', details: false, quietHours: null },
  ...{ lastOutcome: null, createdAt: at, updatedAt: at },
  ...fields,
});
const push = (
  deviceId: string,
  outcome: PushDocument['outcome'],
  rung: PushDocument['rung'] = 'first',
  createdAt = at,
): PushDocument => ({
  ...{ id: `${deviceId}-${rung}`, userId: 'me', deviceId, projectId: 'p', event: 'approval', subjectId: 'i', rung },
  ...{ outcome, detail: null, tries: 1, createdAt, updatedAt: createdAt },
});

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const noon = new Date('2026-11-23T11:00:00Z');
const midnight = new Date('2026-11-22T23:00:00Z');

const phone = device('phone');
const laptop = device('laptop', { role: 'backup' });
const hook = device('hook', { role: 'backup', kind: 'webhook' });
const all = [phone, laptop, hook];

const step = (object: string, devices: DeviceDocument[], told: PushDocument[], now = noon) => {
  const { tell, escalated, ...rest } = stepOf(orderOf(object), devices, told, { now, dueAt: now });
  return { ...rest, tell: tell.map(({ id }) => id), escalated: escalated.map(({ id }) => id) };
};

describe('the ladder', () => {
  test('notifies the first devices, the same again, then the others', () => {
    expect(step('approval', all, [])).toMatchObject({ tell: ['phone'], next: 'again', escalated: [] });
    const first = push('phone', 'sent');
    expect(step('approval again', all, [first])).toMatchObject({
      tell: ['phone'],
      next: 'backup',
      escalated: ['phone-first'],
    });
    const again = push('phone', 'shown', 'again');
    expect(step('approval backup', all, [{ ...first, outcome: 'escalated' }, again])).toMatchObject({
      tell: ['laptop', 'hook'],
      next: null,
      escalated: ['phone-again'],
    });
  });

  test('ends where somebody has opened it', () => {
    expect(step('approval again', all, [push('phone', 'opened')])).toMatchObject({
      tell: [],
      next: null,
      escalated: [],
    });
  });

  test('does not end with a device that is gone', () => {
    const others = [laptop, hook];
    expect(step('approval again', others, [push('phone', 'gone')])).toMatchObject({
      tell: ['laptop', 'hook'],
      next: null,
    });
    expect(step('approval', others, [])).toMatchObject({ tell: ['laptop', 'hook'], next: null });
  });

  test('notifies each device once per step, however often it is asked', () => {
    expect(step('approval', all, [push('phone', 'queued')])).toMatchObject({ tell: [], next: 'again' });
  });

  test('begins again after an Undo: what ended with the decision does not count', () => {
    const told = [push('phone', 'decided'), push('phone', 'decided', 'again'), push('laptop', 'decided', 'backup')];
    expect(step('approval', all, told)).toMatchObject({ tell: ['phone'], next: 'again', escalated: [] });
    expect(step('approval again', all, told)).toMatchObject({ tell: ['phone'], next: 'backup' });
    expect(step('approval backup', all, told)).toMatchObject({ tell: ['laptop', 'hook'] });
  });

  const secondsAgo = (seconds: number) => Timestamp.fromMillis(noon.getTime() - seconds * 1000);
  test('leaves a device that was notified seconds ago, and takes that step later', () => {
    const told = [push('phone', 'decided'), push('phone', 'sent', 'first', secondsAgo(5))];
    const later = { tell: [], escalated: [], againAfterMs: 295_000, next: null };
    expect(step('approval again', all, told)).toMatchObject(later);
    expect(step('approval backup', all, told)).toMatchObject(later);
    const tablet = device('tablet');
    const old = push('tablet', 'shown');
    expect(step('approval again', [...all, tablet], [...told, old])).toMatchObject({
      ...{ tell: ['tablet'], escalated: ['tablet-first'], againAfterMs: 295_000, next: 'backup' },
    });
    expect(step('approval again', all, [push('phone', 'sent', 'first', secondsAgo(299))])).toMatchObject({
      ...{ tell: ['phone'], againAfterMs: null },
    });
  });

  test('goes on where it was opened on a device that is no longer its owner’s', () => {
    const opened = push('former', 'opened');
    expect(step('approval again', all, [opened, push('phone', 'sent')])).toMatchObject({ tell: ['phone'] });
  });

  test('is for requests alone', () => {
    expect(step('task_failed', all, [])).toMatchObject({ tell: ['phone'], next: null });
  });

  test('leaves a device alone in its quiet hours, and notifies it when they end', () => {
    const sleeping = device('phone', { quietHours: night });
    const sevenHours = 7 * 60 * 60_000;
    expect(step('approval', [sleeping, hook], [], midnight)).toMatchObject({
      tell: [],
      hold: [{ deviceId: 'phone', afterMs: sevenHours }],
      next: 'again',
    });
    expect(step('approval again', [sleeping, hook], [], midnight)).toMatchObject({
      tell: [],
      hold: [],
      next: 'backup',
    });
    expect(step('approval backup', [sleeping, hook], [], midnight)).toMatchObject({ tell: ['hook'] });
    expect(step('approval for phone', [sleeping, hook], [], noon)).toMatchObject({ tell: ['phone'], next: null });
  });
});

describe('quiet hours', () => {
  const berlin = (time: string) => new Date(`2026-11-23T${time}+01:00`);
  test.each([
    ['21:59:59', null],
    ['22:00:00', 9 * 60],
    ['00:30:00', 6.5 * 60],
    ['06:59:30', 0.5],
    ['07:00:00', null],
  ])('at %s end after %s minutes', (time, minutes) => {
    expect(quietFor(night, berlin(time))).toBe(minutes === null ? null : minutes * 60_000);
  });

  test.each([
    ['in spring', '2027-03-27T23:00:00+01:00', 7],
    ['in autumn', '2027-10-30T23:00:00+02:00', 9],
  ])('end by the clock where clocks are changed %s', (_, time, hours) => {
    expect(quietFor(night, new Date(time))).toBe(hours * 60 * 60_000);
  });

  test('that end at a time which is left out end an hour later', () => {
    const early = { from: '22:00', to: '02:30', timeZone: 'Europe/Berlin' };
    expect(quietFor(early, new Date('2027-03-28T01:30:00+01:00'))).toBe(60 * 60_000);
  });

  test('may lie within one day, and there may be none', () => {
    const day = { from: '09:00', to: '17:00', timeZone: 'UTC' };
    expect(quietFor(day, new Date('2026-11-23T16:00:00Z'))).toBe(60 * 60_000);
    expect(quietFor(day, new Date('2026-11-23T08:59:00Z'))).toBeNull();
    expect(quietFor(null, noon)).toBeNull();
  });
});
