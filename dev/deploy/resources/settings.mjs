import { addSetting } from '../settings.mjs';
import { Stop } from '../stop.mjs';
import { deployedFunctions, refuseTakenNames } from './deployed.mjs';

/**
 * Before COUNTERSIGN_SETTINGS existed, no deploy took these from a file: Google's and firebase-tools' own, and those
 * that follow from others.
 */
const NOT_SAID =
  /^(X_GOOGLE|FIREBASE|EXT|KIT|FUNCTION|GCLOUD|GCP|GOOGLE|K|EVENTARC|COUNTERSIGN)_|^(ENTRY_POINT|PORT|LOG_EXECUTION_ID|CLOUD_RUNTIME_CONFIG|CLOUD_RUN_REGION)$/;
const IS_SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
const SHOWN = 100;

/**
 * Settings of the last deploy that this checkout lacks: it was made from another checkout or machine. Deploying without
 * them would silently undo them, who may sign in first of all. They are taken over on request, never by itself.
 */
export const keptSettings = {
  title: 'Settings of what is deployed',
  async look(context) {
    await refuseTakenNames(context); // before anything is made
    const { lacking, changed } = await compare(context);
    if (Object.keys(lacking).length === 0) return { is: 'there', detail: changed.length > 0 ? changes(changed) : '' };
    const names = Object.keys(lacking).join(', ');
    return {
      is: 'missing',
      detail: [`${names}, only with --keep-settings`, ...besides(changed)].join('; '),
      says: `functions/.env.${context.project} of this checkout lacks ${names}`,
      command: keepCommand(context),
      lacking,
      changed,
    };
  },
  async make(context, { lacking, changed }) {
    const file = `functions/.env.${context.project}`;
    if (!context.keepSettings) throw new Stop(refusal(context, lacking, changed, file));
    for (const [name, value] of Object.entries(lacking)) addSetting(context.project, name, value);
    assumeSettings(context, lacking);
    return [`${Object.keys(lacking).join(', ')}, written into ${file}`, ...besides(changed)].join('; ');
  },
};

/** From now on `context` has these settings, too. */
export function assumeSettings(context, lacking = {}) {
  Object.assign(context.settings, lacking);
  if (lacking.CHECKPOINT_BUCKET) context.names.bucket = lacking.CHECKPOINT_BUCKET;
}

/** Settings that the deployment has and this checkout lacks; none if nothing is deployed. */
export const lackingSettings = async (context) => (await compare(context)).lacking;

async function compare(context) {
  const { settings } = context;
  const deployed = Object.entries(saidIn(context, await deployedEnvironment(context)));
  // ACCESS cannot be removed: left blank, it would become the address of whoever deploys.
  const hasIt = (name) => settings[name] !== undefined && (name !== 'ACCESS' || settings[name] !== '');
  return {
    lacking: Object.fromEntries(deployed.filter(([name]) => !hasIt(name))),
    changed: deployed.filter(([name, value]) => hasIt(name) && settings[name] !== value).map(([name]) => name),
  };
}

/** The environment of the function that was deployed last: an earlier try may have reached only some of them. */
async function deployedEnvironment(context) {
  const environments = (await deployedFunctions(context)).map((one) => one.serviceConfig.environmentVariables ?? {});
  const attempt = ({ COUNTERSIGN_ATTEMPT = '' }) => COUNTERSIGN_ATTEMPT;
  return environments.sort((one, other) => attempt(one).localeCompare(attempt(other))).at(-1) ?? {};
}

function saidIn({ names }, environment) {
  const said = environment.COUNTERSIGN_SETTINGS?.split(',');
  const follows = {
    AGENT_SERVICE_ACCOUNT: environment.AGENT_SERVICE_ACCOUNT === names.agentsAccount,
    // The digest of somebody's own image is only known because they set it.
    AGENT_IMAGE_DIGEST: !environment.AGENT_IMAGE,
  };
  const isSaid = (name) => (said ? said.includes(name) : !NOT_SAID.test(name) && !follows[name]);
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => value !== '' && isSaid(name)));
}

const changes = (names) => `the next deploy changes ${names.join(', ')}`;
const besides = (names) => (names.length > 0 ? [changes(names)] : []);
const keepCommand = ({ project, region }) =>
  `npm run deploy -- --project ${project} --region ${region} --keep-settings`;

function refusal(context, lacking, changed, file) {
  const shown = Object.entries(lacking).map(([name, value]) =>
    IS_SECRET.test(name) ? `  ${name}` : `  ${name}=${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}`,
  );
  return [
    'What is deployed has settings that this checkout does not have, and would lose them:',
    ...shown,
    `To keep them, written into ${file}:`,
    `  ${keepCommand(context)}`,
    `To deploy without one of them, set it to nothing in that file, such as MODELS=`,
    ...besides(changed).map((words) => `What both have differs in any case: ${words}, as this checkout says.`),
  ].join('\n');
}

/** Who may sign in: unless set, whoever deploys. Nobody else is admitted by default. */
export const access = {
  title: 'Who may sign in (ACCESS)',
  async look(context) {
    const { settings } = context;
    if (settings.ACCESS) return { is: 'there', detail: settings.ACCESS };
    const { ACCESS } = await lackingSettings(context);
    if (ACCESS) throw new Stop(refusal(context, { ACCESS }, [], `functions/.env.${context.project}`));
    return { is: 'missing' };
  },
  async make({ google, project, owner, settings }) {
    const address = owner ?? (await addressOf(google));
    addSetting(project, 'ACCESS', address);
    settings.ACCESS = address;
    return `${address}, written into functions/.env.${project}`;
  },
};

async function addressOf(google) {
  const { email } = await google.get('openidconnect.googleapis.com/v1/userinfo').catch(() => ({}));
  if (email && !email.endsWith('.gserviceaccount.com')) return email;
  throw new Stop('Say who may sign in first, with your own address: --owner you@example.com');
}
