import { isLong, seed } from './long.ts';
import { moreAgentsEnv } from './more-agents.ts';
import { scriptedAgent } from './scripted-agent.ts';

const broughtAlong = ['opencode', 'gemini'] as const;
/** They are installed by the long tests: their licences do not allow bringing them along. */
const installed = ['claude', 'codex'] as const;

export type RealAgent = (typeof broughtAlong)[number] | (typeof installed)[number];

/** A real agent, or the scripted one that starts in a tenth of their time. */
export type AskingAgent = RealAgent | 'scripted';

/** Scenarios that a real agent plays in turn; the numbers are those given to `agentsFor` and `isPlayed`. */
const SCENARIOS = 6;

/** Whether this run plays the scenario with a real agent: all of them in the long tests, else the one that the seed says. */
export const isPlayed = (scenario: number): boolean => isLong || seed % SCENARIOS === scenario;

/** Those that play the whole way, from the first request to the pull request, in each run. */
export const wholeWayAgents: RealAgent[] = [...broughtAlong, ...(isLong ? installed : [])];

/**
 * The agents with which a scenario is played that is about what any of them does: the scripted one in each run, and where the
 * scenario is played with a real one all of those in the long tests, else the one that the seed says.
 */
export const agentsFor = (scenario: number): AskingAgent[] => [
  'scripted',
  ...(isPlayed(scenario) ? ofThisSeed(broughtAlong) : []),
  ...(isLong ? installed : []),
];

/** The same without those that have to be installed. */
export const broughtAlongFor = (scenario: number) => agentsFor(scenario).filter((agent) => !isInstalled(agent));

const ofThisSeed = <T>(agents: readonly T[]) =>
  agents.filter((_, index) => isLong || Math.floor(seed / SCENARIOS) % agents.length === index);

const isInstalled = (agent: AskingAgent) => installed.some((one) => one === agent);

/** What a harness needs besides to run one of them; the scripted one takes another's name. */
export const placeOf = (agent: AskingAgent) =>
  agent === 'scripted' ? scriptedAgent() : isInstalled(agent) ? moreAgentsEnv() : {};
