import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });

it('counts empty replies in a row: what the model says between them ends the row', () => {
  const patience = createPatience(log);
  const empties = (times: number) => Array.from({ length: times }, () => patience.goesOn(true));
  empties(5);
  patience.speaks();
  empties(5);
  patience.goesOn(false);
  empties(5);
  expect(() => patience.goesOn(true)).toThrow('6 empty replies, one after the other');
});
