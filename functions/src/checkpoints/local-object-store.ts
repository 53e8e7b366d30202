import { createHmac } from 'node:crypto';
import { ADDRESS_SECONDS, uploadHeaders, type CheckpointStore } from './object-store.ts';

type Method = 'PUT' | 'GET' | 'DELETE';

/** The local object store. Its addresses are signed as dev/object-store/signed-url.ts describes. */
export function localObjectStore(url: string, key: string): CheckpointStore {
  const sign = (method: Method, object: string, max = 0) => {
    const expires = Math.floor(Date.now() / 1000) + ADDRESS_SECONDS;
    const lines = [method, `/objects/${object}`, expires, max].join('\n');
    const signature = createHmac('sha256', key).update(lines).digest('hex');
    const query = new URLSearchParams({ method, expires: String(expires), max: String(max), signature });
    return `${url}/objects/${object}?${query}`;
  };
  /** Removes the object of that name, and everything below it. */
  async function remove(name: string): Promise<void> {
    const reply = await fetch(sign('DELETE', name), { method: 'DELETE' });
    if (!reply.ok && reply.status !== 404) throw new Error(`the object store answered ${reply.status}`);
  }
  return {
    remove,
    removeAll: remove,
    upload: async (object, size) => ({ uploadUrl: sign('PUT', object, size), headers: uploadHeaders(size) }),
    downloadUrl: async (object) => sign('GET', object),
    async sizeOf(object) {
      const reply = await fetch(sign('GET', object), { method: 'HEAD' });
      return reply.ok ? Number(reply.headers.get('content-length')) : null;
    },
  };
}
