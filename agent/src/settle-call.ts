import { responseOf } from './describe-call.ts';
import type { Desk } from './desk.ts';
import type { Divergences } from './divergence.ts';
import { fitJson } from './fit-item.ts';
import type { KnownCall } from './tool-call.ts';

/** An approved call has ended: its consent is used up, with this result, and what it made is saved. */
export async function settleCall(known: KnownCall, desk: Desk, divergences: Divergences): Promise<void> {
  const problem = await divergences.inFiles(known);
  if (problem !== null) return diverged(known, problem, desk);
  end(known, desk);
  const toolResponse = fitJson(responseOf(known.call));
  desk.journal.results[known.itemId] = toolResponse;
  desk.outbox.settle(known.itemId, { outcome: 'executed', toolResponse });
  desk.checkpoints?.request();
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
