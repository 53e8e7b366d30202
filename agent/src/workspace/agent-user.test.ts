import { describe, expect, it } from 'vitest';
import { findAgentUser } from './agent-user.ts';

describe('the account of agents', () => {
  it('is required in the image: without it nothing starts', async () => {
    await expect(findAgentUser('no-such-user', true)).rejects.toThrow('Agents must run as a user of their own');
    await expect(findAgentUser('no-such-user', false)).resolves.toBeNull();
  });
});
