import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leastSettings } from '../testing/least-settings.ts';

beforeEach(() => {
  vi.resetModules();
  const settings = {
    ...leastSettings,
    PUSH_SERVICE_URL: 'http://127.0.0.1:8096',
    PUSH_ANSWER_SECONDS: '0.5',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function addressesOf(url: string, ...resolved: string[]) {
  const { publicAddressesOf } = await import('./public-address.ts');
  return publicAddressesOf(new URL(url), resolvingTo(...resolved));
}

describe('an address that is called for a user', () => {
  test('is one on the internet', async () => {
    expect(
      await addressesOf('https://fcm.googleapis.com/x', '142.250.74.138', '2a00:1450:4001:800::200a'),
    ).toHaveLength(2);
    expect(await addressesOf('https://8.8.8.8/x')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  test.each([
    'http://fcm.googleapis.com/x',
    'ftp://example.com/',
    'https://name:word@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.0.1/',
    'https://172.31.255.255/',
    'https://100.64.0.1/',
    'https://255.255.255.255/',
    'http://127.0.0.1:8097/',
    'https://127.0.0.1:8096/',
  ])('is not %s', async (url) => {
    await expect(addressesOf(url, '8.8.8.8')).rejects.toMatchObject({ name: 'RefusedAddress' });
  });

  test.each([
    ['metadata.google.internal', ['169.254.169.254']],
    ['rebind.example', ['8.8.8.8', '127.0.0.1']],
    ['tunnel.example', ['::ffff:192.168.1.1']],
    ['nowhere.example', []],
  ])('is not a name that leads elsewhere: %s', async (host, found) => {
    await expect(addressesOf(`https://${host}/`, ...found)).rejects.toMatchObject({ name: 'RefusedAddress' });
  });

  test('is the local push service, by configuration alone', async () => {
    expect(await addressesOf('http://127.0.0.1:8096/push/x')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  test('is the one that is connected to: nothing is looked up a second time', async () => {
    const { post } = await import('./post.ts');
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '192.0.32.10', family: 4 }];
    };
    // Nobody can be reached here; the error says whom it tried to reach.
    const failure: unknown = await post('https://localhost:1/', { headers: {}, body: '' }, resolve).catch(
      (error) => error,
    );
    expect(asked).toBe(1);
    expect(failure).toBeInstanceOf(Error);
    expect(inspect(failure)).not.toMatch(/127\.0\.0\.1|::1/);
  });

  test('holds none of the threads that all lookups of this process share, however many are checked', async () => {
    const { publicAddressesOf } = await import('./public-address.ts');
    const waiting = (what: string) => process.getActiveResourcesInfo().filter((one) => one === what).length;
    const before = waiting('GetAddrInfoReqWrap');
    const hosts = Array.from({ length: 10 }, (_, number) => `host${number}.invalid`);
    const checks = Promise.allSettled(hosts.map((host) => publicAddressesOf(new URL(`https://${host}/`))));
    expect(waiting('GetAddrInfoReqWrap')).toBe(before);
    for (const one of await checks) {
      expect(one).toMatchObject({ status: 'rejected', reason: { syscall: 'queryA' } });
    }
  });

  test('is looked up within the time that the answer may take, not before it', async () => {
    const { post } = await import('./post.ts');
    const begun = vi.spyOn(AbortSignal, 'timeout');
    const resolve = async () => {
      expect(begun).toHaveBeenCalledTimes(1);
      throw new Error('not found');
    };
    await expect(post('https://push.example/', { headers: {}, body: '' }, resolve)).rejects.toThrow('not found');
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
  });
});
