import { expect, test } from 'vitest';
import { nameServer, type Answer, type Kind } from '../testing/name-server.ts';
import { lookUp } from './look-up.ts';

const NO_SUCH_HOST = 3;
const FAILED = 2;

const [FOUR, SIX] = ['192.0.32.10', '2606:2800:220:1:248:1893:25c8:1946'];
const found = { A: { address: FOUR, family: 4 }, AAAA: { address: SIX, family: 6 } };
const have = (kind: Kind): Answer => ({ addresses: [kind === 'A' ? FOUR : SIX] });
const NONE: Answer = { addresses: [] };

test('all addresses of a host are found, also behind an alias', async () => {
  const { servers } = await nameServer(have);
  expect(await lookUp('both.example', { servers })).toEqual([found.A, found.AAAA]);
  const aliased = await nameServer((kind) => ({ addresses: [kind === 'A' ? FOUR : SIX], alias: 'edge.example' }));
  expect(await lookUp('alias.example', aliased)).toEqual([found.A, found.AAAA]);
});

test.each(['A', 'AAAA'] as const)('a host may have only addresses of kind %s', async (only) => {
  for (const other of [NONE, FAILED]) {
    const { servers } = await nameServer((kind) => (kind === only ? have(kind) : other));
    expect(await lookUp('one.example', { servers })).toEqual([found[only]]);
  }
});

test('a question that is never answered does not cost what the other one found', async () => {
  const { servers } = await nameServer((kind) => (kind === 'A' ? have(kind) : null));
  expect(await lookUp('half.example', { servers, limitMs: 500 })).toEqual([found.A]);
});

test('a host that does not exist, or has no address, is an error', async () => {
  const missing = await nameServer(() => NO_SUCH_HOST);
  await expect(lookUp('missing.example', missing)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const without = await nameServer(() => NONE);
  await expect(lookUp('mail.example', without)).rejects.toMatchObject({ code: 'ENODATA' });
});

test('where the name server never answers, it ends by itself', async () => {
  const silent = await nameServer(() => null);
  const failure = lookUp('silent.example', { servers: silent.servers, limitMs: 300 });
  await expect(failure).rejects.toMatchObject({ code: expect.stringMatching(/^E(CANCELLED|TIMEOUT)$/) });
  expect(new Set(silent.asked)).toEqual(new Set(['A', 'AAAA']));
});
