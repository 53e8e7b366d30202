// `npm start`: the whole product on this machine, until Ctrl-C. `--fresh` begins anew.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listenForSignals } from './lib/signals.ts';
import { explain } from './lib/start-error.ts';
import { Stack } from './stack.ts';
import { endLeftovers } from './stack/leftovers.ts';
import { START_PORTS } from './stack/ports.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.countersign/start');
const say = (text: string) => console.log(text);
const { asked, urged } = listenForSignals();
const stack = new Stack({ root, folder, ports: START_PORTS, projectId: 'demo-countersign', say });

try {
  if (process.argv.includes('--fresh')) {
    endLeftovers(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  const outcome = await Promise.race([stack.start().then(() => 'up' as const), asked]);
  if (outcome === 'up') {
    say(
      `\nCountersign runs:  ${stack.addresses.app}\n\nCtrl-C ends it and keeps the data. Logs: ${join(folder, 'logs')}`,
    );
    await Promise.race([asked, stack.failed]);
  }
  say('\nStopping …');
  await Promise.race([stack.stop(), urged.then(() => stack.kill())]);
  process.exit(0);
} catch (error) {
  console.error(explain(error));
  await stack.stop();
  process.exit(1);
}
