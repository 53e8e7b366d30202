import { APPROVALS_BODIES_BYTES, type Approval } from '@countersign/contract';
import { count } from '../store/data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Page, PageRequest } from '../lib/page.ts';
import { listPage } from '../store/list-page.ts';
import { readProjectsOf } from '../own/read-own-project.ts';
import { undecidedItems } from '../store/queries.ts';
import { toShortReply } from '../task-items/read-item.ts';
import { readTitlesOf } from './read-titles.ts';

/** What waits for the user's decision, oldest first, with task and project. Leaves out what is being deleted. */
export async function listApprovals({ userId }: UserCaller, request: PageRequest): Promise<Page<Approval>> {
  const countLimited = async () => ({ total: await count(undecidedItems(userId)) });
  const found = await listPage(undecidedItems(userId), 'asc', request, { countLimited });
  const [owners, projects] = await Promise.all([readTitlesOf(found.items), readProjectsOf(found.items)]);
  let bodyBytes = 0;
  return found.toReplies((item, index) => {
    const [task, project] = [owners[index], projects.get(item.projectId)];
    if (!task || !project) return undefined;
    const approval = toApproval(item, task, project);
    bodyBytes += Buffer.byteLength(JSON.stringify(bodiesOf(approval)));
    // A card without its long fields fetches them when it comes up.
    return bodyBytes > APPROVALS_BODIES_BYTES ? { ...approval, ...noBodies, truncated: true } : approval;
  });
}

/** The long fields of a card. */
const bodiesOf = ({ content, toolParameters, fileContent }: Approval) => ({ content, toolParameters, fileContent });

const noBodies = { content: null, toolParameters: null, fileContent: null } as const satisfies Partial<Approval>;

function toApproval(
  item: TaskItemDocument,
  task: { id: string; title: string },
  project: { id: string; name: string },
): Approval {
  const reply = toShortReply(item);
  return {
    ...reply,
    hash: reply.hash ?? '',
    submittedAt: reply.createdAt,
    task: { id: task.id, title: task.title, project: { id: project.id, name: project.name } },
  };
}
