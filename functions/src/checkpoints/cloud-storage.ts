import { getApp } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';
import { db } from '../store/firestore.ts';
import { ADDRESS_SECONDS, uploadHeaders, type CheckpointStore } from './object-store.ts';

/** Cloud Storage; the container itself mounts no bucket. Without a name the project's default bucket. */
export function cloudStorage(bucketName?: string): CheckpointStore {
  db(); // the Admin SDK is initialised with the database
  const bucket = () => getStorage().bucket(bucketName);
  const file = (object: string) => bucket().file(object);
  const sign = async (object: string, action: 'read' | 'write', extensionHeaders = {}) => {
    const expires = Date.now() + ADDRESS_SECONDS * 1000;
    const [url] = await file(object).getSignedUrl({ version: 'v4', action, expires, extensionHeaders });
    return url;
  };
  return {
    async upload(object, size) {
      const headers = uploadHeaders(size);
      return { uploadUrl: await sign(object, 'write', headers), headers };
    },
    downloadUrl: (object) => sign(object, 'read'),
    async sizeOf(object) {
      const [exists] = await file(object).exists();
      if (!exists) return null;
      const [metadata] = await file(object).getMetadata();
      return Number(metadata.size);
    },
    async remove(object) {
      await file(object).delete({ ignoreNotFound: true });
    },
    async removeAll(folder) {
      if (!bucketName && !getApp().options.storageBucket) return; // nothing can ever have been uploaded
      const [files] = await unlessMissing(bucket().getFiles({ prefix: `${folder}/` }), [[]]);
      for (const found of files) await found.delete({ ignoreNotFound: true });
    },
  };
}

/** What is answered, or `otherwise` where there is no such bucket. */
async function unlessMissing<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 404) return otherwise;
    throw error;
  }
}
