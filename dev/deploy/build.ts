// Builds what is deployed, where its sources have changed: a program of its own, because main.mjs needs nothing but Node.
import { join } from 'node:path';
import { explain } from '../lib/start-error.ts';
import { build } from '../stack/build.ts';

try {
  await build(join(import.meta.dirname, '../..'), (text) => console.log(text), new AbortController().signal);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
