// Bundles the workspace's own code (the contract included) into lib/index.js. Packages stay external: Google's clients
// load .proto files beside themselves and break inside a bundle.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildVersion } from '../contract/build-version.mjs';

// Arguments: a program of the tests, and where to put it.
const [entry = './src/index.ts', outfile = 'lib/index.js'] = process.argv.slice(2);

const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@countersign/') ? undefined : { path, external: true },
    );
  },
};

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

// Node reads every export of an imported CommonJS package, and reading one of Firestore's loads all of gRPC: half of a
// cold start, before the first request. With `require`, an export is read only when it is used.
const commonJsIsRequired = {
  name: 'commonjs-is-required',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(firebase-(admin|functions)\/|express$)/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
    );
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
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
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  sourcemap: true,
  define: { BUILD_VERSION: JSON.stringify(buildVersion(version)) },
  plugins: [commonJsIsRequired, packagesStayOutside],
  logLevel: 'warning',
});
