import { describe, expect, it } from 'vitest';
import { inkOf, intentOf } from './gesture.ts';

describe('intentOf', () => {
  it.each([
    [{ x: 151, y: 0 }, 'approve'],
    [{ x: 150, y: 0 }, null],
    [{ x: 140, y: 20 }, null],
    [{ x: -151, y: 0 }, 'reject'],
    [{ x: -150, y: 0 }, null],
    [{ x: 160, y: 170 }, null],
    [{ x: 160, y: -160 }, null],
    [{ x: 0, y: 400 }, null],
  ])('of %o is %s', (distance, intent) => {
    expect(intentOf(distance)).toBe(intent);
  });
});

describe('inkOf', () => {
  it('fades in with the distance and is full at 150 px', () => {
    expect(inkOf({ x: 75, y: 0 })).toEqual({ approved: 0.5, rejected: 0 });
    expect(inkOf({ x: 150, y: 0 })).toEqual({ approved: 1, rejected: 0 });
    expect(inkOf({ x: -400, y: 0 })).toEqual({ approved: 0, rejected: 1 });
  });

  it('stays away while the card goes up or down', () => {
    expect(inkOf({ x: 60, y: 90 })).toEqual({ approved: 0, rejected: 0 });
  });
});
