import { createClient, EVIDENCE_REF, routes, UNNAMED_OWNER } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { startCodeOf } from '../tokens/start-code.ts';
import { containers } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { newContainer, newTask, request, type TestOwner } from '../testing/agents.ts';
import { clientOf, signUp } from '../testing/users.ts';

interface Addresses {
  apiUrl(): string;
  agentUrl(): string;
  tokenOf(containerId: string, epoch?: number): Promise<string>;
}

/** A user with one thing of each kind, and a runner at work on a task; a lane makes one call after the other. */
export interface Lane {
  token: { user: string; agent: string };
  /** A text with this lane's ids in place of `{names}`. */
  fill(text: string): string;
  /** Notes what a reply changed; gives the runner another task if it lost its own or ended it. */
  note(routeName: string, reply: { status: number; text: string }): Promise<void>;
}

/**
 * Creates a lane. Its runner holds a claim, with a grant to redeem, an undelivered message and an uploaded checkpoint.
 */
export async function newLane(stack: Addresses): Promise<Lane> {
  const user = await signUp();
  const client = clientOf(stack.apiUrl(), user);
  const { id: projectId } = await client.call(routes.postProject, { body: { name: 'Project' } });
  const owner: TestOwner = { client, projectId, userId: user.userId };
  const question = await newTask(owner, { status: 'awaiting_approval' });
  const [approval] = await client.call(routes.listApprovals);
  const { id: containerId } = await newContainer(owner);
  const repository = { name: 'x', owner: 'acme', url: 'https://github.com/acme/x', projectId };
  const { id: repositoryId } = await client.call(routes.postRepository, { body: repository });

  const values: Record<string, string> = {
    projects: projectId,
    tasks: question.id,
    'task-items': approval?.id ?? '',
    repositories: repositoryId,
    containers: containerId,
  };
  const publishing = {
    type: 'approval_request',
    toolName: 'publish',
    toolKind: 'publish',
    toolParameters: {
      ...{ repositoryId, branch: 'b', base: 'main', commit: 'a'.repeat(40), title: 'T', body: 'B' },
      evidence: { countersignedBy: UNNAMED_OWNER, note: EVIDENCE_REF },
    },
  } as const;
  let execution = 1;
  const token = { user: user.token, agent: await stack.tokenOf(containerId) };
  const headers = () => ({ Authorization: `Bearer ${token.agent}` });
  const runner = createClient({ baseUrl: stack.agentUrl(), headers });
  await takeWork();
  return { token, fill, note };

  function fill(text: string): string {
    const fresh = new Map<string, string>();
    return text
      .replaceAll('"{epoch}"', values.epoch ?? '0')
      .replace(/\{([a-z][a-z0-9-]*)\}/g, (whole: string, name: string) => {
        if (values[name] !== undefined) return values[name];
        if (name === 'new') return newId();
        if (!/^(a|b|n\d+)$/.test(name)) return whole;
        const id = fresh.get(name) ?? newId();
        fresh.set(name, id);
        return id;
      });
  }

  async function note(routeName: string, { status, text }: { status: number; text: string }): Promise<void> {
    if (routeName === 'claim' && status === 200) {
      const { task } = JSON.parse(text) as { task: { id: string; epoch: number } | null };
      if (task) Object.assign(values, { task: task.id, epoch: String(task.epoch) });
      else await takeWork();
    }
    const hasEnded = (routeName === 'finish' || routeName === 'exit') && status === 204;
    if (hasEnded || (status === 409 && text.includes('stale_epoch'))) await takeWork();
  }

  /** Gives the runner a task of its own, and everything that its calls may refer to. */
  async function takeWork(): Promise<void> {
    await live();
    await newTask(owner, { priority: 10 });
    const { task } = await runner.call(agentRoutes.claim, { body: {} });
    if (!task) throw new Error('the runner was given no task');
    const params = { taskId: task.id };
    const { epoch } = task;
    const [known, asked] = [request({ needsApproval: false }), request(publishing)];
    const { items } = await runner.call(agentRoutes.putItems, { params, body: { epoch, items: [known, asked] } });
    const hash = items.find(({ id }) => id === asked.id)?.hash ?? '';
    await client.call(routes.approveTaskItem, { params: { id: asked.id }, body: {}, ifMatch: hash });
    const message = await client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: 'Hello' } });
    const sha256 = createHash('sha256').update('bytes').digest('hex');
    const body = { epoch, size: 5, sha256 };
    const upload = await runner.call(agentRoutes.checkpointUpload, { params, body });
    const setup = await runner.call(agentRoutes.setupResultUpload, { params, body: { size: 5, sha256 } });
    for (const { uploadUrl, headers } of [upload, setup])
      await fetch(uploadUrl, { method: 'PUT', body: 'bytes', headers });
    Object.assign(values, {
      ...{ task: task.id, epoch: String(epoch), known: known.id, items: asked.id, hash, message: message.id },
      ...{ object: upload.object, setup: setup.object, sha256, code: startCodeOf(containerId, execution) },
    });
  }

  /** Makes sure that the container runs, and uses its newest token. */
  async function live(): Promise<void> {
    const stored = async () => (await containers().doc(containerId).get()).data();
    if ((await stored())?.status === 'paused') {
      await client.call(routes.resumeContainer, { params: { id: containerId } });
    }
    const now = await stored();
    if (!now || now.epoch === execution) return;
    execution = now.epoch;
    token.agent = await stack.tokenOf(containerId, execution);
  }
}
