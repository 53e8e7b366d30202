import { accounts, actingAs, defaultAccount, roles } from './resources/accounts.mjs';
import { apis, firebase } from './resources/apis.mjs';
import { budget } from './resources/budget.mjs';
import { build } from './resources/build.mjs';
import { database } from './resources/database.mjs';
import { functions, functionsCleanup } from './resources/functions.mjs';
import { hosting } from './resources/hosting.mjs';
import { image, registry } from './resources/image.mjs';
import { job } from './resources/job.mjs';
import { rules } from './resources/rules.mjs';
import { modelKey, secrets } from './resources/secrets.mjs';
import { access, keptSettings } from './resources/settings.mjs';
import { buildBucket, checkpointBucket } from './resources/storage.mjs';
import { auth, webApp } from './resources/web.mjs';

/**
 * Everything that a deployment consists of, in the order in which it is made. Each thing has a `title`;
 * `look(context)`, which changes nothing and answers what there is (`is`: there, missing, different, or unknown with a
 * `command` for whoever can know); and `make(context, found)`, which makes it so, however far an earlier try came. For
 * the doctor, `look` may add what it `says`, and a `command` other than to deploy.
 */
export const plan = [
  apis,
  firebase,
  keptSettings,
  budget,
  database,
  ...accounts,
  defaultAccount,
  roles,
  actingAs,
  checkpointBucket,
  buildBucket,
  registry,
  image,
  ...secrets,
  modelKey,
  webApp,
  auth,
  access,
  build,
  rules,
  functions,
  functionsCleanup,
  job,
  hosting,
];
