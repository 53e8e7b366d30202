import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { KnownCall } from './call-moves.ts';
import type { Calls } from './calls.ts';
import type { CallEnds } from './finish-call.ts';
import { isWithoutArguments } from './shown/told-arguments.ts';
import { hasEnded, terminalOutputOf } from './tool-call.ts';

/** What came of an approved part of a call whose agent reports one end for several. */
const TOGETHER = 'It ended together with a later step of the same call, which has what the agent reported.';

/**
 * Takes a message about a call of which more than one part was approved, or another one is asked about. Returns the
 * parts that it is about; none where it is about anything else, which is left to do. The approved ones end together:
 * what it says of the result is the last one's. One that is asked about ends with them: its agent no longer waits for
 * the answer, and would not say what came of it.
 */
export function tellParts(
  update: ToolCallUpdate,
  calls: Pick<Calls, 'known' | 'parts' | 'take'>,
  fits: CallEnds['fits'],
): readonly KnownCall[] {
  const { toolCallId, status } = update;
  const approved = calls.parts(toolCallId);
  const current = calls.known(toolCallId);
  const asked = current?.stage === 'asked' ? current : null;
  // What is not approved does not run: until it is, an end is not its own, nor is output, or what runs unless it has
  // arguments that fit none of the approved ones.
  const isTheirs =
    asked === null ||
    hasEnded(update) ||
    isOutput(update, asked) ||
    (status === 'in_progress' && fits(approved, update));
  if (approved.length === 0 || !isTheirs) return [];
  for (const part of approved) {
    if (part === approved.at(-1)) calls.take(part, update);
    else if (hasEnded(update)) calls.take(part, { toolCallId, status, rawOutput: endedTogether(part) });
    part.news();
  }
  if (asked === null || !hasEnded(update)) return approved;
  calls.take(asked, { toolCallId, status });
  return [...approved, asked];
}

/** True for a message that changes nothing of what is asked about: it has only what something has written so far. */
function isOutput({ status, title, name, kind, rawInput, locations, content }: ToolCallUpdate, asked: KnownCall) {
  if ([status, title, name, kind, rawInput, locations].some((told) => told !== undefined && told !== null))
    return false;
  // Where an agent gives no arguments, its text says what it means to do.
  return (content ?? []).every(({ type }) => type !== 'diff' && !isWithoutArguments(asked.call));
}

/** What such a part has written until the later one was approved is its own. */
function endedTogether({ call }: KnownCall): string {
  return [terminalOutputOf(call), TOGETHER].filter(Boolean).join('\n');
}
