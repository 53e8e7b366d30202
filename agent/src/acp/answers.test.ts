import { RequestError } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { createRedactor } from '../server/redact.ts';
import { createAnswers } from './answers.ts';

it('quotes nothing of a secret at which an error of the agent is cut', async () => {
  const redact = createRedactor(['hunter2-hunter2']);
  const answers = createAnswers(new Promise(() => undefined), redact, new AbortController().signal);
  const said = 'x'.repeat(490);
  const error = new RequestError(-32603, 'Internal error', `${said}hunter2-hunter2`);
  const failure = answers.asAgentFailed(error).catch((reason: unknown) => String(reason));
  expect(await failure).toBe(`AgentErred: The agent answered with an error: Internal error ${said}`);
});
