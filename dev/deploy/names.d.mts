import type { Context } from './thing.d.mts';

/** The names that `npm run deploy` gives to what it makes. */
export function namesOf(project: string, region: string): Context['names'] & { agentApi: string };
