import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentPlace } from './agent-spec.ts';

/** A file of an installed npm package; null when it is not there. */
export function installed({ agentsFolder }: AgentPlace, path: string): string | null {
  const file = join(agentsFolder, 'node_modules', path);
  return existsSync(file) ? file : null;
}
