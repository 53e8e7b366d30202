import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isRecord } from '../lib/is-record.ts';
import { refuse } from './ask-person.ts';
import type { Calls } from './calls.ts';
import { hasEnded, placesWrittenBy } from './tool-call.ts';
import type { Turn } from './turn.ts';
import { reject, type VerdictOptions } from './verdict.ts';

const LINE_BREAK = /[\n\r]/g;

/**
 * Refuses a change that its agent has announced and would never ask about, but stand still, because the name of the file
 * has a line break: its model learns why, as if it had been asked about.
 */
export async function refuseUnaskable(
  update: SessionUpdate,
  turn: Turn,
  options: VerdictOptions & { calls: Calls },
): Promise<void> {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
  const known = options.calls.known(update.toolCallId);
  if (known === null || known.wasAsked || hasEnded(known.call) || known.call.kind !== 'edit') return;
  const { rawInput } = known.call;
  const told = isRecord(rawInput) && typeof rawInput.filePath === 'string' ? [rawInput.filePath] : [];
  const path = [...told, ...placesWrittenBy(known.call)].find((one) => one.search(LINE_BREAK) >= 0);
  if (path === undefined) return;
  turn.ask(known);
  const close = turn.opens();
  try {
    await options.recorder.recorded(known);
    const answered = await refuse(known, wordsFor(path), options);
    if (answered.consent === null) return;
    close();
    await reject({ turn }, { ...answered, consent: answered.consent, withdraws: undefined }, options);
  } finally {
    close();
  }
}

const wordsFor = (path: string) =>
  `The name of ${path.replaceAll(LINE_BREAK, ' ')} has a line break, and this agent cannot ask about such a file. Choose another name.`;
