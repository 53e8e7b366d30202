import { join } from 'node:path';
import { namesIn } from '../lib/program-binds.ts';

/**
 * What agents see of `/etc`; the rest stays hidden. `*` stands for any name of a folder.
 *
 * Of `ssl` and `pki` it is the certificates of others and no more: beside them are this machine's own keys, which root
 * could read inside, too. Of Java it is not the passwords for its management, of Maven not `settings.xml`, of PHP not the pools
 * of its server: they may hold passwords.
 */
const SETTINGS = [
  ...['alternatives', 'ca-certificates', 'fonts', 'group', 'hosts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d'],
  ...['localtime', 'mime.types', 'nsswitch.conf', 'passwd', 'protocols', 'python3', 'services', 'timezone'],
  ...['ssl/certs', 'ssl/cert.pem', 'ssl/ca-bundle.pem', 'ssl/openssl.cnf'],
  ...['pki/ca-trust', 'pki/java', 'pki/tls/certs', 'pki/tls/cert.pem', 'pki/tls/openssl.cnf', 'pki/tls/openssl.d'],
  // Debian's packages have links to these in the place of their own files.
  ...['java*/*.properties', 'java*/*.cfg', 'java*/jfr', 'java*/psfont*', 'java*/security'],
  ...['java*/management/management.properties', 'java*/management/jmxremote.access'],
  // Fedora's.
  ...['java/java.conf', 'java/*/*/conf/*.properties', 'java/*/*/conf/security', 'java/*/*/lib/security'],
  ...['maven/m2.conf', 'maven/logging', 'maven/toolchains.xml', 'php/*/cli', 'php/*/mods-available'],
];

/** The bubblewrap arguments that show an agent these settings, read-only. */
export function settingsBinds(etc = '/etc'): string[] {
  const found = SETTINGS.flatMap((pattern) => matching(etc, pattern.split('/')));
  return found.flatMap((path) => ['--ro-bind-try', path, path]);
}

/** The paths that a pattern may mean: of a part with `*`, what is there; any other part as it is. */
function matching(folder: string, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return [folder];
  const [start = '', end] = part.split('*');
  const fits = (name: string) => end !== undefined && name.startsWith(start) && name.endsWith(end);
  const names = end === undefined ? [part] : namesIn(folder).filter(fits).sort();
  return names.flatMap((name) => matching(join(folder, name), rest));
}
