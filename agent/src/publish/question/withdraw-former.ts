import type { AgentRepository } from '@countersign/contract/agent';
import type { Consent, Consents } from '../../consent/consent.ts';
import { isPublish } from '../../consent/is-publish.ts';
import type { Rejection } from '../../consent/rejection.ts';
import type { Standing } from '../../consent/standing.ts';
import { fullName } from '../../lib/full-name.ts';
import { stepId } from '../../lib/step-id.ts';
import { titleOf } from './publish-request.ts';
import type { Publishing } from '../publishing.ts';

/** What came of an approval that was too late. */
const nothingLeft = 'It was not published: nothing of this change was left by then.';

/** An earlier run's questions whether to publish that still stand; by its title, which tells the repository. */
export const standingWith = (title: string, { standing }: Pick<Consents, 'standing'>): Standing[] =>
  standing.filter((one) => isPublish(one) && one.title === title);

/**
 * Withdraws the question that an earlier run has left open where nothing is to be published any more: an approval could
 * do nothing. Resolves with a rejection of it, if the person was quicker.
 */
export async function withdrawFormer(repository: AgentRepository, publishing: Publishing): Promise<Rejection | null> {
  const { consents, reports, log } = publishing;
  const title = titleOf(repository);
  const [former] = standingWith(title, consents);
  if (former === undefined) return null;
  const { itemId } = former;
  log(`nothing is left to publish to ${fullName(repository)}`);
  reports.put({
    id: stepId(itemId, 'withdrawn'),
    type: 'planning',
    title: `Nothing is left to publish to ${fullName(repository)}`,
    content: 'What was asked about was undone before it was published.',
    replaces: itemId,
  });
  await reports.flush();
  const rejection = await hearOf(itemId, nothingLeft, publishing);
  if (rejection === null) return null;
  const reason = rejection.reason ?? 'No reason was given.';
  return { itemId, type: 'approval_request', title, reason, isDecided: true };
}

/**
 * What the person decided about a question before it was closed. Nothing comes of an approval, which is told with
 * `output`; a rejection is the result, unless it is Stop's, with which its owner has said nothing about it.
 */
export async function hearOf(
  itemId: string,
  output: string,
  { consents, reports, saved, log }: Pick<Publishing, 'consents' | 'reports' | 'saved' | 'log'>,
): Promise<Consent | null> {
  const decided = await consents.withdraw(itemId);
  if (decided?.byStop === true) {
    reports.reportOutcome(itemId, { outcome: 'told' });
    return null;
  }
  if (decided === null || !decided.isApproved) return decided;
  log('what was approved is no longer what there is to publish: it is not published');
  saved.reportWhenSaved(itemId, { outcome: 'not_executed', toolResponse: { status: 'failed', output } });
  return null;
}
