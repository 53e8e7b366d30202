import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newLedgerState } from '../attribution/ledger.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { newJournal } from './journal.ts';
import { findLinkedAgain } from './linked-again.ts';

afterAll(() => removeTestFolders());

const linked = (id: string, owner: string, name: string) => {
  const cloneUrl = `https://github.com/${owner}/${name}.git`;
  return { id, owner, name, cloneUrl, isPrivate: false, hasToken: false };
};

/** What was saved of repositories by id, each with its name; `unnamed` as runners once did. */
function savedOf(names: Record<string, string | null>) {
  const folder = makeFolder();
  const journal = newJournal('demo');
  for (const [id, name] of Object.entries(names)) {
    writeFileSync(join(folder, `${id}.bundle`), `of ${id}`);
    journal.start[id] = { base: 'main', baseCommit: `begin of ${id}`, name };
    journal.settledCommits[id] = `commit of ${id}`;
    journal.pushed[id] = `commit of ${id}`;
    journal.refused[id] = `words about ${id}`;
    journal.refusedItems[id] = { itemId: `approval of ${id}`, commit: `commit of ${id}` };
    journal.asked[id] = { commit: `commit of ${id}`, ended: null };
    journal.pullRequests[id] = { url: `pull of ${id}`, words: [] };
    journal.places[id] = 'app';
  }
  return { folder, journal, attribution: null };
}
const keysOf = (journal: ReturnType<typeof newJournal>) =>
  [
    ...[journal.start, journal.settledCommits, journal.pushed, journal.refused, journal.refusedItems],
    ...[journal.asked, journal.pullRequests, journal.places],
  ].map((kept) => Object.keys(kept).sort());

it('finds a repository under its name, however that is written, with all that is known of it and its files', async () => {
  const saved = savedOf({ former: 'acme/app', kept: 'acme/kept' });
  const step = { id: 'asked', title: 'Asked', changes: [] };
  const change = { oldText: null, newText: 'a', wasThere: false };
  const declared = { 'former/a.md': { expected: null, isWhole: true } };
  const known = { content: 'a', steps: {}, isOutside: false };
  const attribution = {
    version: 1,
    ledger: {
      ...newLedgerState(),
      files: { 'former/former/a.md': known, 'kept/a.md': known },
      windows: [
        { id: 'edit', title: 'Edit', declared, isThroughout: true, openedAt: 1 },
        { id: 'command', title: 'Run', declared: null, isThroughout: true, openedAt: 1 },
      ],
    },
    asked: [{ ...step, changes: [{ file: 'former/a.md', ...change }] }],
    rejected: [{ ...step, changes: [{ file: 'kept/a.md', ...change }] }],
    approved: ['former/a.md', 'kept/a.md'],
    isSlow: true,
  };
  const found = await findLinkedAgain({ ...saved, attribution: JSON.stringify(attribution) }, [
    linked('again', 'Acme', 'App'),
    linked('kept', 'acme', 'kept'),
    linked('late', 'acme', 'late'),
  ]);
  expect(readdirSync(saved.folder).sort()).toEqual(['again.bundle', 'kept.bundle']);
  expect(keysOf(found.journal)).toEqual(Array.from({ length: 8 }, () => ['again', 'kept']));
  expect(found.journal.start.again).toMatchObject({ baseCommit: 'begin of former' });
  expect(found.journal.pullRequests.again).toMatchObject({ url: 'pull of former' });
  expect(JSON.parse(found.attribution ?? '')).toEqual({
    ...attribution,
    ledger: {
      ...attribution.ledger,
      files: { 'again/former/a.md': known, 'kept/a.md': known },
      windows: [
        { ...attribution.ledger.windows[0], declared: { 'again/a.md': declared['former/a.md'] } },
        attribution.ledger.windows[1],
      ],
    },
    asked: [{ ...step, changes: [{ file: 'again/a.md', ...change }] }],
    approved: ['again/a.md', 'kept/a.md'],
  });
});

it.each([
  ['where two are linked under that name', { former: 'acme/app' }, ['again', 'second']],
  ['where two were saved under that name', { former: 'acme/app', other: 'ACME/app' }, ['again']],
  ['where the linked one has work of its own', { former: 'acme/app', again: 'acme/app' }, ['again']],
  ['where the name is another', { former: 'acme/former' }, ['again']],
  ['where none was saved, by an earlier version', { former: null }, ['again']],
  ['where its own is linked', { former: 'acme/app' }, ['former', 'again']],
])('gives the work to none %s', async (_where, names: Record<string, string | null>, ids) => {
  const saved = savedOf(names);
  const found = await findLinkedAgain(
    saved,
    ids.map((id) => linked(id, 'acme', 'app')),
  );
  expect(readdirSync(saved.folder)).toEqual(
    Object.keys(names)
      .map((id) => `${id}.bundle`)
      .sort(),
  );
  expect(keysOf(found.journal)).toEqual(Array.from({ length: 8 }, () => Object.keys(names).sort()));
});
