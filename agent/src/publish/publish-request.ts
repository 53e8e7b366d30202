import type { Attribution } from '@countersign/contract';
import type { AgentRepository, ClaimedTask, RecordItem } from '@countersign/contract/agent';
import { digestOf } from '../attribution/changes.ts';
import { sentenceOf } from '../attribution/summary.ts';
import { stepId } from '../lib/step-id.ts';
import { fitText } from '../server/fit-item.ts';
import type { Checkout } from '../workspace/checkout.ts';
import type { Change } from './commit.ts';
import { inQuestion } from './earlier-pull-request.ts';
import { fitPatch } from './fit-patch.ts';
import type { EndedPullRequest } from './pull-request.ts';

/** What the person is asked before anything leaves the container; the consent is bound to the commit. */
export interface PublishRequest {
  item: RecordItem;
  /** Equal only for equal bytes: a consent to others is none to these. */
  fingerprint: string;
  title: string;
  body: string;
}

export function publishRequest(
  task: ClaimedTask,
  { branch, base }: Pick<Checkout, 'branch' | 'base'>,
  repository: AgentRepository,
  change: Change & {
    patch: string | null;
    /** The pull request that the branch had before, if it has ended. */
    ended: EndedPullRequest | null;
    replaced: string | null;
    attribution: Attribution;
  },
  appUrl: string | null,
): PublishRequest {
  const link = appUrl === null ? `task ${task.id}` : `[${task.title}](${appUrl}/tasks/${task.id})`;
  const { commit, attribution } = change;
  const { evidence } = task;
  const made = `Made with Countersign. A person approved this commit; what the agent asked, and what it was answered: ${link}`;
  const body = [task.description ?? '', made, sentenceOf(attribution)].join('\n\n').trim();
  // The consent is bound to the commit in any case.
  const { patch, note } = fitPatch(change.patch ?? '');
  const missing = change.patch === null ? 'The patch is too large to be shown.' : note;
  const item: RecordItem = {
    id: stepId(task.id, 'publish', repository.id, commit),
    type: 'approval_request',
    title: `Publish to ${repository.owner}/${repository.name}`,
    content: [change.ended && inQuestion(change.ended), change.replaced, fitText(change.summary), missing]
      .filter(Boolean)
      .join('\n\n'),
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
