import { createHash } from 'node:crypto';
import { callInternal } from '../internal.mjs';
import { agentDigest } from './image.mjs';

const HOST = 'run.googleapis.com/v2';
const LATEST = 'latest';
const PREFIX = 'countersign-';
/** The longest name that a job of Cloud Run may have. */
const NAME_LIMIT = 49;

/** The job whose executions are the containers; the functions make it themselves, under their own account. */
export const job = {
  title: 'Job of containers',
  async look(context) {
    const { google, names, settings } = context;
    const tag = defaultTag(settings);
    const found = await google.find(`${HOST}/${names.jobs}/${jobIdOf(tag)}`);
    if (!found) return { is: 'missing' };
    const { containers = [], serviceAccount } = found.template?.template ?? {};
    const isSame =
      containers[0]?.image === (await imageOf(context, tag)) &&
      serviceAccount === (settings.AGENT_SERVICE_ACCOUNT || names.agentsAccount);
    return { is: isSame ? 'there' : 'different' };
  },
  make: async (context) => void (await callInternal(context, 'job')),
};

/** The addresses of the jobs of all tags, even no longer allowed ones: by their names, and a label of our own. */
export async function jobUrls({ google, names }) {
  const jobs = await google.list(`${HOST}/${names.jobs}`, 'jobs');
  return jobs
    .filter(({ name, labels }) => name.startsWith(`${names.jobs}/${PREFIX}`) && labels?.['countersign-template'])
    .map(({ name }) => `${HOST}/${name}`);
}

// The following does what the functions do: functions/src/settings/image-tags.ts, functions/src/runtime/job.ts.
// deploy.test.ts compares the two.

/** The tag of containers for which none is named. */
function defaultTag({ IMAGE_TAGS = '' }) {
  const listed = IMAGE_TAGS.split(',').flatMap((tag) => tag.trim() || []);
  const isAllowed = listed.length === 0 || listed.includes(LATEST) || listed.includes('*');
  return isAllowed ? LATEST : listed[0];
}

function jobIdOf(tag) {
  const plain = tag.toLowerCase().replace(/[^a-z0-9-]/g, '-');
  if (plain === tag && plain.length <= NAME_LIMIT - PREFIX.length && !plain.endsWith('-')) return PREFIX + plain;
  const hash = createHash('sha256').update(tag).digest('hex').slice(0, 8);
  return `${PREFIX}${plain.slice(0, NAME_LIMIT - PREFIX.length - hash.length - 1)}-${hash}`;
}

/** The tag latest is pinned by its digest. */
async function imageOf(context, tag) {
  const image = context.settings.AGENT_IMAGE || context.names.image;
  const digest = tag === LATEST ? await agentDigest(context) : '';
  return digest ? `${image}@${digest}` : `${image}:${tag}`;
}
