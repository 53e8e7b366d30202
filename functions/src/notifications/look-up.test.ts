import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lookUp } from './look-up.ts';

const started: Socket[] = [];
afterEach(() => {
  for (const socket of started.splice(0)) socket.close();
});

type Kind = 'A' | 'AAAA';
/** The addresses of a kind, behind an alias if there is one; a number is a code of failure, null no answer at all. */
type Answer = { addresses: string[]; alias?: string } | number | null;

const NO_SUCH_HOST = 3;
const FAILED = 2;

/** A name server on loopback that answers as told; the questions that reached it are in `asked`. */
async function nameServer(answer: (kind: Kind) => Answer) {
  const asked: Kind[] = [];
  const socket = createSocket('udp4');
  started.push(socket);
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 1; // of the name
    const kind = question.readUInt16BE(end) === 28 ? 'AAAA' : 'A';
    asked.push(kind);
    const told = answer(kind);
    if (told !== null) socket.send(reply(question.subarray(0, end + 4), told), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { servers: [`127.0.0.1:${socket.address().port}`], asked };
}

/** RFC 1035: the question again, with its answers. */
function reply(question: Buffer, told: Exclude<Answer, null>): Buffer {
  const { addresses, alias } = typeof told === 'number' ? { addresses: [], alias: undefined } : told;
  const asked = Buffer.from([0xc0, 12]); // the name in the question
  const owner = alias === undefined ? asked : nameOf(alias);
  const answers = [
    ...(alias === undefined ? [] : [recordOf(asked, 5, nameOf(alias))]),
    ...addresses.map((address) => recordOf(owner, isIPv4(address) ? 1 : 28, bytesOf(address))),
  ];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (typeof told === 'number' ? told : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question.subarray(12), ...answers]);
}

function recordOf(owner: Buffer, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt32BE(60, 4);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fields, data]);
}

const nameOf = (name: string) =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);

/** An address, of IPv6 written out in full. */
const bytesOf = (address: string) =>
  isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      );

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
