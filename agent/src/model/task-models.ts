import type { ClaimedTask, ModelEndpoint } from '@countersign/contract/agent';
import type { ModelAccess } from '../agents/agent-spec.ts';
import { TaskFailed } from '../lib/failures.ts';
import { startModelProxy, type ModelProxy, type ModelProxyOptions } from './model-proxy.ts';
import type { ModelWatch } from './trouble/model-watch.ts';

/** What a task says about its model. */
type Chosen = Pick<ClaimedTask, 'model' | 'unknownModel'>;

/** The ways to an execution's models, one at a time: a task has its own model, or the deployment's default. */
export interface TaskModels {
  /** The name that the task's model is counted under; null if there is none. */
  nameFor(task: Chosen): string | null;
  /** A way to it for an agent; null if there is none. Throws TaskFailed for a model the deployment no longer has. */
  accessFor(task: Chosen): Promise<ModelAccess | null>;
}

interface TaskModelsOptions extends Omit<ModelProxyOptions, 'endpoint'> {
  watch: ModelProxyOptions['watch'] & Pick<ModelWatch, 'turnTo'>;
  /** For tasks that do not choose one. */
  fallback: ModelEndpoint | null;
}

/** A proxy starts only when an agent needs it; another task's, with its key, is closed then. */
export function createTaskModels({ fallback, ...options }: TaskModelsOptions): TaskModels {
  let open: { endpoint: ModelEndpoint; proxy: Promise<ModelProxy> } | null = null;
  const endpointFor = ({ model }: Chosen) => model ?? fallback;
  const proxyTo = (endpoint: ModelEndpoint) => {
    if (open !== null && isSame(open.endpoint, endpoint)) return open.proxy;
    void open?.proxy.then((proxy) => proxy.close());
    options.redact.hide(endpoint.apiKey);
    options.watch.turnTo(endpoint);
    open = { endpoint, proxy: startModelProxy({ endpoint, ...options }) };
    return open.proxy;
  };
  return {
    nameFor(task) {
      const endpoint = task.unknownModel === undefined ? endpointFor(task) : null;
      return endpoint && (endpoint.name ?? endpoint.model);
    },
    async accessFor(task) {
      if (task.unknownModel !== undefined) throw new TaskFailed(unknownWords(task.unknownModel));
      const endpoint = endpointFor(task);
      return endpoint && (await proxyTo(endpoint)).access;
    },
  };
}

function isSame(one: ModelEndpoint, other: ModelEndpoint): boolean {
  const { name, baseUrl, apiKey, model, contextLength } = one;
  return (
    name === other.name &&
    baseUrl === other.baseUrl &&
    apiKey === other.apiKey &&
    model === other.model &&
    contextLength === other.contextLength
  );
}

function unknownWords(name: string): string {
  return `The model "${name}" was chosen, but this deployment no longer has it. Choose another one for the task, or in its project's settings, and reopen the task.`;
}
