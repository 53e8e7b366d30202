import { expect, test } from 'vitest';
import type { Env } from '../../settings/env.ts';
import { limitsOf } from './limits-of.ts';

test.each([
  ['4Gi', 256, '2048'],
  ['16Gi', 512, '8192'],
  ['1500Mi', 100, '750'],
])('of %s of memory the files may take half; what is saved of them, as configured', (memory, saved, half) => {
  const limits = limitsOf({ CONTAINER_MEMORY: memory, CHECKPOINT_LIMIT_MIB: saved } as Env);
  expect(limits).toEqual({ WORKSPACE_LIMIT_MIB: half, CHECKPOINT_LIMIT_MIB: String(saved) });
});
