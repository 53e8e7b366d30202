import { describe, expect, it } from 'vitest';
import { beginning, positionOf } from './place.ts';

describe('positionOf', () => {
  it('begins with the first', () => {
    expect(positionOf(['a', 'b'], beginning)).toBe(0);
  });

  it('follows the item when others are decided or come in', () => {
    expect(positionOf(['b', 'c'], { id: 'c', index: 2 })).toBe(1);
    expect(positionOf(['a', 'b', 'c', 'd'], { id: 'c', index: 2 })).toBe(2);
  });

  it('moves on to the next one after a decision', () => {
    expect(positionOf(['a', 'c'], { id: 'b', index: 1 })).toBe(1);
  });

  it('goes back to the first after the last', () => {
    expect(positionOf(['a', 'b'], { id: 'c', index: 2 })).toBe(0);
  });

  it('is 0 in an empty queue', () => {
    expect(positionOf([], { id: 'a', index: 3 })).toBe(0);
  });
});
