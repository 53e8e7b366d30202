// `npm run backup`, `npm run restore`: all data of a deployment into a folder, and from there into an empty one.
import { parseArgs } from 'node:util';
import { readSettings } from '../deploy/settings.mjs';
import { messageOf } from '../lib/errors.ts';
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
  // As the deploy reads them.
  const settings = readSettings(project);
  const platform = platformOf(project, {
    bucket: bucket || settings.CHECKPOINT_BUCKET || `${project}-countersign-checkpoints`,
    runsIn: settings.CLOUD_RUN_PROJECT || project,
  });
  if (command === 'backup') tellBackup(await backup(platform, folder));
  else tellRestored(await restore(platform, folder));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

/** Exits with 1 if a checkpoint is missing: exit code 0 says that everything is there. */
function tellBackup(manifest: Manifest): void {
  tell(manifest);
  if (manifest.expired)
    console.log(`${manifest.expired} checkpoints are not there, of tasks so old that they may have expired.`);
  if (!manifest.missing?.length) return;
  console.error(`The backup is incomplete: ${lacks(manifest.missing)}`);
  process.exitCode = 1;
}

function tellRestored(manifest: Manifest & { left: number }): void {
  tell(manifest);
  if (manifest.left > 0) console.log(`${manifest.left} of these accounts were there already, and are as they were.`);
  if (manifest.missing?.length) console.log(`As in the backup, ${lacks(manifest.missing)}`);
}

function tell({ madeAt, documents, accounts, objects }: Manifest): void {
  console.log(`${documents} documents, ${accounts} accounts and ${objects.length} checkpoints, as of ${madeAt}`);
}

function lacks(missing: NonNullable<Manifest['missing']>): string {
  const lines = missing.map(({ task, object }) => `  ${task.replace('/tasks/', 'task ')}: ${object}`);
  return `${missing.length} checkpoints are missing; these tasks would start over:\n${lines.join('\n')}`;
}
