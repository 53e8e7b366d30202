// Loaded into firebase-tools before it starts (node --import). Its Auth emulator reads the description of Google's
// whole API and compiles a validator for every body in it, eight seconds of processor time at each start; a stack needs
// a dozen of them. Here each is compiled when first needed, and what nobody calls here is not read: everything about
// tenants, their providers, second factors and passkeys.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.resolve('firebase-tools/package.json'));
const exegesis = require('exegesis-express');
const { middleware } = exegesis;
/** These keep a stack's data and restore it at the next start. */
const keepsData = (path) => /\/tenants$|\/accounts:batchCreate$/.test(path);
const isUncalled = (path) => !keepsData(path) && /\/tenants\b|\/v2\/projects\/|\/mfa|\/passkey/.test(path);

exegesis.middleware = (document, options, ...rest) => {
  const paths = Object.entries(document.paths).filter(([path]) => !isUncalled(path));
  const called = { ...document, paths: Object.fromEntries(paths) };
  return middleware(called, { ...options, lazyCompileValidationSchemas: true }, ...rest);
};
