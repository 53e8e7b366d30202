// The local Cloud Run Admin API as a program. Its environment:
//   CLOUD_RUN_PORT        port on 127.0.0.1; 0: any that stays free while it is down
//   CLOUD_RUN_FOLDER      where state, logs and scratch folders are kept
//   CLOUD_RUN_TOKEN       what callers must send as a bearer token
//   CLOUD_RUN_IMAGES      JSON: image name with tag -> command as a list
//   CLOUD_RUN_EXTRA_ENV   JSON: environment added to every execution (git redirection, locally only)
//   CLOUD_RUN_START_MS    how long an execution stays pending (250)
//   CLOUD_RUN_GRACE_MS    from the request to end to the kill (10000, as in Cloud Run)
// SIGTERM ends executions first, a second one or SIGQUIT without grace; SIGKILL leaves them running for the next start.
import * as z from 'zod';
import { freePort } from '../lib/ports.ts';
import { listenForSignals } from '../lib/signals.ts';
import { startCloudRun } from './server.ts';

const json = <T>(schema: z.ZodType<T>) => z.string().transform((text) => schema.parse(JSON.parse(text)));

const environment = z
  .object({
    CLOUD_RUN_PORT: z.coerce.number().int(),
    CLOUD_RUN_FOLDER: z.string().min(1),
    CLOUD_RUN_TOKEN: z.string().min(16),
    CLOUD_RUN_IMAGES: json(z.record(z.string(), z.array(z.string()).min(1))),
    CLOUD_RUN_EXTRA_ENV: json(z.record(z.string(), z.string())).default({}),
    CLOUD_RUN_START_MS: z.coerce.number().default(250),
    CLOUD_RUN_GRACE_MS: z.coerce.number().default(10_000),
  })
  .parse(process.env);

const server = await startCloudRun(environment.CLOUD_RUN_PORT || (await freePort()), {
  folder: environment.CLOUD_RUN_FOLDER,
  token: environment.CLOUD_RUN_TOKEN,
  images: environment.CLOUD_RUN_IMAGES,
  environment: environment.CLOUD_RUN_EXTRA_ENV,
  startDelayMs: environment.CLOUD_RUN_START_MS,
  graceMs: environment.CLOUD_RUN_GRACE_MS,
});
console.log(`Cloud Run jobs: http://127.0.0.1:${server.port}`);
const { asked, urged } = listenForSignals();
await asked;
await Promise.race([server.stop(), urged.then(() => server.kill())]);
process.exit(0);
