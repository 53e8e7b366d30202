import { IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { createHash } from 'node:crypto';
import type { protos } from '@google-cloud/run';
import type { RuntimeSettings } from './settings.ts';

type Job = protos.google.cloud.run.v2.IJob;

const NAME_LIMIT = 49; // Cloud Run's
const PREFIX = 'countersign-';
const TEMPLATE_LABEL = 'countersign-template';
/** An agent may wait long for a person; Cloud Run's own default of 10 minutes would end it (facts: at most 7 days). */
const TIMEOUT_SECONDS = 604_800;

/** The job of an image tag: one per tag, because Cloud Run allows 1000 jobs a region and any number of executions. */
export function jobIdOf(imageTag: string): string {
  const plain = imageTag.toLowerCase().replace(/[^a-z0-9-]/g, '-');
  if (plain === imageTag && plain.length <= NAME_LIMIT - PREFIX.length && !plain.endsWith('-')) return PREFIX + plain;
  // Tags can differ where job names cannot (case, dots, length): part of the tag's hash keeps them apart.
  const hash = createHash('sha256').update(imageTag).digest('hex').slice(0, 8);
  const room = NAME_LIMIT - PREFIX.length - hash.length - 1;
  return `${PREFIX}${plain.slice(0, room)}-${hash}`;
}

/** The job as it should be, labelled with a hash of itself so that a changed template is noticed. */
export function jobOf(settings: RuntimeSettings, imageTag: string): Job {
  const { cpu, memory } = settings;
  const template = {
    taskCount: 1,
    parallelism: 1,
    template: {
      containers: [{ image: imageOf(settings, imageTag), resources: { limits: { cpu, memory } } }],
      maxRetries: 0,
      timeout: { seconds: TIMEOUT_SECONDS },
      ...(settings.serviceAccount ? { serviceAccount: settings.serviceAccount } : {}),
    },
  };
  const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 32);
  return { template, labels: { [TEMPLATE_LABEL]: hash } };
}

/** By its digest where the deployment knows it, so that pushing the tag again does not replace the tested image. */
function imageOf({ image, digest }: RuntimeSettings, imageTag: string): string {
  return digest && imageTag === IMAGE_TAG_DEFAULT ? `${image}@${digest}` : `${image}:${imageTag}`;
}

/** True when a job in Cloud Run was made from the same template. */
export function isSameJob(found: Job, wanted: Job): boolean {
  return found.labels?.[TEMPLATE_LABEL] === wanted.labels?.[TEMPLATE_LABEL];
}
