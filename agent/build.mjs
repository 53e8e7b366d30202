// Bundles the runner and the demo agent, dependencies included: the image needs no node_modules for either.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { buildVersion } from '../contract/build-version.mjs';

const { version } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));

const { outputFiles } = await build({
  entryPoints: { main: 'src/main.ts', demo: 'src/demo/main.ts', relay: 'src/isolation/relay.ts' },
  absWorkingDir: import.meta.dirname,
  outdir: 'dist',
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Minified, because every start reads all of it; names stay readable for the log.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  define: { BUILD_VERSION: JSON.stringify(buildVersion(version)) },
  logLevel: 'warning',
  // Some packages inside are CommonJS and ask for Node's own modules with require.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});

// Replaced whole or not at all: a container may be starting from it at this moment.
for (const { path, contents } of outputFiles) {
  const part = `${path}.${process.pid}.part`; // another build may be writing the same file
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(part, contents);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
