// Vitest's global setup of tests that start the local servers again and again: one file each, which starts in a
// fraction of the time.
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Bundles them, and names their folder in the environment. Resolves with the function that removes it. */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-programs-'));
  await Promise.all(
    ['cloud-run', 'object-store', 'git-host', 'backup', 'push-service'].map((name) => bundle(name, folder)),
  );
  process.env.COUNTERSIGN_PROGRAMS = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundle(name: string, folder: string): Promise<void> {
  const source = join(root, 'dev', name);
  await build({
    entryPoints: [join(source, 'main.ts')],
    outfile: join(folder, `${name}.mjs`),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    // Files beside a program are found as from its source.
    define: { 'import.meta.dirname': JSON.stringify(source) },
    // Some packages inside are CommonJS and ask for Node's own modules with require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}
