// `npm run backup`, `npm run restore`: all data of a deployment into a folder, and from there into an empty one.
import { parseArgs } from 'node:util';
import { backup, type Manifest } from './backup.ts';
import { platformOf } from './platform.ts';
import { restore } from './restore.ts';

const usage = `npm run backup  -- --project ID --folder FOLDER [--bucket BUCKET]
npm run restore -- --project ID --folder FOLDER [--bucket BUCKET]`;

try {
  const [command, ...args] = process.argv.slice(2);
  const options = { project: { type: 'string' }, folder: { type: 'string' }, bucket: { type: 'string' } } as const;
  const { project, folder, bucket } = parseArgs({ args, options }).values;
  if (!project || !folder || (command !== 'backup' && command !== 'restore')) throw new Error(usage);
  const platform = platformOf(project, bucket ?? `${project}-countersign-checkpoints`);
  console.log(inWords(await (command === 'backup' ? backup : restore)(platform, folder)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function inWords({ madeAt, documents, accounts, objects }: Manifest): string {
  return `${documents} documents, ${accounts} accounts and ${objects.length} checkpoints, as of ${madeAt}`;
}
