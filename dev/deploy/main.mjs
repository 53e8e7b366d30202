// `npm run deploy`, `npm run doctor`, `npm run destroy`. Needs only Node for `--dry-run` (packages are imported where
// they are called).
import { connect } from './google.mjs';
import { makeAll, makeOne, showPlan } from './deploy.mjs';
import { destroy } from './destroy.mjs';
import { doctor } from './doctor.mjs';
import { explain } from './explain.mjs';
import { namesOf } from './names.mjs';
import { readOptions } from './options.mjs';
import { stopIfElsewhere } from './resources/deployed.mjs';
import { keptSettings } from './resources/settings.mjs';
import { checkpointDays } from './resources/storage.mjs';
import { retire, rotate } from './rotate.mjs';
import { readSettings } from './settings.mjs';
import { Stop } from './stop.mjs';

const [command = '', ...args] = process.argv.slice(2);

try {
  process.exitCode = await run();
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = 1;
}

async function run() {
  const options = readOptions(command, args);
  const settings = readSettings(options.project);
  if (command === 'deploy') checkpointDays(settings); // stops before anything is made
  const names = namesOf(options.project, options.region);
  let reason = '';
  // Asked alone, the doctor has made nothing that Google's services could not know yet: it waits for nothing.
  const readOnly = options.dryRun || command === 'doctor';
  const google = await connect({ project: options.project, readOnly }, (why) => (reason = why));
  const context = {
    ...options,
    settings,
    names: { ...names, bucket: settings.CHECKPOINT_BUCKET || names.bucket },
    google,
  };
  // Before a word is said of this region; a deploy asks in its turn.
  if (google && readOnly) await stopIfElsewhere(context);
  if (command === 'deploy' && options.dryRun) return showPlan(context, reason);
  if (!google) throw new Stop(`Nothing can be checked or made: ${reason}.`);
  if (command === 'doctor') return doctor(context);
  if (command === 'destroy') return destroy(context);
  // Before a key is changed: a deploy that lacks settings ends early, and would leave the key half-way.
  if (options.rotate ?? options.retire) await makeOne(context, keptSettings);
  if (options.rotate) {
    await rotate(context, makeAll);
  } else {
    if (options.retire) await retire(context);
    await makeAll(context);
  }
  return doctor(context);
}
