import type { PublicConfig } from '@countersign/contract';

/** Agents that do their work without a model of this stack. */
const WITHOUT_MODEL: readonly string[] = ['demo', 'custom'];

/**
 * What a started stack offers of agents and models, the default first, as its API says: with that, a setting in `.env`
 * that was not taken is seen at once.
 */
export function offerLines({ agents, models }: Pick<PublicConfig, 'agents' | 'models'>): string[] {
  const waiting = agents.filter(({ id }) => !WITHOUT_MODEL.includes(id)).map(({ name }) => name);
  const offered = models.map(({ name, label }) => (label === undefined ? name : `${name} (${label})`));
  const unused = agents.every(({ id }) => id === 'demo')
    ? ', which no agent here uses: AGENTS names those that do'
    : '';
  return [
    `  Agents        ${agents.map(({ name }) => name).join(', ')}`,
    ...(offered.length > 0 ? [`  Models        ${offered.join(', ')}${unused}`] : []),
    ...(offered.length === 0 && waiting.length > 0
      ? [`  Models        none, without which ${waiting.join(', ')} cannot work: set MODEL_BASE_URL or MODELS`]
      : []),
  ];
}
