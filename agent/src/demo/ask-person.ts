import {
  methods,
  type AgentContext,
  type CreateElicitationResponse,
  type ElicitationAcceptAction,
} from '@agentclientprotocol/sdk';
import { saveSession, type DemoSession } from './demo-session.ts';
import { writeStep } from './make-steps.ts';
import type { Outcome } from './perform.ts';
import type { AskStep } from './step.ts';

/** Asks the person in a form. An answer is no approval: the next step asks whether it may be written to its file. */
export async function askPerson(step: AskStep, session: DemoSession, client: AgentContext): Promise<Outcome> {
  const answered = await client.request(methods.client.elicitation.create, {
    mode: 'form',
    sessionId: session.id,
    message: step.question,
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer', minLength: 1, maxLength: 1_000 } },
      required: ['answer'],
    },
  });
  if (answered.action === 'cancel') return 'cancelled';
  const { state, cwd } = session;
  const content = answered.action === 'accept' ? contentOf(answered) : null;
  if (content !== null) state.steps.splice(state.steps.indexOf(step) + 1, 0, await writeStep(step.path, content, cwd));
  step.status = content === null ? 'skipped' : 'done';
  await saveSession(session);
  return 'done';
}

function contentOf(accepted: CreateElicitationResponse): string {
  const { answer } = (accepted as ElicitationAcceptAction).content ?? {};
  return `${String(answer)}\n`;
}
