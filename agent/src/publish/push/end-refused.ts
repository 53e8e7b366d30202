import { ProgramFailed } from '../../lib/run-program.ts';
import type { Proposal, Publishing } from '../publishing.ts';
import { refusedWords } from './push-refusal.ts';
import { contains, findTip } from './tip.ts';

/**
 * An approval under which a push was refused holds for the same commit, which may be allowed by then. It is over once
 * something else is asked about, nothing is left to publish (`reference` null), or it has lapsed with Stop: nothing was
 * done on it, unless an earlier run has pushed the commit after all, which is unknown here. Throws what ends the work.
 */
export async function endRefused(
  { checkout, repository }: Pick<Proposal, 'checkout' | 'repository'>,
  reference: string | null,
  { task, workspace, journal, saved, signal }: Publishing,
): Promise<void> {
  const { itemId = null, commit = null } = journal.refusedItems[repository.id] ?? {};
  const refused = task.openItems.find(({ id, grant }) => id === itemId && grant === 'released');
  if (refused === undefined) return;
  if (refused.reference === reference && !journal.lapsed.includes(refused.id)) return;
  try {
    const call = { credentials: await workspace.credentialsOf(repository), signal };
    const tip = await findTip(checkout, call);
    const isThere = tip !== null && commit !== null && (await contains(tip, commit, checkout, call));
    delete journal.refusedItems[repository.id];
    if (isThere) return;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProgramFailed) return;
    throw error;
  }
  saved.reportWhenSaved(refused.id, {
    outcome: 'not_executed',
    toolResponse: { status: 'failed', output: refusedWords },
  });
}
