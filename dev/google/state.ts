import type { GoogleFault } from './faults.ts';

export type Json = Record<string, unknown>;
interface Binding {
  role: string;
  members: string[];
  /** When it applies: a policy with conditions is of version 3. */
  condition?: { title: string; description?: string | undefined; expression: string } | undefined;
}
export interface Policy extends Json {
  version?: number;
  bindings?: Binding[];
  etag?: string;
}
export interface Secret {
  /** Values by version, the first at index 0; disabled ones are kept. */
  versions: { value: string; state: 'ENABLED' | 'DISABLED' | 'DESTROYED' }[];
  annotations?: Record<string, string>;
  labels?: Record<string, string>;
}
export interface Call {
  method: string;
  /** Host and path, without the query. */
  url: string;
}

/** A Google Cloud project, as far as a deployment of Countersign sees it. */
export class GoogleState {
  readonly number = '4711';
  readonly apis = new Set<string>();
  isFirebase = false;
  /** How many addresses Hosting appends to X-Forwarded-For; this is documented nowhere. */
  hostingProxies = 1;
  /** How many stored secrets are encrypted with an older key: the database is not here. */
  secretsOfOlderKeys = 0;
  /** Things by their full resource names. */
  readonly things = new Map<string, Json>();
  /** Policies by the full resource name of what they are on. */
  readonly policies = new Map<string, Policy>();
  readonly secrets = new Map<string, Secret>();
  /** People's accounts at the identity provider, by their ids. */
  readonly people = new Map<string, Json>();
  /** Uploaded bytes, by where they went. */
  readonly uploads = new Map<string, Buffer>();
  readonly calls: Call[] = [];
  /** Unknown calls: a test that ends with some has not tested what it seems to. */
  readonly unknown: string[] = [];
  readonly faults: GoogleFault[] = [];

  constructor(readonly project: string) {
    this.policies.set(`projects/${project}`, {
      bindings: [{ role: 'roles/owner', members: ['user:owner@example.com'] }],
    });
  }

  /** Things whose names begin like this, without those below them. */
  children(parent: string): Json[] {
    return [...this.things]
      .filter(([name]) => name.startsWith(parent) && !name.slice(parent.length).includes('/'))
      .map(([, thing]) => thing);
  }

  /** Calls that change something at Google; the deployment's own addresses are not Google's. */
  writes(): string[] {
    const isRead = ({ method, url }: Call) => method === 'GET' || /:(getIamPolicy|testIamPermissions)$/.test(url);
    return this.calls
      .filter((call) => !isRead(call) && !/^[^/]*\.(cloudfunctions\.net|web\.app)\//.test(call.url))
      .map(({ method, url }) => `${method} ${url}`);
  }
}
