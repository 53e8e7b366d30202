// Bundles the runner and the demo agent, dependencies included: the image needs no node_modules for either.
import { build } from 'esbuild';

await build({
  entryPoints: { main: 'src/main.ts', demo: 'src/demo/main.ts' },
  absWorkingDir: import.meta.dirname,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  logLevel: 'warning',
  // Some packages inside are CommonJS and ask for Node's own modules with require.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
