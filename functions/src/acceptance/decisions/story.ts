import type { ItemHistory } from './histories.ts';
import type { Told } from './check-history.ts';

/** Everything known about an item, in order, for finding out what went wrong. */
export function storyOf({ item, createdAt, entries }: ItemHistory, { calls, heard, waits, acts }: Told): string {
  const lines: [number, string][] = [
    [createdAt, `asked: ${item.title}`],
    ...entries.map(({ at, action }): [number, string] => [at, `stored: ${action}`]),
    ...calls.flatMap(({ by, what, sentAt, answeredAt, told, key = '' }): [number, string][] => [
      [sentAt, `${by} sends: ${what} ${key}`],
      [answeredAt, `${by} is answered: ${what} ${JSON.stringify(told)}`],
    ]),
    ...heard.map(({ by, at, isApproved }): [number, string] => [at, `${by} hears: ${isApproved ? 'yes' : 'no'}`]),
    ...waits.flatMap(({ by, from, to }): [number, string][] => [
      [from, `${by} begins to wait`],
      [to, `${by} waits no more`],
    ]),
    ...acts.map(({ by, at }): [number, string] => [at, `${by} acts`]),
  ];
  lines.sort(([a], [b]) => a - b);
  const { id, isApproved, grant, releaseAt, isClosed } = item;
  const now = JSON.stringify({ id, isApproved, grant, isClosed, releaseAt: releaseAt?.toMillis() ?? null });
  return [...lines.map(([at, words]) => `  ${(at - createdAt).toFixed(1)} ms ${words}`), `  now: ${now}`].join('\n');
}
