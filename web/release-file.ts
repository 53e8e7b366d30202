import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildVersion } from '../contract/build-version.mjs';
import packageJson from './package.json' with { type: 'json' };

/**
 * Publishes the version. Pages carry it inline, where it changes no other file's name; `/release.json` has it together
 * with the names of all files in this build's `/assets`, which the next deploy keeps beside its own.
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
