// Loaded into firebase-tools before it starts (node --import). Its Auth emulator reads the description of Google's whole API and compiles
// a validator for every body in it, eight seconds of processor at each start; a stack meets a dozen of them. Here each is compiled when it
// is first needed, and what nobody calls here is not read: what belongs to tenants, their providers, second factors and passkeys.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.resolve('firebase-tools/package.json'));
const exegesis = require('exegesis-express');
const { middleware } = exegesis;
/** With these the data of a stack is kept, and is there again at the next start. */
const keepsData = (path) => /\/tenants$|\/accounts:batchCreate$/.test(path);
const isUncalled = (path) => !keepsData(path) && /\/tenants\b|\/v2\/projects\/|\/mfa|\/passkey/.test(path);

exegesis.middleware = (document, options, ...rest) => {
  const paths = Object.entries(document.paths).filter(([path]) => !isUncalled(path));
  const called = { ...document, paths: Object.fromEntries(paths) };
  return middleware(called, { ...options, lazyCompileValidationSchemas: true }, ...rest);
};
