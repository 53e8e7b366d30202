import type { AgentRepository } from '@countersign/contract/agent';

/** A repository as people name it: `acme/app`. */
export function fullName({ owner, name }: Pick<AgentRepository, 'owner' | 'name'>): string {
  return `${owner}/${name}`;
}
