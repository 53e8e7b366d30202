import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** What a deployment with these IMAGE_TAGS allows. */
async function withTags(IMAGE_TAGS: string | undefined) {
  const settings = {
    GCLOUD_PROJECT: 'demo-x',
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:9', // a deployment would need more
    AGENT_IMAGE: 'image',
    AGENT_API_URL: 'http://127.0.0.1:9',
    SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64') }),
    JWT_KEY: 'x'.repeat(32),
    SWEEP_KEY: 'x'.repeat(16),
    IMAGE_TAGS,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return import('./image-tags.ts');
}

describe('IMAGE_TAGS', () => {
  test.each([
    { set: undefined, allowed: ['latest'], refused: ['', '*', 'v1', 'Latest'], byDefault: 'latest' },
    { set: '', allowed: ['latest'], refused: ['', '*', 'v1'], byDefault: 'latest' },
    { set: ' , ', allowed: ['latest'], refused: ['', 'v1'], byDefault: 'latest' },
    { set: '*', allowed: ['latest', 'v1'], refused: [], byDefault: 'latest' },
    { set: 'v1', allowed: ['v1'], refused: ['latest', 'v'], byDefault: 'v1' },
    { set: ' v2 ,v1,', allowed: ['v1', 'v2'], refused: ['latest', 'v2 '], byDefault: 'v2' },
    { set: 'v2,latest', allowed: ['v2', 'latest'], refused: ['v1'], byDefault: 'latest' },
  ])('$set', async ({ set, allowed, refused, byDefault }) => {
    const tags = await withTags(set);
    expect(allowed.filter((tag) => !tags.isAllowedTag(tag))).toEqual([]);
    expect(refused.filter((tag) => tags.isAllowedTag(tag))).toEqual([]);
    expect(tags.defaultTag()).toBe(byDefault);
  });

  test('a refusal names what is allowed', async () => {
    const tags = await withTags('v2, v1');
    expect(tags.tagRefusal('x')).toBe('The image tag x is not allowed here. Allowed: v2, v1');
  });
});
