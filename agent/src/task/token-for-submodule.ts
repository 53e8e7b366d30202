import { isSameRepository, parseGithubUrl } from '@countersign/contract';
import type { AgentRepository } from '@countersign/contract/agent';

/**
 * Whose token may be sent for a submodule: its own, if it is linked to the project, or its parent's, if both have one
 * owner. Otherwise nobody's. A repository names its submodules itself: a stranger's could have a private repository
 * fetched that its owner's token happens to open, and handed to an agent.
 */
export function tokenForSubmodule(
  url: string,
  parent: AgentRepository,
  linked: readonly AgentRepository[],
): AgentRepository | null {
  const address = parseGithubUrl(url);
  if (address === null) return null;
  const itself = linked.find((one) => isSameRepository(one, address));
  return itself ?? (isSameRepository({ ...parent, name: address.name }, address) ? parent : null);
}
