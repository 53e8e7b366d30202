import { GoogleAuth } from 'google-auth-library';
import { addressOf } from '../deploy/google.mjs';
import { bucketObjects, localObjects, type Objects } from './objects.ts';
import { Refusal, withTries } from './tries.ts';

/** Where a deployment's data is and how to ask for it: Google's APIs, or the emulators that the environment names. */
export interface Platform {
  project: string;
  /** The project in which its containers run: itself, unless set otherwise. */
  runsIn: string;
  /** Addresses of all documents and of all accounts. */
  documents: string;
  accounts: string;
  /** Null: an emulator's accounts need none. */
  passwordSettings: string | null;
  /** Whether the database can be read as of a moment. */
  hasMoments: boolean;
  /** Gets the JSON at an address, or posts a body there. Passing trouble is tried again; else throws `Refusal`. */
  ask(url: string, body?: object): Promise<unknown>;
  objects: Objects;
}

/**
 * Sends a request, built again for each try, and reads the reply. A status that is neither a success nor listed in
 * `alsoFine` is a `Refusal`; passing trouble is tried again, also while the reply is read.
 */
export type Call = <T>(
  make: () => Request,
  read: (response: Response) => Promise<T>,
  alsoFine?: number[],
) => Promise<T>;

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** `bucket`: that of the checkpoints. */
export function platformOf(project: string, { bucket, runsIn }: { bucket: string; runsIn: string }): Platform {
  const { FIRESTORE_EMULATOR_HOST: firestore, FIREBASE_AUTH_EMULATOR_HOST: auth } = process.env;
  const isLocal = firestore !== undefined && auth !== undefined;
  const credentials = isLocal ? null : new GoogleAuth({ scopes: [SCOPE], projectId: project });
  const documents = isLocal ? `http://${firestore}` : addressOf('firestore.googleapis.com');
  const identity = isLocal
    ? `http://${auth}/identitytoolkit.googleapis.com`
    : addressOf('identitytoolkit.googleapis.com');
  const call: Call = (make, read, alsoFine = []) =>
    withTries(async () => {
      const request = make();
      const [address] = request.url.split('?');
      // A signed address needs no account.
      if (!request.url.includes('signature=')) {
        request.headers.set('Authorization', `Bearer ${credentials ? await credentials.getAccessToken() : 'owner'}`);
        if (credentials) request.headers.set('x-goog-user-project', project);
      }
      const response = await fetch(request);
      if (response.ok || alsoFine.includes(response.status)) return read(response);
      throw new Refusal(`${request.method} ${address}`, response, await response.text());
    });
  return {
    project,
    runsIn,
    documents: `${documents}/v1/projects/${project}/databases/(default)/documents`,
    accounts: `${identity}/v1/projects/${project}/accounts`,
    passwordSettings: isLocal ? null : `${identity}/admin/v2/projects/${project}/config`,
    hasMoments: !isLocal,
    ask: (url, body) =>
      call(
        () => new Request(url, body && posting(body)),
        (response) => response.json(),
      ),
    objects: isLocal ? localObjects(call) : bucketObjects(call, bucket),
  };
}

const posting = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
