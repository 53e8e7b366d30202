import type { GoogleApis } from './google.mjs';

interface Context {
  google: GoogleApis;
  project: string;
  region: string;
  names: { functions: string[]; agentApi: string };
}
/** Gives a secret a new key, in two steps; stopped anywhere, the next run goes on from there. */
export function rotate<Given extends Context & { rotate: string }>(
  context: Given,
  deployAll: (context: Given) => Promise<void>,
): Promise<void>;
/** Takes away all keys of a secret but the one in use. Throws Stop where another one is known to be needed. */
export function retire(context: Context & { retire: string }): Promise<void>;
