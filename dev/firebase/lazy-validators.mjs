// Loaded into firebase-tools before it starts (node --import). Its Auth emulator compiles a validator for every body of Google's whole
// API, six seconds of processor at each start; a stack meets a dozen of them. Here each is compiled when it is first needed.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.resolve('firebase-tools/package.json'));
const exegesis = require('exegesis-express');
const { middleware } = exegesis;

exegesis.middleware = (document, options, ...rest) =>
  middleware(document, { ...options, lazyCompileValidationSchemas: true }, ...rest);
