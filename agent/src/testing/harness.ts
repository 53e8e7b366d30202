import { join } from 'node:path';
import type { ClaimedTask } from '@countersign/contract/agent';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { putsRepositoriesBelow } from '../agents/find-agent.ts';
import { startTestApi, type TestApi } from './agent-api.ts';
import type { StoredItem, StoredTask } from './agent-state.ts';
import { startGitHost, type TestFiles, type TestGitHost } from './git-host.ts';
import type { Act } from './model-answers.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { emptyTestFolder, makeFolder, removeTestFolders, startRunner, type StartedRunner } from './start-runner.ts';
import { killRunner } from './use-runners.ts';

/** What a task begins with. */
export interface Beginning {
  agent: string;
  title?: string;
  description?: string;
  /** What the task's repository holds; without it, the repository made last is used. */
  files?: TestFiles;
  /** The model's part, which may be filled in once the task's workspace is known. */
  script?: Act[];
  env?: Record<string, string>;
  /** Runs the runner, e.g. a newer Node than the tests' own. */
  node?: string;
  folder?: string;
  /** Links the repository once under each of these names. */
  names?: string[];
  /** What the project's owner has set. */
  settings?: Partial<NonNullable<ClaimedTask['settings']>>;
  /** Tokens that the task may use before its owner is asked. */
  budget?: number;
  /** What the model is called; by its name alone some agents offer it other tools. */
  modelName?: string;
}

/** One task with everything around it: a git host, a server, a scripted model and a runner. */
export interface Harness {
  readonly host: TestGitHost;
  readonly api: TestApi;
  readonly model: ModelServer;
  readonly runner: StartedRunner;
  /** The repository's name on the host. */
  readonly repository: string;
  /** Makes a repository; tasks without files of their own use it. */
  create(files: TestFiles): void;
  begin(beginning: Beginning): Promise<StoredTask>;
  /**
   * Kills the runner as an outage does, if it is still running, and starts the container's next execution: with its files
   * where the former had them, or elsewhere.
   */
  restart(where?: { isElsewhere: boolean }): Promise<void>;
  workspaceOf(task: StoredTask): string;
  /** Where the repository's files are in it; for most agents at its root. */
  checkoutOf(task: StoredTask): string;
  /** The next request that the person has not answered. */
  next(task: StoredTask): Promise<StoredItem>;
  ended(task: StoredTask): Promise<unknown>;
  /** Approves whatever is asked until the task ends; resolves with all requests. */
  approveAll(task: StoredTask): Promise<StoredItem[]>;
  /** A published file; null if nothing was published, or it is not in there. */
  published(task: StoredTask, path: string): string | null;
  said(task: StoredTask): string;
}

/** Longer than a real agent takes to start on a busy machine. */
const LIMIT_MS = 90_000;
const hasEnded = ({ status }: StoredTask) => status === 'completed' || status === 'failed';

/** Sets a harness up for each test of a file, and takes it down. */
export function useHarness(): Harness {
  let made = 0;
  let begun: Pick<Beginning, 'env' | 'node'> = {};
  let started: { host?: TestGitHost; api?: TestApi; model?: ModelServer; runner?: StartedRunner } = {};
  const get = <Name extends keyof typeof started>(name: Name): NonNullable<(typeof started)[Name]> => {
    const found = started[name];
    if (found === undefined) throw new Error(`There is no ${name} before the harness begins`);
    return found;
  };

  beforeAll(async () => {
    started.host = await startGitHost();
  });
  beforeEach(async () => {
    started.api = await startTestApi();
  });
  afterEach(async () => {
    if (started.runner !== undefined) await killRunner(started.runner);
    started.model?.close();
    await started.api?.close();
    started = { host: get('host') };
  });
  afterAll(() => {
    started.host?.stop();
    removeTestFolders();
  });

  const harness: Harness = {
    get host() {
      return get('host');
    },
    get api() {
      return get('api');
    },
    get model() {
      return get('model');
    },
    get runner() {
      return get('runner');
    },
    get repository() {
      return `acme/app-${made}`;
    },
    create(files) {
      made += 1;
      harness.host.create(harness.repository, files);
    },
    async begin({ agent, title = 'Work', description = 'Do it.', files, script = [], env = {}, ...beginning }) {
      const { names, node, folder, budget = null, modelName = 'scripted' } = beginning;
      const none = { baseBranch: null, folder: null, instructions: null, setupCommand: null };
      const { variables } = harness.api.state;
      const settings = { ...none, isSetupApproved: false, hasVariables: variables.length > 0, ...beginning.settings };
      if (files !== undefined) harness.create(files);
      const model = await startModelServer(script);
      started.model = model;
      const [owner = '', repositoryName = ''] = harness.repository.split('/');
      const cloneUrl = `https://github.com/${harness.repository}.git`;
      const repositories = (names ?? [repositoryName]).map((name, index) => {
        const id = `repo-${index}`;
        harness.api.state.tokens.set(id, harness.host.token);
        return { id, owner, name, cloneUrl, isPrivate: false, hasToken: true };
      });
      const task = harness.api.state.addTask({ title, description, agent, repositories, settings });
      task.budget = budget;
      harness.api.state.model = { baseUrl: `${model.url}/v1`, apiKey: model.key, model: modelName };
      begun = { env, node };
      started.runner = startRunner(harness.api.url, { ...harness.host.env, ...env }, { folder, node });
      return task;
    },
    async restart({ isElsewhere } = { isElsewhere: false }) {
      const former = harness.runner.folder;
      await killRunner(harness.runner);
      emptyTestFolder(former);
      const folder = isElsewhere ? makeFolder() : former;
      const { env, node } = begun;
      started.runner = startRunner(harness.api.url, { ...harness.host.env, ...env }, { folder, node });
    },
    workspaceOf: (task) => join(harness.runner.folder, 'countersign', task.id, 'workspace'),
    checkoutOf: (task) =>
      putsRepositoriesBelow(task.given.agent)
        ? join(harness.workspaceOf(task), harness.repository.split('/')[1] ?? '')
        : harness.workspaceOf(task),
    next: (task) =>
      harness.api.state.until(
        () => {
          if (hasEnded(task)) throw new Error(`The task is ${task.status}:\n${harness.api.state.logs.join('')}`);
          return harness.api.state.undecided(task.id)[0];
        },
        'a request',
        LIMIT_MS,
      ),
    ended: (task) => harness.api.state.until(() => hasEnded(task), 'the end of the task', LIMIT_MS),
    async approveAll(task) {
      const { state } = harness.api;
      const asked: StoredItem[] = [];
      for (;;) {
        await state.until(() => hasEnded(task) || state.undecided(task.id).length > 0, 'a request', LIMIT_MS);
        const [item] = state.undecided(task.id);
        if (item === undefined) return asked;
        asked.push(item);
        state.decide(item.id, true);
      }
    },
    published(task, path) {
      try {
        return harness.host.git(harness.repository, 'show', `countersign/${task.id}:${path}`);
      } catch {
        return null;
      }
    },
    said: (task) =>
      harness.api.state
        .itemsOf(task.id)
        .flatMap((item) => (item.title === 'Message' ? [item.content ?? ''] : []))
        .join('\n'),
  };
  return harness;
}
