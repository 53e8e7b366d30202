// Bundles the workspace's own code (the contract included) into lib/index.js. Packages stay external: Google's clients
// load .proto files beside themselves and break inside a bundle.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

// Named are a program of the tests and where it goes.
const [entry = './src/index.ts', outfile = 'lib/index.js'] = process.argv.slice(2);

const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@countersign/') ? undefined : { path, external: true },
    );
  },
};

await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  plugins: [packagesStayOutside],
  logLevel: 'warning',
});
