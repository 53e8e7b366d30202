import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemBinds } from '../lib/program-binds.ts';
import { canIsolate } from '../testing/can-isolate.ts';
import { settingsBinds } from './system-settings.ts';

let etc: string;
beforeEach(() => (etc = mkdtempSync(join(tmpdir(), 'countersign-etc-'))));
afterEach(() => rmSync(etc, { recursive: true }));

/** Whether an agent sees a path below `/etc`. */
function isSeen(name: string): boolean {
  const path = join(etc, name);
  return settingsBinds(etc).some((bound) => `${path}/`.startsWith(`${bound}/`));
}

it.each([
  'ssl/certs/ca-certificates.crt',
  'pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  'java-21-openjdk/security/java.security',
  'java-21-openjdk/net.properties',
  'java/java-21-openjdk/java-21-openjdk-21.0.1/conf/security/java.security',
  'maven/m2.conf',
  'php/8.3/cli/conf.d/20-mbstring.ini',
])('shows %s', (name) => {
  mkdirSync(join(etc, name), { recursive: true });
  expect(isSeen(name)).toBe(true);
});

it.each([
  'ssl/private/server.key',
  'ssl/server.key',
  'pki/tls/private/localhost.key',
  'pki/entitlement/1-key.pem',
  'java-21-openjdk/management/jmxremote.password',
  'java/java-21-openjdk/java-21-openjdk-21.0.1/conf/management/jmxremote.password',
  'maven/settings.xml',
  'php/8.3/fpm/pool.d/www.conf',
  'shadow',
])('hides %s', (name) => {
  mkdirSync(join(etc, name), { recursive: true });
  expect(isSeen(name)).toBe(false);
});

it.runIf(canIsolate)('leads where the links of Java and Maven lead, and to no key of this machine', () => {
  const places = ['/usr/lib/jvm', '/usr/share/maven'].filter((place) => existsSync(place));
  const within = (place: string) => readdirSync(place, { encoding: 'utf8', recursive: true });
  const paths = places.flatMap((place) => within(place).map((name) => join(place, name)));
  const links = paths.filter((path) => lstatSync(path).isSymbolicLink() && existsSync(path));
  const toSettings = links.filter((path) => realpathSync(path).startsWith('/etc/'));
  const script = 'for one; do [ -e "$one" ] || echo "$one is missing"; done; [ ! -e /etc/ssl/private ] || echo keys';
  const view = [...systemBinds(), ...settingsBinds()];
  const namespaces = ['--unshare-user', '--cap-drop', 'ALL'];
  const seen = execFileSync('bwrap', [...namespaces, ...view, '/bin/sh', '-c', script, 'sh', ...toSettings]);
  expect(seen.toString()).toBe('');
});
