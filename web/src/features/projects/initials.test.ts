import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['website', 'W'],
  ['mobile app', 'MA'],
  ['the third word is left out', 'TT'],
  ['  spaced   out ', 'SO'],
  ['🚀 launch', '🚀L'],
  ['', ''],
  ['\u202eweave \u200b \u200bknit', 'WK'],
])('%j has the initials %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
