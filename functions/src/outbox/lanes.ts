import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';

/**
 * Promised work is done in lanes, side by side, so that none delays another: what somebody waits for, notifications,
 * what must end, and deletions, which may be many and nobody waits for.
 */
export type Lane = 'starts' | 'notifications' | 'ends' | 'deletions';

const laneOf: Record<OutboxKind, Lane> = {
  start_container: 'starts',
  wake_container: 'starts',
  wake_project: 'starts',
  follow_exit: 'starts',
  notify: 'notifications',
  send_push: 'notifications',
  delete_container: 'ends',
  end_execution: 'ends',
  delete_account: 'deletions',
  delete_checkpoint: 'deletions',
  delete_project: 'deletions',
  delete_task: 'deletions',
  delete_task_leftovers: 'deletions',
};

/** All lanes, in the order in which they begin. */
export const lanes: readonly Lane[] = ['starts', 'notifications', 'ends', 'deletions'];

/** The kinds of work that a lane has. */
export const kindsOf = (lane: Lane): OutboxKind[] =>
  (Object.keys(laneOf) as OutboxKind[]).filter((kind) => laneOf[kind] === lane);

/**
 * Entries in the order of their turns: one turn of each user, then the second of each, so that nobody waits behind
 * somebody else's thousand. A user's entries of one `isBatched` kind share a turn, up to `most`; an entry that has
 * failed before has a turn to itself, so that it fails nothing else.
 */
export function turnsOf(
  entries: readonly OutboxDocument[],
  most: number,
  isBatched: (kind: OutboxKind) => boolean,
): OutboxDocument[][] {
  const ofUsers = new Map<string, OutboxDocument[][]>();
  for (const entry of entries) {
    const turns = ofUsers.get(entry.userId) ?? [];
    ofUsers.set(entry.userId, turns);
    const shared = isShareable(entry) ? turns.find((turn) => turn.length < most && isShared(turn, entry)) : undefined;
    if (shared) shared.push(entry);
    else turns.push([entry]);
  }
  const longest = Math.max(0, ...[...ofUsers.values()].map((turns) => turns.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    [...ofUsers.values()].flatMap((turns) => [turns[round]]),
  );
  return rounds.flat().filter((turn) => turn !== undefined);

  function isShareable({ kind, attempts }: OutboxDocument): boolean {
    return isBatched(kind) && attempts === 0;
  }

  function isShared([first]: OutboxDocument[], entry: OutboxDocument): boolean {
    return first !== undefined && first.kind === entry.kind && isShareable(first);
  }
}
