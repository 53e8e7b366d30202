import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firebaseCli } from '../firebase-cli.mjs';
import { membersOf, readPolicy } from '../policy.mjs';
import { ifOlder } from './build.mjs';
import { deployedFunctions } from './deployed.mjs';
import { functionsEnvironment } from '../release.mjs';
import { writeEnvironment } from '../settings.mjs';

const REGISTRY = 'artifactregistry.googleapis.com/v1';
const RUN = 'run.googleapis.com/v1';
const SCHEDULER = 'cloudscheduler.googleapis.com/v1';
const INVOKER = 'roles/run.invoker';
const POLICY = 'firebase-functions-cleanup';

/** The functions, deployed by firebase-tools. */
export const functions = {
  title: 'Functions',
  async look(context) {
    const { google, names } = context;
    const ours = await deployedFunctions(context);
    if (ours.length === 0) return { is: 'missing' };
    const older = ifOlder('functions');
    if (older) return older; // what is deployed can only be compared with a build
    const { COUNTERSIGN_RELEASE: release } = await functionsEnvironment(context);
    const isDeployed = ({ state, serviceConfig }) =>
      state === 'ACTIVE' && serviceConfig.environmentVariables?.COUNTERSIGN_RELEASE === release;
    const isComplete = ours.length === names.functions.length && ours.every(isDeployed);
    const isOpen = (await closedOnes(google, ours)).length === 0;
    return { is: isComplete && isOpen && (await sweepSchedule(context)) ? 'there' : 'different' };
  },
  async make(context) {
    // firebase-tools skips what it believes it has deployed, even after an unfinished try: so each try differs.
    const attempt = { COUNTERSIGN_ATTEMPT: new Date().toISOString() };
    writeEnvironment(context.project, { ...(await functionsEnvironment(context)), ...attempt });
    // --force: removed functions of this codebase go, and nobody is asked about the clean-up policy, which comes next.
    await firebaseCli(context, ['deploy', '--only', 'functions', '--force']);
  },
};

/** Services that need a Google account to be called: browsers and containers have none. They use tokens of ours. */
async function closedOnes(google, deployed) {
  const called = deployed
    .filter(({ name }) => /\/(api|agentApi)$/.test(name))
    .map(({ serviceConfig }) => serviceConfig.service);
  const policies = await Promise.all(called.map((service) => readPolicy(google, { url: `${RUN}/${service}` })));
  return called.filter((_, index) => !membersOf(policies[index])(INVOKER).includes('allUsers'));
}

/** The address of the schedule of the function sweep, as firebase-tools names it. */
export const scheduleUrl = ({ project, region }) =>
  `${SCHEDULER}/projects/${project}/locations/${region}/jobs/firebase-schedule-sweep-${region}`;

/** When the sweep runs; null if it does not run by itself. */
export async function sweepSchedule({ google, project, region }) {
  const schedules = await google.list(`${SCHEDULER}/projects/${project}/locations/${region}/jobs`, 'jobs');
  return schedules.find(({ name }) => name.endsWith(`/firebase-schedule-sweep-${region}`)) ?? null;
}

/** Deletes functions' images that are no longer used; each deploy leaves some. */
export const functionsCleanup = {
  title: 'Clean-up of the functions’ images',
  async look({ google, names }) {
    const found = await google.find(`${REGISTRY}/${names.functionsRepository}`);
    return { is: found?.cleanupPolicies?.[POLICY] ? 'there' : 'missing' };
  },
  async make(context) {
    await firebaseCli(context, [
      'functions:artifacts:setpolicy',
      '--location',
      context.region,
      '--days',
      '3',
      '--force',
    ]);
  },
};

/** The version of this checkout. */
export const version = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../functions/package.json'), 'utf8')).version;
