import { responseOf } from './describe-call.ts';
import type { Desk } from './desk.ts';
import type { Divergences } from './divergence.ts';
import { fitJson } from './fit-item.ts';
import { settleSaved } from './settle-saved.ts';
import type { KnownCall } from './tool-call.ts';

/** An approved call has ended: what it made is saved, then its consent counts as used up, with this result. */
export async function settleCall(known: KnownCall, desk: Desk, divergences: Divergences): Promise<void> {
  const problem = await divergences.inFiles(known);
  if (problem !== null) return diverged(known, problem, desk);
  end(known, desk);
  desk.restarts.reset();
  const toolResponse = fitJson(responseOf(known.call));
  settleSaved(desk, known.itemId, { outcome: 'executed', toolResponse });
}

/** What ran is not what was approved: the item says so, and the turn ends (design §6). */
export function diverged(known: KnownCall, problem: string, desk: Desk): void {
  const { conversation, outbox, log } = desk;
  log(problem);
  conversation.turn.divergence ??= problem;
  outbox.settle(known.itemId, { outcome: 'diverged', toolResponse: { problem } });
  end(known, desk);
  conversation.interrupt();
}

function end(known: KnownCall, { conversation }: Desk): void {
  known.isReleased = false;
  known.isFinished = true;
  conversation.turn.running.delete(known.toolCallId);
  conversation.turn.changed();
}
