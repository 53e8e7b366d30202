import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { KnownCall } from './call-moves.ts';
import type { Calls } from './calls.ts';
import type { CallEnds } from './finish-call.ts';
import { hasEnded } from './tool-call.ts';

/** What came of an approved part of a call whose agent reports one end for several. */
const TOGETHER = 'It ended together with a later step of the same call, which has what the agent reported.';

/**
 * Takes a message about a call of which more than one part was approved, or another one is asked about. Returns the
 * approved parts that it is about; none where it is about anything else, which is left to do. They end together: what it
 * says of the result is the last one's.
 */
export function tellParts(
  update: ToolCallUpdate,
  calls: Pick<Calls, 'known' | 'parts' | 'take'>,
  fits: CallEnds['fits'],
): readonly KnownCall[] {
  const { toolCallId, status } = update;
  const approved = calls.parts(toolCallId);
  const isAsking = calls.known(toolCallId)?.stage === 'asked';
  // What is not approved does not run: until it is, an end is that of the parts that are, and so is what runs unless it
  // has arguments that fit none of them.
  const isTheirs = !isAsking || hasEnded(update) || (status === 'in_progress' && fits(approved, update));
  if (approved.length === 0 || !isTheirs) return [];
  for (const part of approved) {
    if (part === approved.at(-1)) calls.take(part, update);
    else if (hasEnded(update)) calls.take(part, { toolCallId, status, rawOutput: TOGETHER });
    part.news();
  }
  return approved;
}
