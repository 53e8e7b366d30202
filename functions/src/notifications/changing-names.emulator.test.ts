import { routes, type Device } from '@countersign/contract';
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../lib/id.ts';
import { useApi, type SignedUp } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { nameServer, type Answer, type Kind } from '../testing/name-server.ts';
import { testSubscription } from '../testing/subscription.ts';
import { TEST_VAPID_KEY } from '../testing/vapid-key.ts';

/*
 * A user names a host whose name server is the user's own: it may answer each question differently. All through the
 * API, with real questions; what is connected to is noted at the connection itself.
 */
useTestEnvironment();
const api = useApi();

/** Where nothing listens. */
const PORT = 1;
const PUBLIC = { A: '192.0.32.10', AAAA: '2606:2800:220:1:248:1893:25c8:1946' };
const NOT_PUBLIC: [Kind, string][] = [
  ['A', '127.0.0.1'],
  ['A', '10.0.0.1'],
  ['A', '169.254.169.254'],
  ['A', '100.100.100.200'],
  ['A', '0.0.0.0'],
  ['AAAA', '0:0:0:0:0:0:0:1'],
  ['AAAA', '0:0:0:0:0:0:0:0'],
  ['AAAA', '0:0:0:0:0:ffff:7f00:1'],
  ['AAAA', '0:0:0:0:0:0:7f00:1'],
  ['AAAA', '64:ff9b:0:0:0:0:a9fe:a9fe'],
  ['AAAA', '64:ff9b:1:0:0:0:a00:1'],
  ['AAAA', '2002:7f00:1:0:0:0:0:0'],
  ['AAAA', '2001:0:7f00:1:0:0:0:0'],
  ['AAAA', 'fe80:0:0:0:0:0:0:1'],
  ['AAAA', 'fd00:ec2:0:0:0:0:0:254'],
];

/** What was connected to at the port that is called here: a host, and what its lookup said. */
let connected: string[];
/** Called before each such connection. */
let atConnection: () => void;
beforeEach(() => {
  connected = [];
  atConnection = () => undefined;
  const { connect } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [to] = args.flat() as [{ host?: string; port?: unknown }];
    if (Number(to.port) === PORT) {
      atConnection();
      connected.push(to.host ?? '');
      this.on('lookup', (_error, address) => connected.push(address));
    }
    return Reflect.apply(connect, this, args) as Socket;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Has every question answered by this name server instead of this machine's. */
function askOnly(servers: readonly string[]): void {
  const { resolve4 } = Resolver.prototype;
  // The first of both questions: afterwards it is too late to name another server.
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function (this: Resolver, host: string) {
    this.setServers(servers);
    return Reflect.apply(resolve4, this, [host]) as Promise<string[]>;
  } as typeof resolve4);
}

/** A name server that answers with public addresses until it is told to answer with another one instead, or beside them. */
async function changingNames() {
  let answer = (kind: Kind): Answer => ({ addresses: [PUBLIC[kind]] });
  const { servers, asked } = await nameServer((kind) => answer(kind));
  askOnly(servers);
  const of = (kind: Kind, [to, address]: [Kind, string]) => (kind === to ? [address] : []);
  return {
    asked,
    turnTo: (to: [Kind, string]) => (answer = (kind) => ({ addresses: of(kind, to) })),
    add: (to: [Kind, string], alias: { alias?: string }) =>
      (answer = (kind) => ({ addresses: [PUBLIC[kind], ...of(kind, to)], ...alias })),
  };
}

const HOST = 'turning.example';
const ways: [string, (user: SignedUp) => Promise<Device>][] = [
  [
    'a webhook',
    ({ client }) => client.call(routes.postWebhook, { body: { label: 'A', url: `https://${HOST}:${PORT}/x` } }),
  ],
  [
    'a push subscription',
    ({ client }) => {
      const vapidKey = TEST_VAPID_KEY.publicKey;
      const body = { label: 'A', ...testSubscription(), endpoint: `https://${HOST}:${PORT}/${newId()}`, vapidKey };
      return client.call(routes.postDevice, { body });
    },
  ],
];

const NOT_THERE = 'This address is not on the internet';

describe.each(ways)('%s', (_what, add) => {
  test('whose name turns to an address that is not public is refused when it is called', async () => {
    const user = await api.newUser();
    const names = await changingNames();
    const { id } = await add(user);
    for (const to of NOT_PUBLIC) {
      names.turnTo(to);
      const { lastOutcome } = await user.client.call(routes.postDeviceTest, { params: { id } });
      expect(lastOutcome, to.join(' ')).toMatchObject({ outcome: 'failed', detail: NOT_THERE });
    }
    expect(connected).toEqual([]);
  });

  test('whose name has such an address beside a public one, behind an alias or not, is not taken', async () => {
    const user = await api.newUser();
    const names = await changingNames();
    for (const [index, to] of NOT_PUBLIC.entries()) {
      names.add(to, index % 2 === 0 ? {} : { alias: 'other.example' });
      await expect(add(user), to.join(' ')).rejects.toThrow(NOT_THERE);
    }
    expect(await user.client.call(routes.listDevices)).toEqual([]);
  });

  test('is called at the address that was checked, whatever its name says by then', async () => {
    const user = await api.newUser();
    const names = await changingNames();
    const { id } = await add(user);
    names.asked.length = 0;
    atConnection = () => names.turnTo(['A', '127.0.0.1']);
    await user.client.call(routes.postDeviceTest, { params: { id } });
    expect(names.asked.toSorted(), 'asked once').toEqual(['A', 'AAAA']);
    expect(connected).toEqual([HOST, PUBLIC.A, PUBLIC.AAAA]);
  });
});

test('no host is taken that is this machine or beside it, however it is written', async () => {
  const { client } = await api.newUser();
  const names = await changingNames();
  names.turnTo(['A', '127.0.0.1']);
  for (const host of [
    ...['127.0.0.1', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '0', '0.0.0.0', '127.0.0.1.', '１２７.0.0.1'],
    ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '[fe80::1]'],
    ...['[fe80::1%25eth0]', 'localhost', 'localhost.', 'LOCALHOST', 'metadata.google.internal.', '169.254.169.254'],
  ])
    for (const url of [`https://${host}/`, `https://${host}:8096/x`, `http://${host}/`]) {
      const added = client.call(routes.postWebhook, { body: { label: 'A', url } });
      await expect(added, url).rejects.toThrow(/^400: .*(not on the internet|begin with https:|is not an address)/);
    }
});
