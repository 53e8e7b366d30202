import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { cert, initializeApp } from 'firebase-admin/app';
import { expect, test } from 'vitest';
import { cloudStorage } from './cloud-storage.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
initializeApp({
  projectId: 'demo',
  credential: cert({ projectId: 'demo', clientEmail: 'a@demo.iam.gserviceaccount.com', privateKey: privatePem }),
});

/** True when an address is signed for a request with these headers, checked like Cloud Storage does (V4). */
function isSignedFor(method: string, address: string, headers: Record<string, string>): boolean {
  const { host, pathname, searchParams } = new URL(address);
  const signature = Buffer.from(searchParams.get('X-Goog-Signature') ?? '', 'hex');
  searchParams.delete('X-Goog-Signature');
  const query = [...searchParams].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).sort();
  const all = Object.entries({ host, ...headers }).sort(([a], [b]) => (a < b ? -1 : 1));
  const request = [
    method,
    pathname,
    query.join('&'),
    ...all.map(([name, value]) => `${name}:${value}`),
    '',
    all.map(([name]) => name).join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = (searchParams.get('X-Goog-Credential') ?? '').split('/').slice(1).join('/');
  const hash = createHash('sha256').update(request).digest('hex');
  const signed = ['GOOG4-RSA-SHA256', searchParams.get('X-Goog-Date'), scope, hash].join('\n');
  return createVerify('RSA-SHA256').update(signed).verify(publicKey, signature);
}

test('an upload is signed for its size at most, and for an object that is not there yet', async () => {
  const { uploadUrl, headers } = await cloudStorage('a-bucket').upload('tasks/a-task/1-abc', 10);
  expect(new URL(uploadUrl).pathname).toBe('/a-bucket/tasks/a-task/1-abc');
  expect(headers).toEqual({ 'x-goog-content-length-range': '0,10', 'x-goog-if-generation-match': '0' });
  expect(isSignedFor('PUT', uploadUrl, headers)).toBe(true);
  expect(isSignedFor('PUT', uploadUrl, { ...headers, 'x-goog-content-length-range': '0,11' })).toBe(false);
  expect(isSignedFor('PUT', uploadUrl, {})).toBe(false);
});

test('a download needs its address alone', async () => {
  const url = await cloudStorage('a-bucket').downloadUrl('tasks/a-task/1-abc');
  expect(isSignedFor('GET', url, {})).toBe(true);
  expect(isSignedFor('PUT', url, {})).toBe(false);
});

test('where no bucket is configured there is nothing to be removed', async () => {
  await expect(cloudStorage().removeAll('tasks/a-task')).resolves.toBeUndefined();
});
