import { getApp } from 'firebase-admin/app';
import { codeOf } from '../lib/code-of.ts';
import { db } from '../store/firestore.ts';
import { ADDRESS_SECONDS, uploadHeaders, type CheckpointStore } from './object-store.ts';

/** Cloud Storage; the container itself mounts no bucket. Without a name, the project's default bucket. */
export function cloudStorage(bucketName?: string): CheckpointStore {
  db(); // the Admin SDK is initialised with the database
  // Loaded when first needed: most calls need no file.
  const bucket = async () => (await import('firebase-admin/storage')).getStorage().bucket(bucketName);
  const file = async (object: string) => (await bucket()).file(object);
  const sign = async (object: string, action: 'read' | 'write', extensionHeaders = {}) => {
    const expires = Date.now() + ADDRESS_SECONDS * 1000;
    const [url] = await (await file(object)).getSignedUrl({ version: 'v4', action, expires, extensionHeaders });
    return url;
  };
  return {
    async upload(object, size) {
      const headers = uploadHeaders(size);
      return { uploadUrl: await sign(object, 'write', headers), headers };
    },
    downloadUrl: (object) => sign(object, 'read'),
    async sizeOf(object) {
      const found = await file(object);
      const [exists] = await found.exists();
      if (!exists) return null;
      const [metadata] = await found.getMetadata();
      return Number(metadata.size);
    },
    async remove(object) {
      await (await file(object)).delete({ ignoreNotFound: true });
    },
    async removeAll(folder) {
      if (!bucketName && !getApp().options.storageBucket) return; // nothing can ever have been uploaded
      const [files] = await unlessMissing((await bucket()).getFiles({ prefix: `${folder}/` }), [[]]);
      for (const found of files) await found.delete({ ignoreNotFound: true });
    },
  };
}

/** The reply, or `otherwise` where the bucket does not exist. */
async function unlessMissing<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (codeOf(error) === 404) return otherwise;
    throw error;
  }
}
