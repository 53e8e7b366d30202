import { parseArgs } from 'node:util';
import { Stop } from './stop.mjs';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean', default: false };
const everywhere = { project: TEXT, region: TEXT };
/** What each command takes: an option of another one would be ignored, and so is refused. */
const known = {
  deploy: {
    ...everywhere,
    owner: TEXT,
    'database-location': TEXT,
    'keep-settings': FLAG,
    'dry-run': FLAG,
    rotate: TEXT,
    retire: TEXT,
  },
  doctor: everywhere,
  destroy: { ...everywhere, yes: FLAG, 'delete-data': TEXT },
};

const usage = {
  deploy:
    'npm run deploy -- --project ID --region REGION [--owner you@example.com] [--database-location LOCATION] [--keep-settings] [--dry-run] [--rotate SECRET | --retire SECRET]',
  doctor: 'npm run doctor -- --project ID --region REGION',
  destroy: 'npm run destroy -- --project ID --region REGION --yes [--delete-data ID]',
};

/** Reads the options. Throws Stop, with the usage. */
export function readOptions(command, args) {
  const values = parse(command, args);
  const { project = '', region = '' } = values;
  const wrong = [
    ...(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project) ? [] : ['--project is the id of a Google Cloud project']),
    ...(/^[a-z]+-[a-z]+\d+$/.test(region) ? [] : ['--region is one of Cloud Run, such as europe-west1']),
    ...(values.rotate !== undefined && values.retire !== undefined ? ['--rotate or --retire, one at a time'] : []),
    ...(values.owner === undefined || /^[^@\s]+@[^@\s]+$/.test(values.owner) ? [] : ['--owner is an email address']),
  ];
  if (wrong.length > 0) throw new Stop(`${wrong.join('; ')}.\n  ${usage[command]}`);
  return {
    project,
    region,
    databaseLocation: values['database-location'] ?? region,
    owner: values.owner,
    keepSettings: values['keep-settings'],
    dryRun: values['dry-run'],
    rotate: values.rotate,
    retire: values.retire,
    yes: values.yes,
    deleteData: values['delete-data'],
  };
}

function parse(command, args) {
  try {
    return parseArgs({ args, options: known[command] }).values;
  } catch (error) {
    throw new Stop(`${error.message}\n  ${usage[command]}`);
  }
}
