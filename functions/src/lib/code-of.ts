/**
 * The code of an error: a number of lib/rpc.ts from Google's databases and services, a text such as
 * `auth/user-not-found` from the identity provider. Undefined if it has none.
 */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
