import { expect, it } from 'vitest';
import { type Destination, found, MOST_SHOWN } from './destinations.ts';

const of = (title: string, kind = 'Task · Loom'): Destination => ({ to: `/${title}`, title, kind });
const titles = (typed: string, ...destinations: Destination[]) => found(destinations, typed).map(({ title }) => title);

it('begins with what begins so, then what has a word that does, then the others', () => {
  const all = [of('Reweave'), of('Please weave'), of('Weave a carpet'), of('Knit')];
  expect(titles('weave', ...all)).toEqual(['Weave a carpet', 'Please weave', 'Reweave']);
});

it('wants every word, in the title or beside it', () => {
  const all = [of('Weave', 'Task · Loom'), of('Weave', 'Project'), of('Knit', 'Task · Loom')];
  expect(found(all, ' LOOM  weave ')).toEqual([all[0]]);
  expect(found(all, 'weave spin')).toEqual([]);
});

it('shows the first ones while nothing is typed, and never more than fit', () => {
  const many = Array.from({ length: 500 }, (_, index) => of(`Weave ${index}`));
  expect(found(many, '')).toEqual(many.slice(0, MOST_SHOWN));
  expect(found(many, 'task')).toHaveLength(MOST_SHOWN);
});
