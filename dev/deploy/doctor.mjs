import { callInternal } from './internal.mjs';
import { liveRelease } from './assets.mjs';
import { plan } from './plan.mjs';
import { checkProxies } from './proxies.mjs';
import { sweepSchedule, version } from './resources/functions.mjs';
import { assumeSettings } from './resources/settings.mjs';
import { hasGoogleSignIn, siteAddress, siteUrl } from './resources/web.mjs';
import { OtherRegion } from './stop.mjs';

/** The sweep runs every minute. */
const SWEEP_LATE_MS = 5 * 60_000;

/** Looks at all of a deployment and reports each thing that is wrong, with what fixes it. Resolves with 1 if any is. */
export async function doctor(context) {
  const { project, region } = context;
  const again = `npm run deploy -- --project ${project} --region ${region}`;
  const findings = [];
  const notes = [];
  const check = async (what, look) => {
    const finding = await look().catch((error) => {
      if (error instanceof OtherRegion) throw error; // what fixes the rest would be wrong
      return {
        says: (error.words ?? error.message).trim().replaceAll('\n', '\n    '),
        command: error.command ?? again,
      };
    });
    console.log(`${finding ? '✗' : '✓'} ${what}${finding ? `: ${finding.says}\n    ${finding.command}` : ''}`);
    if (finding) findings.push(finding);
  };
  for (const { title, look } of plan) {
    await check(title, async () => {
      const { is, ...found } = await look({ ...context, dryRun: true });
      if (is === 'unknown') notes.push(`${title}: ${found.detail}\n    ${found.command}`);
      assumeSettings(context, found.lacking); // the rest is looked at as it will be deployed
      return is === 'there' || is === 'unknown'
        ? null
        : {
            says: found.says ?? (is === 'missing' ? 'is missing' : 'is not as it should be'),
            command: found.command ?? again,
          };
    });
  }
  let runners = [];
  await check('The functions answer, sign, write and read a checkpoint', async () => {
    const { failures, ...told } = await callInternal(context, 'check');
    runners = told.runners;
    return failures.length === 0 ? null : { says: failures.join('; '), command: again };
  });
  await check('The sweep runs every minute', () => checkSweep(context));
  await check('Limits count the right addresses', () => checkProxies(context, again));
  await check('Pages and API have the version of this checkout', () => checkVersions(context, again));
  for (const note of notes) console.log(`  ${note}`);
  await tellMore(context, runners);
  console.log(
    findings.length === 0
      ? `\n${await siteUrl(context)} is ready.`
      : `\n${findings.length === 1 ? '1 finding' : `${findings.length} findings`}.`,
  );
  return findings.length === 0 ? 0 : 1;
}

async function checkSweep(context) {
  const { project, region } = context;
  const job = await sweepSchedule(context);
  const run = `gcloud scheduler jobs run firebase-schedule-sweep-${region} --location ${region} --project ${project}`;
  if (!job)
    return { says: 'its schedule is missing', command: `npm run deploy -- --project ${project} --region ${region}` };
  if (job.state !== 'ENABLED')
    return { says: `its schedule is ${job.state.toLowerCase()}`, command: run.replace(' run ', ' resume ') };
  if (!job.lastAttemptTime) return isNew(job) ? null : { says: 'it has never run', command: run };
  if (job.status?.code)
    return { says: `it failed: ${job.status.message ?? `code ${job.status.code}`}`, command: logs(project) };
  const isLate = Date.now() - Date.parse(job.lastAttemptTime) > SWEEP_LATE_MS;
  return isLate ? { says: `it last ran at ${job.lastAttemptTime}`, command: run } : null;
}

const isNew = ({ userUpdateTime }) => Date.now() - Date.parse(userUpdateTime ?? 0) < SWEEP_LATE_MS;
const logs = (project) => `npx firebase functions:log --only sweep --project ${project}`;

/** Asked through Hosting, as a browser does. Each step above has checked that they are of exactly these sources. */
async function checkVersions(context, again) {
  const reply = await fetch(`${await siteAddress(context)}/api/health`);
  if (!reply.ok) return { says: `the API behind Hosting answers ${reply.status}`, command: again };
  const found = { pages: (await liveRelease(await siteAddress(context)))?.version, API: (await reply.json()).version };
  console.log(`  Versions: pages ${found.pages ?? 'without one'}, API ${found.API}`);
  const others = Object.keys(found).filter((what) => found[what]?.split('+')[0] !== version());
  if (others.length === 0) return null;
  const says = others.map((what) => `${what}: ${found[what] ?? 'none'}`).join(', ');
  return { says: `${says}; this checkout has ${version()}`, command: again };
}

/** What nobody has to fix, but should know. */
async function tellMore(context, runners) {
  const { project, settings } = context;
  if (runners.length > 0)
    console.log(`  Runners running now: ${runners.join(', ')} (each gets the newest image at its next start)`);
  console.log(`  Who may sign in: ${settings.ACCESS || 'nobody'} (functions/.env.${project}; deploy after a change)`);
  const google = await hasGoogleSignIn(context).catch(() => false);
  if (!google) {
    console.log('  Google sign-in is off; email and password work. It can be turned on only in the console:');
    console.log(`    https://console.firebase.google.com/project/${project}/authentication/providers`);
  }
}
