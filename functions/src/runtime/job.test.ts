import { describe, expect, test } from 'vitest';
import { isSameJob, jobIdOf, jobOf } from './job.ts';

const settings = { location: 'projects/p/locations/l', image: 'registry/agent', cpu: '2', memory: '4Gi' };
const tags = ['latest', 'v1.2.3', 'V1', 'v1', '1-', '_', 'a'.repeat(128), 'a'.repeat(127), 'x_y', 'x.y', '--'];

describe('a job’s name', () => {
  test.each(tags)('of the tag %s is one that Cloud Run takes', (tag) => {
    expect(jobIdOf(tag)).toMatch(/^[a-z](?:[a-z0-9-]{0,47}[a-z0-9])?$/);
  });
  test('is another one for another tag', () => {
    expect(new Set(tags.map(jobIdOf)).size).toBe(tags.length);
  });
});

test('has what the deployment says, and of the tag latest exactly the image that was deployed', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const container = (tag: string) => {
    const { template } = jobOf({ ...settings, digest, cpu: '4', memory: '8Gi' }, tag);
    return template?.template?.containers?.[0];
  };
  expect(container('latest')).toEqual({
    image: `registry/agent@${digest}`,
    resources: { limits: { cpu: '4', memory: '8Gi' } },
  });
  expect(container('v2')?.image).toBe('registry/agent:v2');
});

test('a changed image, account, size or digest is another template', () => {
  const job = jobOf(settings, 'latest');
  expect(isSameJob(jobOf(settings, 'latest'), job)).toBe(true);
  expect(isSameJob(jobOf(settings, 'next'), job)).toBe(false);
  expect(isSameJob(jobOf({ ...settings, serviceAccount: 'agent@p' }, 'latest'), job)).toBe(false);
  expect(isSameJob(jobOf({ ...settings, memory: '8Gi' }, 'latest'), job)).toBe(false);
  expect(isSameJob(jobOf({ ...settings, digest: `sha256:${'a'.repeat(64)}` }, 'latest'), job)).toBe(false);
  expect(isSameJob({}, job)).toBe(false);
});
