import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

it('waits the longer the more often a provider has failed in a row, and not where a reply was only cut off', () => {
  const patience = createPatience(log, 30_000);
  const waits = (times: number) => Array.from({ length: times }, () => patience.goesOn(false, true));
  expect(waits(7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(patience.goesOn(false)).toBe(0);
  expect(waits(2)).toEqual([1_000, 2_000]);
  patience.progress();
  expect(waits(1)).toEqual([1_000]);
});

it('counts empty replies in a row: what the model says between them ends the row', () => {
  const patience = createPatience(log, 30_000);
  const empties = (times: number) => Array.from({ length: times }, () => patience.goesOn(true));
  empties(5);
  patience.speaks();
  empties(5);
  patience.goesOn(false);
  empties(5);
  expect(() => patience.goesOn(true)).toThrow('6 empty replies, one after the other');
});

it('counts turns in a row in which all was refused unasked: what a person decides, or an approved step, ends the row', () => {
  const patience = createPatience(log, 30_000);
  const rejection = { itemId: 'i', type: 'tool_call' as const, title: 'ls', reason: 'Not that.', isDecided: false };
  const refusals = (times: number) => Array.from({ length: times }, () => patience.isRejected([rejection]));
  refusals(10);
  patience.isRejected([rejection, { ...rejection, isDecided: true }]);
  refusals(10);
  patience.progress();
  refusals(10);
  expect(() => refusals(1)).toThrow('in 11 turns in a row. Last: ls: Not that.');
});

it('counts within a turn, too: what is refused, until a person decides something, and what fails, until something succeeds', () => {
  const patience = createPatience(log, 30_000);
  const refused = { title: 'Sign in', reason: 'Not there.' };
  const refusals = (times: number) => Array.from({ length: times }, () => patience.isRefused(refused));
  const failures = (times: number) => Array.from({ length: times }, () => patience.fails('ls x'));
  const none = (times: number) => Array.from({ length: times }, () => null);
  expect(refusals(10)).toEqual(none(10));
  patience.isRefused(null);
  expect(refusals(10)).toEqual(none(10));
  expect(refusals(1)).toEqual([expect.stringContaining('11 times in a row. Last: Sign in: Not there.')]);
  expect(failures(50)).toEqual(none(50));
  patience.fails(null);
  expect(failures(50)).toEqual(none(50));
  patience.progress();
  expect(failures(50)).toEqual(none(50));
  expect(failures(1)).toEqual([expect.stringContaining('51 steps of the agent have failed in a row')]);
});
