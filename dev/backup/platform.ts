import { GoogleAuth } from 'google-auth-library';
import { signUrl } from '../object-store/signed-url.ts';

/** Where a deployment's data is, and how it is asked for: Google's APIs, or the emulators where the environment names them. */
export interface Platform {
  /** Address of all documents, and of all accounts. */
  documents: string;
  accounts: string;
  /** Null: an emulator's accounts need none. */
  passwordSettings: string | null;
  /** Whether the database can be read as it was at one moment. */
  hasMoments: boolean;
  /** Sends a request. Throws what is answered unless that is a success, or a 404 with `mayBeMissing`. */
  call(request: Request, options?: { mayBeMissing?: boolean }): Promise<Response>;
  reading(object: string): Request;
  writing(object: string, size: number, body: ReadableStream): Request;
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** `bucket`: of the checkpoints. */
export function platformOf(project: string, bucket: string): Platform {
  const { FIRESTORE_EMULATOR_HOST: firestore, FIREBASE_AUTH_EMULATOR_HOST: auth } = process.env;
  const isLocal = firestore !== undefined && auth !== undefined;
  const credentials = isLocal ? null : new GoogleAuth({ scopes: [SCOPE] });
  const documents = isLocal ? `http://${firestore}` : 'https://firestore.googleapis.com';
  const identity = isLocal ? `http://${auth}/identitytoolkit.googleapis.com` : 'https://identitytoolkit.googleapis.com';
  const objects = isLocal ? localObjects() : bucketObjects(bucket);
  return {
    documents: `${documents}/v1/projects/${project}/databases/(default)/documents`,
    accounts: `${identity}/v1/projects/${project}/accounts`,
    passwordSettings: isLocal ? null : `${identity}/admin/v2/projects/${project}/config`,
    hasMoments: !isLocal,
    async call(request, { mayBeMissing = false } = {}) {
      const [address] = request.url.split('?');
      // What is signed by its address is no business of any account's.
      if (!request.url.includes('signature=')) {
        request.headers.set('Authorization', `Bearer ${credentials ? await credentials.getAccessToken() : 'owner'}`);
        if (credentials) request.headers.set('x-goog-user-project', project);
      }
      const response = await fetch(request);
      if (response.ok || (mayBeMissing && response.status === 404)) return response;
      throw new Error(`${request.method} ${address} answered ${response.status}: ${await response.text()}`);
    },
    ...objects,
  };
}

type Objects = Pick<Platform, 'reading' | 'writing'>;

/** `duplex`: a body that is sent while it is read. */
const sending = (method: string, body: ReadableStream, headers: Record<string, string>): RequestInit =>
  ({ method, body, headers, duplex: 'half' }) as RequestInit;

function bucketObjects(bucket: string): Objects {
  const host = 'https://storage.googleapis.com';
  return {
    reading: (object) => new Request(`${host}/storage/v1/b/${bucket}/o/${encodeURIComponent(object)}?alt=media`),
    writing: (object, _size, body) => {
      const query = new URLSearchParams({ uploadType: 'media', name: object });
      const type = { 'Content-Type': 'application/octet-stream' };
      return new Request(`${host}/upload/storage/v1/b/${bucket}/o?${query}`, sending('POST', body, type));
    },
  };
}

function localObjects(): Objects {
  const { OBJECT_STORE_URL: url = '', OBJECT_STORE_KEY: key = '' } = process.env;
  const expires = () => Math.floor(Date.now() / 1000) + 15 * 60;
  return {
    reading: (name) => new Request(signUrl(url, key, { method: 'GET', name, expires: expires(), maxBytes: 0 })),
    writing: (name, maxBytes, body) => {
      const headers = { 'x-goog-content-length-range': `0,${maxBytes}`, 'x-goog-if-generation-match': '0' };
      const address = signUrl(url, key, { method: 'PUT', name, expires: expires(), maxBytes });
      return new Request(address, sending('PUT', body, headers));
    },
  };
}
