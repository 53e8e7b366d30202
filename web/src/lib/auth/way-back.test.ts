import { expect, it } from 'vitest';
import { placeAfterSignIn, wayBackTo } from './way-back.ts';

it('leads back to a decision, from anywhere else to the dashboard', () => {
  expect(placeAfterSignIn(wayBackTo('/approvals/V1StGXR8_Z5jdHi6B-myT'))).toBe('/approvals/V1StGXR8_Z5jdHi6B-myT');
  for (const path of ['/', '/approvals', '/tasks/x', '/approvals/x/y', '//elsewhere.example/approvals/x']) {
    expect(placeAfterSignIn(wayBackTo(path)), path).toBe('/');
  }
});

it('leads nowhere that it was not opened with', () => {
  for (const state of [null, undefined, 'x', {}, { from: 7 }, { from: 'https://elsewhere.example' }]) {
    expect(placeAfterSignIn(state)).toBe('/');
  }
});
