import { methods, type AgentContext, type SessionUpdate } from '@agentclientprotocol/sdk';
import type { DemoSession } from './demo-session.ts';
import { titleOf, type Step } from './step.ts';
import { count, type Survey } from './survey.ts';

/** What the demo agent sends to its client, kept in the session's history. */
export interface Voice {
  say(text: string): Promise<void>;
  /** The listing of the working folder, told as the tool call that it is. */
  look(found: Survey): Promise<void>;
  plan(steps: readonly Step[], current: Step | null): Promise<void>;
  tell(update: SessionUpdate): Promise<void>;
}

const LISTED = 200;

export function makeVoice(session: DemoSession, client: AgentContext): Voice {
  const tell = async (update: SessionUpdate) => {
    session.state.history.push(update);
    await client.notify(methods.client.session.update, { sessionId: session.id, update });
  };
  return {
    tell,
    say: (text) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n\n` } }),
    look: ({ files }) =>
      tell({
        sessionUpdate: 'tool_call',
        toolCallId: 'look',
        title: `List the working folder (${count(files.length, 'file')})`,
        kind: 'read',
        status: 'completed',
        rawInput: { path: '.' },
        content: [{ type: 'content', content: { type: 'text', text: files.slice(0, LISTED).join('\n') } }],
      }),
    plan: (steps, current) =>
      tell({
        sessionUpdate: 'plan',
        entries: steps.map((step) => ({
          content: step.status === 'skipped' ? `${titleOf(step)} (left out)` : titleOf(step),
          priority: 'medium',
          // A step that was left out is not done.
          status: step === current ? 'in_progress' : step.status === 'done' ? 'completed' : 'pending',
        })),
      }),
  };
}
