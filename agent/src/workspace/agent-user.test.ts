import { describe, expect, it } from 'vitest';
import { findAgentUser } from './agent-user.ts';

describe('the account of agents', () => {
  it('is required in the image: without it nothing starts', async () => {
    await expect(findAgentUser({ name: 'no-such-user', isRequired: true, isOwn: true })).rejects.toThrow(
      'Agents must run as a user of their own',
    );
    await expect(findAgentUser({ name: 'no-such-user', isRequired: false, isOwn: true })).resolves.toBeNull();
  });
});
