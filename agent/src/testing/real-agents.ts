import { isLong, variant } from '../../../dev/testing/sample.ts';
import { moreAgentsEnv } from './more-agents.ts';
import { scriptedAgent } from './scripted-agent.ts';

const broughtAlong = ['opencode', 'gemini'] as const;
/** Installed by the long tests, since their licences do not allow including them. */
const installed = ['claude', 'codex'] as const;

export type RealAgent = (typeof broughtAlong)[number] | (typeof installed)[number];

/** A real agent, or the scripted one, which starts in a tenth of the time. */
export type AskingAgent = RealAgent | 'scripted';

/** Scenarios that a real agent plays in turn; their numbers are those given to `agentsFor` and `isPlayed`. */
const SCENARIOS = 6;

/** Whether this run plays the scenario with a real agent: always in the long tests, else if the seed selects it. */
export const isPlayed = (scenario: number): boolean => isLong || variant % SCENARIOS === scenario;

/** Agents that play the whole way, from the first request to the pull request, in each run. */
export const wholeWayAgents: RealAgent[] = [...broughtAlong, ...(isLong ? installed : [])];

/**
 * The agents for a scenario that any of them could play: always the scripted one, and if the scenario is played with a
 * real agent, all of those in the long tests, else the one that the seed selects.
 */
export const agentsFor = (scenario: number): AskingAgent[] => [
  'scripted',
  ...(isPlayed(scenario) ? ofThisSeed(broughtAlong) : []),
  ...(isLong ? installed : []),
];

/** The same without those that have to be installed. */
export const broughtAlongFor = (scenario: number) => agentsFor(scenario).filter((agent) => !isInstalled(agent));

const ofThisSeed = <T>(agents: readonly T[]) =>
  agents.filter((_, index) => isLong || Math.floor(variant / SCENARIOS) % agents.length === index);

const isInstalled = (agent: AskingAgent) => installed.some((one) => one === agent);

/** What else a harness needs to run one of them; the scripted one goes by another agent's name. */
export const placeOf = (agent: AskingAgent) =>
  agent === 'scripted' ? scriptedAgent() : isInstalled(agent) ? moreAgentsEnv() : {};
