import type { Attribution, PublishParameters } from '@countersign/contract';
import type { AgentRepository, RecordItem } from '@countersign/contract/agent';
import { digestOf } from '../../attribution/changes.ts';
import { sentenceOf } from '../../attribution/summary.ts';
import { fullName } from '../../lib/full-name.ts';
import { stepId } from '../../lib/step-id.ts';
import { fitText } from '../../server/fit-item.ts';
import type { Words } from './asked-before.ts';
import type { Change } from '../commit/commit.ts';
import { inQuestion } from '../pull-request/earlier-pull-request.ts';
import { fitPatch } from '../commit/fit-patch.ts';
import type { Proposal, Publishing } from '../publishing.ts';
import { takesBack } from '../commit/taken-back.ts';

/** What the person is asked before anything leaves the container; the consent is bound to the commit. */
export interface PublishRequest {
  item: RecordItem;
  /** Equal only for equal bytes: a consent to others is none to these. */
  fingerprint: string;
  title: string;
  body: string;
}

/** What the person is shown of a commit, besides its change. */
export interface ShownBeside extends Words {
  patch: string | null;
  replaced: string | null;
  attribution: Attribution;
  follows: PublishParameters['follows'];
  /** The name in the commit's trailers; null if it has none. */
  countersignedBy: string | null;
}

/** A repository's questions all have this title. */
export const titleOf = (repository: AgentRepository) => `Publish to ${fullName(repository)}`;

/** The question whether to publish this commit: its card shows all that is pushed, and the words of the pull request. */
export function publishRequest(
  proposal: Proposal,
  shown: ShownBeside,
  { task, appUrl }: Pick<Publishing, 'task' | 'appUrl'>,
): PublishRequest {
  const { repository, change } = proposal;
  const { branch, base } = proposal.checkout;
  const link = appUrl === null ? `task ${task.id}` : `[${task.title}](${appUrl}/tasks/${task.id})`;
  const { commit } = change;
  const ended = shown.ended && inQuestion(shown.ended, takesBack(proposal));
  const { attribution, follows, countersignedBy, note } = shown;
  const evidence = task.evidence && countersignedBy !== null ? { countersignedBy, note } : undefined;
  const made = `Made with Countersign. A person approved this commit; what the agent asked, and what it was answered: ${link}`;
  const body = [task.description ?? '', made, sentenceOf(attribution)].join('\n\n').trim();
  // The consent is bound to the commit in any case.
  const { patch, note: left } = fitPatch(shown.patch ?? '');
  const missing = shown.patch === null ? 'The patch is too large to be shown.' : left;
  const item: RecordItem = {
    id: stepId(task.id, 'publish', repository.id, commit),
    type: 'approval_request',
    title: titleOf(repository),
    content: [ended, shown.replaced, fitText(change.summary), missing].filter(Boolean).join('\n\n'),
    toolName: 'publish',
    toolKind: 'publish',
    enforcement: 'enforced',
    toolParameters: {
      repositoryId: repository.id,
      branch,
      base,
      commit,
      title: task.title,
      body,
      attribution,
      follows,
      evidence,
    },
    filePath: `${branch.replaceAll('/', '-')}.patch`,
    fileContent: patch,
  };
  return { item, fingerprint: `publish ${digestOf(JSON.stringify(item))}`, title: task.title, body };
}

/** Where nothing can be pushed: the same, to be taken away by hand. */
export function patchItem({ item }: PublishRequest, obstacle: string, { changed }: Change): RecordItem {
  return {
    ...item,
    title: item.title.replace('Publish to', 'Changes for') + ', as a patch',
    content: `${item.content}\n\nThese changes cannot be pushed, but they can be downloaded as a patch. ${obstacle}`,
    toolResponse: { problem: obstacle, changed },
  };
}
