import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterEach } from 'vitest';

const started: Socket[] = [];
afterEach(() => {
  for (const socket of started.splice(0)) socket.close();
});

export type Kind = 'A' | 'AAAA';
/** The addresses of a kind, behind an alias if there is one; a number is a code of failure, null no answer at all. */
export type Answer = { addresses: string[]; alias?: string } | number | null;

/** A name server on loopback, until the test ends, that answers as told; the questions that reached it are in `asked`. */
export async function nameServer(answer: (kind: Kind) => Answer) {
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
