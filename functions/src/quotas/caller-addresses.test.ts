import { describe, expect, test } from 'vitest';
import { callerAddresses, networkOf } from './caller-addresses.ts';

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('%s is in %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('who calls', () => {
  test('at the function’s own address it is the one that the platform appended', () => {
    expect(callerAddresses(['203.0.113.7'], 1)).toEqual({ nearest: '203.0.113.7', way: '203.0.113.7' });
  });

  test('through Hosting it is the whole way from the browser', () => {
    const { nearest, way } = callerAddresses(['203.0.113.7', '151.101.1.1'], 1);
    expect({ nearest, way }).toEqual({ nearest: '151.101.1.1', way: '203.0.113.7 151.101.1.1' });
  });

  test('a caller who forges an address at the function’s own stays apart from its real holder', () => {
    const honest = callerAddresses(['203.0.113.7', '151.101.1.1'], 1);
    const invented = callerAddresses(['203.0.113.7', '198.51.100.9'], 1);
    expect(invented.way).not.toBe(honest.way);
    expect(invented.nearest).toBe('198.51.100.9');
  });

  test('behind one more proxy of our own it is the one that this proxy appended', () => {
    expect(callerAddresses(['203.0.113.7', '10.0.0.1'], 2).nearest).toBe('203.0.113.7');
  });
});
