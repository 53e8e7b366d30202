import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildVersion } from '../contract/build-version.mjs';
import packageJson from './package.json' with { type: 'json' };

/**
 * Tells the version: pages carry it in themselves, where it changes no other file's name, and `/release.json` says it with the names
 * of all that this build has in `/assets`, which the next deploy keeps beside its own.
 */
export function releaseFile(): Plugin {
  const version = buildVersion(packageJson.version);
  return {
    name: 'countersign:release-file',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content: version }, injectTo: 'head' }],
    writeBundle({ dir = '' }) {
      const assets = readdirSync(join(dir, 'assets')).sort();
      writeFileSync(join(dir, 'release.json'), JSON.stringify({ version, assets }));
    },
  };
}
