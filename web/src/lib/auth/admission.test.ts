import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as lists from '../last-seen/list-store.ts';
import { admissionEra, admit, beginAdmission, currentAdmission, refuse, subscribeToAdmission } from './admission.ts';

const refused = { status: 'refused', message: 'Ask its owner.' };
const refuseNow = (message = 'Ask its owner.') => refuse(admissionEra(), message);

beforeEach(() => {
  vi.spyOn(lists, 'forgetLists').mockResolvedValue();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  beginAdmission(null);
  localStorage.clear();
  vi.restoreAllMocks();
});

it('is believed also where the browser has no room left to keep it', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  beginAdmission('ada');
  admit(admissionEra());
  expect(currentAdmission()).toEqual({ status: 'admitted' });
});

it('is unknown for who was never admitted in this browser, and believed for who was', () => {
  beginAdmission('ada');
  expect(currentAdmission()).toEqual({ status: 'unknown' });
  admit(admissionEra());
  expect(currentAdmission()).toEqual({ status: 'admitted' });

  beginAdmission(null);
  beginAdmission('ada');
  expect(currentAdmission()).toEqual({ status: 'admitted' });
  beginAdmission(null);
  beginAdmission('grace');
  expect(currentAdmission()).toEqual({ status: 'unknown' });
});

it('takes along what was kept of the work, and the belief, when it is refused', () => {
  localStorage.setItem('countersign.admitted', 'ada');
  localStorage.setItem('countersign.signed-in', '1');
  sessionStorage.setItem('countersign.live.signals/ada', '7');
  beginAdmission('ada');
  expect(refuseNow()).toBe(true);
  expect(currentAdmission()).toEqual(refused);
  expect(lists.forgetLists).toHaveBeenCalledTimes(1);
  expect(sessionStorage).toHaveLength(0);
  expect({ ...localStorage }, 'they are signed in still').toEqual({ 'countersign.signed-in': '1' });

  beginAdmission(null);
  beginAdmission('ada');
  expect(currentAdmission()).toEqual({ status: 'unknown' });
});

it('stands until the server is asked anew; what was asked before says nothing any more', () => {
  beginAdmission('ada');
  const before = admissionEra();
  refuseNow();
  admit(before);
  expect(currentAdmission()).toEqual({ status: 'admitted' });
  expect(refuse(before, 'Ask its owner.'), 'the answer to an older call').toBe(false);
  expect(currentAdmission()).toEqual({ status: 'admitted' });
  expect(refuseNow()).toBe(true);
});

it('is of one user: what was asked for another is ignored, and for nobody', () => {
  beginAdmission('ada');
  const askedForAda = admissionEra();
  beginAdmission(null);
  expect(refuseNow(), 'nobody is signed in').toBe(false);
  admit(admissionEra());
  expect(localStorage.getItem('countersign.admitted')).toBeNull();
  beginAdmission('grace');
  expect(refuse(askedForAda, 'Ask its owner.')).toBe(false);
  admit(askedForAda);
  expect(currentAdmission()).toEqual({ status: 'unknown' });
  expect(localStorage.getItem('countersign.admitted')).toBeNull();
});

it('stays what it is for the page of who signs out, which is there for a moment', () => {
  beginAdmission('ada');
  refuseNow();
  const listener = vi.fn<() => void>();
  const stop = subscribeToAdmission(listener);
  beginAdmission(null);
  expect(listener).not.toHaveBeenCalled();
  expect(currentAdmission()).toEqual(refused);
  beginAdmission('grace');
  expect(currentAdmission()).toEqual({ status: 'unknown' });
  stop();
});

it('is told once for each change, however many calls are refused and however often a token is renewed', () => {
  const listener = vi.fn<() => void>();
  beginAdmission('ada');
  const stop = subscribeToAdmission(listener);
  for (let call = 0; call < 3; call += 1) refuseNow();
  beginAdmission('ada');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(lists.forgetLists).toHaveBeenCalledTimes(1);
  stop();
  admit(admissionEra());
  expect(listener).toHaveBeenCalledTimes(1);
});
