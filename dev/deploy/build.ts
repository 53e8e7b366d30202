// Builds what is deployed, if its sources have changed: a separate program, because main.mjs needs only Node.
import { join } from 'node:path';
import { explain } from '../lib/start-error.ts';
import { build } from '../stack/build.ts';

try {
  await build(join(import.meta.dirname, '../..'), (text) => console.log(text), new AbortController().signal);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
