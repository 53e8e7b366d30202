import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentPlace } from './agent-spec.ts';

/** When the runner's bundle runs from a checkout, npm's packages are two folders above it. */
const checkout = join(import.meta.dirname, '../..');

/** A file of an installed npm package; null when it is not there. */
export function installed({ agentsFolder }: AgentPlace, path: string): string | null {
  const files = [agentsFolder, checkout].map((folder) => join(folder, 'node_modules', path));
  return files.find((file) => existsSync(file)) ?? null;
}
