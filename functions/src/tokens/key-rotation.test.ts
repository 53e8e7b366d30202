import { afterEach, expect, test, vi } from 'vitest';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];
const agent = { containerId: 'c', projectId: 'p', userId: 'u', epoch: 1 };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A deployment with these keys. */
async function deployedWith(...keys: string[]) {
  vi.resetModules();
  const settings = {
    GCLOUD_PROJECT: 'demo-x',
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:9', // a deployment would need more
    AGENT_IMAGE: 'image',
    AGENT_API_URL: 'http://127.0.0.1:9',
    SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64') }),
    JWT_KEY: keys.join('\n'),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return { ...(await import('./container-token.ts')), ...(await import('./start-code.ts')) };
}

test('what was signed before a rotation is good until its key is retired, and new things need only the new key', async () => {
  const before = await deployedWith(OLD);
  const [token, code] = [await before.mintContainerToken(agent), before.startCodeOf('c', 1)];

  const during = await deployedWith(NEW, OLD);
  expect(await during.verifyContainerToken(token)).toEqual(agent);
  expect(during.readStartCode(code)).toEqual({ containerId: 'c', epoch: 1 });
  const [newToken, newCode] = [await during.mintContainerToken(agent), during.startCodeOf('c', 2)];

  const after = await deployedWith(NEW);
  expect(await after.verifyContainerToken(newToken)).toEqual(agent);
  expect(after.readStartCode(newCode)).toEqual({ containerId: 'c', epoch: 2 });
  await expect(after.verifyContainerToken(token)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(after.readStartCode(code)).toBeNull();
});
