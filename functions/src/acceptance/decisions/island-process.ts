// An island as a process of its own, because a process of functions knows one database only. Its arguments are its folder
// and its options. Prints its progress, one line each time, and ends when the process that started it does.
import { setLogWriter } from '../../lib/log.ts';
import { handlers } from '../../outbox-handlers.ts';
import { registerHandlers } from '../../outbox/handler.ts';
import { keepEvidence } from './evidence.ts';
import { runIsland, type IslandOptions } from './island.ts';

const [folder = '', options = ''] = process.argv.slice(2);
const evidence = keepEvidence(folder);
setLogWriter(evidence.log);
registerHandlers(handlers);
process.stdin.resume().once('end', () => process.exit(1));
await runIsland(JSON.parse(options) as IslandOptions, evidence, (progress) => {
  process.stdout.write(`${JSON.stringify(progress)}\n`);
});
process.exit(0);
