/** An answer that is not a success, in the form of Google's APIs. */
export class GoogleRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown[] = [],
    /** Whether the same call may succeed at once; Google says in seconds when. */
    readonly isPassing = status === 429,
  ) {
    super(message);
  }

  get body() {
    return { error: { code: this.status, message: this.message, status: this.code, details: this.details } };
  }
}

export const missing = (name: string) => new GoogleRefusal(404, 'NOT_FOUND', `Resource '${name}' was not found`);
export const exists = (name: string) => new GoogleRefusal(409, 'ALREADY_EXISTS', `Resource '${name}' already exists`);
/** What APIs answer to a person's credentials where no header names the project whose quota the call uses. */
export const noQuotaProject = (host: string) =>
  new GoogleRefusal(
    403,
    'PERMISSION_DENIED',
    `Your application is authenticating by using local Application Default Credentials. The ${host} API requires a quota project, which is not set by default.`,
  );
export const invalid = (message: string) => new GoogleRefusal(400, 'INVALID_ARGUMENT', message);
