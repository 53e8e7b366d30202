import { isLong, seed } from './long.ts';
import { moreAgentsEnv } from './more-agents.ts';

const broughtAlong = ['opencode', 'gemini'] as const;
/** They are installed by the long tests: their licences do not allow bringing them along. */
const installed = ['claude', 'codex'] as const;

export type RealAgent = (typeof broughtAlong)[number] | (typeof installed)[number];

/**
 * The real agents with which a scenario is played that is about what any of them does: all of them in the long tests, else the one
 * that the seed says. Neighbouring numbers get different ones, so that a run starts each of those that are brought along.
 */
export const agentsFor = (scenario: number): RealAgent[] => [
  ...broughtAlongFor(scenario),
  ...(isLong ? installed : []),
];

/** The same without those that have to be installed. */
export function broughtAlongFor(scenario: number) {
  return broughtAlong.filter((_, index) => isLong || (seed + scenario) % broughtAlong.length === index);
}

/** What a harness needs besides to run one of them. */
export const placeOf = (agent: RealAgent) => (installed.some((one) => one === agent) ? moreAgentsEnv() : {});
