import { getStorage } from 'firebase-admin/storage';
import { db } from '../firestore.ts';
import { ADDRESS_SECONDS, type CheckpointStore } from './checkpoint-store.ts';

/** Cloud Storage; the container itself mounts no bucket (design §6). Without a name the project's default bucket. */
export function cloudStorage(bucketName?: string): CheckpointStore {
  db(); // the Admin SDK is initialised with the database
  const file = (object: string) => getStorage().bucket(bucketName).file(object);
  const sign = async (object: string, action: 'read' | 'write') => {
    const [url] = await file(object).getSignedUrl({
      version: 'v4',
      action,
      expires: Date.now() + ADDRESS_SECONDS * 1000,
    });
    return url;
  };
  return {
    uploadUrl: (object) => sign(object, 'write'),
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
      await getStorage()
        .bucket(bucketName)
        .deleteFiles({ prefix: `${folder}/` });
    },
  };
}
