import type { Env } from '../../settings/env.ts';

/** What a runner is told of how much a task may take, as its environment names it. */
export function limitsOf({ CONTAINER_MEMORY, CHECKPOINT_LIMIT_MIB }: Env): Record<string, string> {
  return {
    // A container's disk is its memory, and the agent needs some of it.
    WORKSPACE_LIMIT_MIB: String(Math.floor(mebibytesOf(CONTAINER_MEMORY) / 2)),
    CHECKPOINT_LIMIT_MIB: String(CHECKPOINT_LIMIT_MIB),
  };
}

/** `4Gi` → 4096. */
const mebibytesOf = (memory: string) => Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1024 : 1);
