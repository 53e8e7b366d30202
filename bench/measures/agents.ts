import { type AgentKind, routes } from '@countersign/contract';
import { questionsOf } from '../questions.ts';
import { runnerMegabytes } from '../runner-memory.ts';
import { startScriptedModel } from '../scripted-model.ts';
import { percentile, type Table } from '../table.ts';
import { newUser, type BenchUser } from '../user.ts';

const AGENTS: readonly AgentKind[] = ['demo', 'opencode', 'gemini'];
/** Tasks of one container, one after the other: the first finds nothing prepared. */
const TASKS = 4;

/** The environment that the stack is started with for this measurement; `close` ends the model. */
export async function withScriptedModel(): Promise<{ environment: Record<string, string>; close(): void }> {
  const { url, close } = await startScriptedModel();
  const environment = { AGENTS: AGENTS.join(','), MODEL_BASE_URL: url, MODEL_NAME: 'scripted', MODEL_API_KEY: 'any' };
  return { environment, close };
}

/** What a person waits for with each agent: from a task's creation to its first card, and from Approve to the next. */
export async function measureAgents(): Promise<Table[]> {
  const user = await newUser();
  const rows = [];
  for (const agent of AGENTS) rows.push(await measureAgent(user, agent));
  return [
    {
      title: 'With each agent, its model answering at once',
      goal: 'opencode: create → first card ≤ 3,000 ms in a container that runs, on a quiet machine; runner < 120 MB',
      limits: [
        { column: 'in one that runs, p50 ms', of: ([agent]) => agent === 'opencode', atMost: 3_000 },
        { column: 'runner, most MB', below: 120 },
      ],
      columns: [
        'agent',
        'create → first card, new container, ms',
        'in one that runs, p50 ms',
        'approve → next card, p50 ms',
        'runner, most MB',
      ],
      rows,
    },
  ];
}

async function measureAgent({ api }: BenchUser, agent: AgentKind): Promise<(string | number)[]> {
  const { id } = await api.call(routes.postProject, { body: { name: `Bench ${agent}`, agent } });
  const params = { id };
  const first: number[] = [];
  const next: number[] = [];
  let memory = 0;
  let containerId: string | null = null;
  for (let index = 0; index < TASKS; index += 1) {
    const questions = questionsOf(id);
    const created = performance.now();
    const body = { title: `Task ${index}`, description: `Create \`file-${index}.md\`.` };
    const task = await api.call(routes.postProjectTask, { params, body });
    containerId ??= (await api.call(routes.postProjectContainer, { params, body: {} })).id;
    let since = created;
    for (let card = await questions.next(); card !== null; card = await questions.next()) {
      (since === created ? first : next).push(performance.now() - since);
      memory = Math.max(memory, await runnerMegabytes(containerId));
      since = performance.now();
      await api.call(routes.approveTaskItem, { params: { id: card.id }, body: {}, ifMatch: card.hash });
    }
    questions.stop();
    const { status } = await api.call(routes.getTask, { params: { id: task.id } });
    if (status !== 'completed') throw new Error(`${agent} has not done its task: ${status}`);
  }
  if (containerId !== null) await api.call(routes.deleteContainer, { params: { id: containerId } });
  const [cold = Number.NaN, ...warm] = first;
  return [agent, cold, percentile(warm, 0.5), percentile(next, 0.5), memory];
}
