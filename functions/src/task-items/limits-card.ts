import { type Limits, limits as limitsSchema, limitsWords } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict } from '../lib/errors.ts';
import { shortBodies } from './bodies.ts';
import type { NewItem } from './write-item.ts';

/** The card on which limits are approved: the server's own question, which no agent can ask. What it says in words is what its parameters are. */
export function limitsCard(limits: Limits): NewItem {
  return {
    type: 'approval_request',
    title: 'Let steps within these limits pass?',
    content: limitsWords(limits),
    toolKind: 'limits',
    toolParameters: limits,
    needsApproval: true,
    author: 'system',
    enforcement: 'enforced',
  };
}

/** Whether an item is such a card. It is no question of the agent's: its task waits for nothing because of it. */
export const isLimitsCard = ({ toolKind, author }: Pick<TaskItemDocument, 'toolKind' | 'author'>) =>
  toolKind === 'limits' && author === 'system';

/** The limits that a card asks for, out of the bytes that its hash is of. Throws `conflict` where this version does not know them. */
export function limitsOn(card: TaskItemDocument): Limits {
  const asked = limitsSchema.safeParse(shortBodies(card).bodies.toolParameters);
  if (!asked.success) throw conflict('These limits are not known any more; ask for them anew');
  return asked.data;
}
