import { amountWords, type Limits, limits as limitsSchema, patternWords } from '@countersign/contract';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { conflict } from '../lib/errors.ts';
import { runsProjectCode } from '../risk/match-rule.ts';
import { shortBodies } from './bodies.ts';
import type { NewItem } from './write-item.ts';

/**
 * The card on which limits are approved: the server's own question, which no agent can ask. Its text says what its
 * parameters are.
 */
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

/** Limits in words: everything that takes effect, one line each, and what they cannot promise. */
function limitsWords({ patterns, steps, minutes, budget }: Limits): string {
  return [
    'These steps pass without asking:',
    ...patterns.map((pattern) => `- ${patternWords(pattern)}`),
    '',
    `${steps === 1 ? 'One step' : `At most ${steps} steps`}, within ${minutesWords(minutes)} of your approval.`,
    ...(budget === null ? [] : [`The budget of the task becomes ${amountWords(budget.amount, budget.unit)}.`]),
    ...(patterns.some(runsProjectCode) ? [PROJECT_CODE] : []),
    'You are asked about everything else, unless one of your rules covers it.',
    'Neither covers publishing, anything that openly uses the network or secrets, or what cannot be judged. A command that runs the project’s own code may still do any of these; agents may read files without asking.',
  ].join('\n');
}

const PROJECT_CODE =
  'Commands among these run what the repository’s own files say, such as package.json. The agent can change those files.';

function minutesWords(minutes: number): string {
  const hours = minutes / 60;
  if (Number.isInteger(hours)) return hours === 1 ? 'one hour' : `${hours} hours`;
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}

/** Whether an item is such a card. It is not a question of the agent's: its task does not wait for it. */
export const isLimitsCard = ({ toolKind, author }: Pick<TaskItemDocument, 'toolKind' | 'author'>) =>
  toolKind === 'limits' && author === 'system';

/** A card's limits, from the bytes that were hashed. Throws `conflict` where this version does not know them. */
export function limitsOn(card: TaskItemDocument): Limits {
  const asked = limitsSchema.safeParse(shortBodies(card).bodies.toolParameters);
  if (!asked.success) throw conflict('These limits are no longer known; propose them again');
  return asked.data;
}
