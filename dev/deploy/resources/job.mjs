import { builtDigest } from './image.mjs';
import { callInternal } from '../internal.mjs';

const HOST = 'run.googleapis.com/v2';

/** The job of which containers are executions, made by the functions themselves, under their own account, as for a container. */
export const job = {
  title: 'Job of containers',
  async look({ google, names, settings }) {
    const found = await google.find(`${HOST}/${names.job}`);
    if (!found) return { is: 'missing' };
    const { containers = [], serviceAccount } = found.template?.template ?? {};
    const digest = await builtDigest(google, names);
    const isOurs = settings.AGENT_IMAGE || containers[0]?.image === `${names.image}@${digest}`;
    return {
      is: isOurs && serviceAccount === (settings.AGENT_SERVICE_ACCOUNT || names.agentsAccount) ? 'there' : 'different',
    };
  },
  make: async (context) => void (await callInternal(context, 'job')),
};
