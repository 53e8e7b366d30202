import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => /^(?:boundaries|imports)\/|^no-restricted-syntax$/.test(ruleId),
});

/** The rules that a file at this path with this text breaks. */
async function broken(path: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath: join(root, path) });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

const importing = (specifier: string) => `import * as it from '${specifier}';\nexport const used = it;\n`;
const importingTypes = (specifier: string) =>
  `import type * as types from '${specifier}';\nexport type Used = typeof types;\n`;

const useCases = [
  'agent-api',
  'approvals',
  'cascade',
  'config',
  'dashboard',
  'notifications',
  'openapi',
  'projects',
  'publications',
  'repositories',
  'tasks',
  'users',
];

/** A new file, and a file that it must not import. */
const forbidden = [
  ['agent/src/lib/new.ts', '../server/api.ts'],
  ['agent/src/environment/new.ts', '../lib/failures.ts'],
  ['agent/src/agents/new.ts', '../workspace/folders.ts'],
  ['agent/src/demo/new.ts', '../lib/failures.ts'],
  ['agent/src/server/new.ts', '../consent/consent.ts'],
  ['agent/src/model/new.ts', '../task/run-context.ts'],
  ['agent/src/workspace/new.ts', '../checkpoint/journal.ts'],
  ['agent/src/consent/new.ts', '../workspace/folders.ts'],
  ['agent/src/attribution/new.ts', '../consent/consent.ts'],
  ['agent/src/checkpoint/new.ts', '../turn/turn.ts'],
  ['agent/src/acp/new.ts', '../turn/turn.ts'],
  ['agent/src/turn/new.ts', '../checkpoint/journal.ts'],
  ['agent/src/publish/new.ts', '../turn/turn.ts'],
  ['agent/src/task/new.ts', '../acp/open-agent.ts'],
  ['agent/src/isolation/new.ts', '../acp/open-agent.ts'],
  ['agent/src/model/new.ts', '../isolation/isolate.ts'],
  ['agent/src/task/turns/new.ts', '../../acp/open-agent.ts'],
  ['agent/src/task/new.ts', '../run.ts'],
  ['agent/src/task/new.ts', '../testing/refusal.ts'],
  ['agent/src/testing/new.ts', '../task/work-on-task.ts'],
  ['agent/src/security/new.ts', '../server/api.ts'],
  ['agent/src/run.ts', '../../functions/src/index.ts'],
  ['agent/src/server/new.ts', '../../../web/src/lib/api.ts'],
  ['contract/src/new.ts', '../../agent/src/lib/failures.ts'],
  ['functions/src/lib/new.ts', '../settings/env.ts'],
  ['functions/src/documents/new.ts', '../lib/id.ts'],
  ['functions/src/http/new.ts', '../store/firestore.ts'],
  ['functions/src/store/new.ts', '../signals/send-signals.ts'],
  ['functions/src/outbox/new.ts', '../containers/start/start-container.ts'],
  ['functions/src/effects/new.ts', '../state/fence.ts'],
  ['functions/src/quotas/new.ts', '../access/admission.ts'],
  ['functions/src/state/new.ts', '../containers/wake/wake-container.ts'],
  ['functions/src/containers/new.ts', '../agent-api/decisions/wait.ts'],
  ['functions/src/tasks/new.ts', '../approvals/decide-item.ts'],
  ['functions/src/sweep/new.ts', '../app.ts'],
  ['functions/src/containers/wake/new.ts', '../../agent-api/decisions/wait.ts'],
  ['functions/src/notifications/new.ts', '../approvals/decide-item.ts'],
  ['functions/src/tasks/new.ts', '../testing/users.ts'],
  ['functions/src/settings/new.ts', '../store/firestore.ts'],
  ['functions/src/runtime/new.ts', '../secrets/cipher.ts'],
  ['functions/src/tokens/new.ts', '../secrets/cipher.ts'],
  ['functions/src/replies/new.ts', '../audit/record-event.ts'],
  ['functions/src/signals/new.ts', '../effects/transact.ts'],
  ['functions/src/audit/new.ts', '../effects/transact.ts'],
  ['functions/src/secrets/new.ts', '../effects/transact.ts'],
  ['functions/src/checkpoints/new.ts', '../effects/transact.ts'],
  ['functions/src/own/new.ts', '../effects/transact.ts'],
  ['functions/src/task-items/new.ts', '../state/fence.ts'],
  ['functions/src/access/new.ts', '../containers/wake/wake-container.ts'],
  ['functions/src/erasing/new.ts', '../containers/wake/wake-container.ts'],
  ['functions/src/evidence/new.ts', '../agent-api/decisions/wait.ts'],
  ...useCases.map((room) => [`functions/src/${room}/new.ts`, '../sweep/sweep.ts'] as const),
  // Only the code that carries them may send signals and begin promises.
  ['functions/src/tasks/new.ts', '../signals/send-signals.ts'],
  ['functions/src/tasks/new.ts', '../outbox/enqueue.ts'],
  ['functions/src/agent-api/new.ts', '../outbox/drain.ts'],
  ['functions/src/risk/new.ts', '../settings/env.ts'],
  ['functions/src/risk/new.ts', '../documents/task-item.ts'],
  ['functions/src/risk/programs/new.ts', '../../testing/random.ts'],
  // Rooms that do promised work do not decide when it is done.
  ['functions/src/containers/new.ts', '../outbox/drain.ts'],
  ['functions/src/erasing/new.ts', '../outbox/enqueue.ts'],
  ['functions/src/cascade/new.ts', '../outbox/drain-due.ts'],
  ['functions/src/notifications/new.ts', '../outbox/drain.ts'],
  ['functions/src/sweep/new.ts', '../outbox/drain.ts'],
  ['functions/src/sweep/new.ts', '../outbox/enqueue.ts'],
  ['dev/new.ts', '../agent/src/testing/refusal.ts'],
  ['agent/src/lib/new.ts', '../../../dev/testing/sample.ts'],
  ['agent/src/lib/new.test.ts', '../../../dev/testing/seed.ts'],
  ['functions/src/lib/new.ts', '../../../dev/testing/sample.ts'],
  ['e2e/new.ts', '../dev/testing/seed.ts'],
  ['e2e/stack/new.ts', '../../dev/stack/settings.ts'],
  ['bench/costs/new.ts', '../../dev/deploy/resources/storage.mjs'],
  ['web/src/lib/new.ts', '../ui/buttons/button.tsx'],
  ['web/src/ui/new.tsx', '../entities/query-keys.ts'],
  ['web/src/entities/task/new.tsx', '../../features/tasks/task-list.tsx'],
  ['web/src/features/tasks/new.tsx', '../approvals/list/approval-list.tsx'],
  ['web/src/features/tasks/new.tsx', '../../pages/tasks/tasks-page.tsx'],
  ['web/src/pages/tasks/new.tsx', '../../app/layout/sidebar.tsx'],
  ['web/src/app/new.ts', '../../../functions/src/lib/id.ts'],
  ['web/src/lib/new.ts', '../../../functions/src/index.ts'],
] as const;

/** A new file, and a file that it may import. */
const allowed = [
  ['agent/src/turn/new.ts', '../consent/consent.ts'],
  ['agent/src/publish/new.ts', '../checkpoint/journal.ts'],
  ['agent/src/run.ts', './task/work-on-task.ts'],
  ['functions/src/task-items/new.ts', '../risk/judge.ts'],
  ['functions/src/risk/new.ts', '../../../contract/src/index.ts'],
  ['agent/src/lib/new.test.ts', '../testing/refusal.ts'],
  ['agent/src/lib/new.test.ts', '../../../dev/testing/sample.ts'],
  ['agent/src/testing/new.ts', '../../../dev/testing/sample.ts'],
  ['functions/src/lib/new.test.ts', '../../../dev/testing/sample.ts'],
  ['e2e/new.ts', '../dev/testing/sample.ts'],
  ['e2e/stack/new.ts', '../../dev/stack/ports.ts'],
  ['e2e/engines/new.ts', '../../dev/lib/ports.ts'],
  ['e2e/new.ts', '../dev/stack/accounts.ts'],
  ['bench/new.ts', '../dev/stack/accounts.ts'],
  ['bench/measures/new.ts', '../../dev/lib/ports.ts'],
  ['bench/costs/new.ts', '../../dev/deploy/resources/secrets.mjs'],
  ['agent/src/server/new.test.ts', '../task/work-on-task.ts'],
  ['functions/src/tasks/new.ts', '../effects/transact.ts'],
  ['functions/src/approvals/new.ts', '../containers/wake/wake-container.ts'],
  ['functions/src/containers/new.ts', '../outbox/handler.ts'],
  ['functions/src/cascade/new.ts', '../outbox/handler.ts'],
  ['functions/src/sweep/new.ts', '../outbox/drain-due.ts'],
  // A folder of a room belongs to it, even under the name of another room.
  ['functions/src/sweep/containers/new.ts', '../../outbox/drain-due.ts'],
  ['functions/src/lib/new.test.ts', '../testing/users.ts'],
  ['web/src/app/new.tsx', '../pages/tasks/tasks-page.tsx'],
  ['web/src/pages/tasks/new.tsx', '../../features/tasks/task-list.tsx'],
  ['web/src/features/approvals/new.tsx', './swipe/swipe-card.tsx'],
  ['web/src/features/tasks/new.tsx', '../../entities/query-keys.ts'],
  ['web/src/entities/task/new.tsx', '../../ui/buttons/button.tsx'],
  ['web/src/ui/new.tsx', '../lib/text/plural.ts'],
  ['web/src/lib/new.ts', '../../../contract/src/index.ts'],
] as const;

describe('the import law', () => {
  it.each([...forbidden, ...allowed])('is tried with a file that exists: %s imports %s', (path, target) => {
    // The lint lets pass whatever it does not find.
    expect(existsSync(join(root, dirname(path), target))).toBe(true);
  });

  it.each(forbidden)('%s must not import %s, nor its types', async (path, target) => {
    const both = await broken(path, importing(target) + importingTypes(target));
    expect(both).toEqual(['boundaries/dependencies', 'boundaries/dependencies']);
  });

  it.each(allowed)('%s may import %s', async (path, target) => {
    expect(await broken(path, importing(target))).toEqual([]);
  });
});

describe('a cycle of imports', () => {
  it.each([
    ['of two files', 'agent/src/server/api.ts', importing('./send-file.ts')],
    [
      'over several files',
      'agent/src/lib/failures.ts',
      importing('./run-program.ts') + importing('../task/turns/begin.ts'),
    ],
    ['by a re-export', 'agent/src/server/api.ts', `export * from './send-file.ts';\n`],
    ['of a file with itself', 'agent/src/lib/failures.ts', importing('./failures.ts')],
    ['in the contract', 'contract/src/lib/primitives.ts', importing('../entities/task.ts')],
    ['in the functions', 'functions/src/lib/errors.ts', importing('./turns.ts')],
    ['in the page', 'web/src/lib/text/visible-text.ts', importing('./exact-text.ts')],
    ['in the stack', 'dev/lib/start-error.ts', importing('./service.ts')],
    ['in the browser tests', 'e2e/support/until.ts', importing('./read.ts')],
    ['in the measurements', 'bench/main-thread.ts', importing('./observe.ts')],
  ])('is an error: %s', async (_of, path, text) => {
    expect(await broken(path, text)).toContain('imports/no-cycle');
  });

  it('is named in the error, file by file', async () => {
    const [result] = await eslint.lintText(importing('./send-file.ts'), {
      filePath: join(root, 'agent/src/server/api.ts'),
    });
    expect(result?.messages.map(({ message }) => message).join()).toContain(
      'agent/src/server/api.ts → agent/src/server/send-file.ts → agent/src/server/api.ts',
    );
  });

  it.each([
    ['what imports nothing back', 'agent/src/lib/failures.ts', importing('./run-program.ts')],
    ['what imports types back', 'agent/src/server/redact.ts', importing('./report-queue.ts')],
    ['types of what imports it', 'agent/src/server/api.ts', importingTypes('./send-file.ts')],
  ])('is not made by importing %s', async (_what, path, text) => {
    expect(await broken(path, text)).toEqual([]);
  });
});

describe('the contract', () => {
  const forms = [
    (specifier: string) => `import * as it from '${specifier}';\nexport const used = it;\n`,
    (specifier: string) => `export * from '${specifier}';\n`,
    (specifier: string) => `export { it } from '${specifier}';\n`,
    (specifier: string) => `export const load = () => import('${specifier}');\n`,
  ];
  it.each(forms)('depends on no package but one, however it is imported (form %#)', async (form) => {
    expect(await broken('contract/src/new.ts', form('express'))).toEqual(['no-restricted-syntax']);
    expect(await broken('contract/src/new.ts', form('zod'))).toEqual(['no-restricted-syntax']);
    expect(await broken('contract/src/new.ts', form('zod/mini'))).toEqual([]);
    expect(await broken('contract/src/new.ts', form('./index.ts'))).toEqual([]);
  });
});

describe('the outline that the rules are shown', () => {
  it('holds what a file imports later, too', async () => {
    const text = `export const load = () => import('../server/api.ts');\n`;
    expect(await broken('agent/src/lib/new.ts', text)).toEqual(['boundaries/dependencies']);
  });

  it.each([
    "import /* later */ ('../server/api.ts')",
    "import(('../server/api.ts'))",
    'import(`../server/api.ts`)',
    "import('../server/api.ts' as string)",
    "require('../server/api.ts')",
    "null as unknown as typeof import('../server/api.ts')",
    "null as unknown as import('../server/api.ts').AgentApi",
  ])('holds %s', async (expression) => {
    const text = `export const load = () => ${expression};\n`;
    expect(await broken('agent/src/lib/new.ts', text)).toEqual(['boundaries/dependencies']);
  });

  it('holds an assigned import', async () => {
    const text = `import api = require('../server/api.ts');\nexport { api };\n`;
    expect(await broken('agent/src/lib/new.ts', text)).toEqual(['boundaries/dependencies']);
  });

  it('says where something is wrong', async () => {
    const text = `const first = 1;\nexport { first };\n  import '../server/api.ts';\n`;
    const [result] = await eslint.lintText(text, { filePath: join(root, 'agent/src/lib/new.ts') });
    expect(result?.messages.map(({ line, column }) => [line, column])).toEqual([[3, 10]]);
  });

  it('is refused for a file that is no program, with the place', async () => {
    const [result] = await eslint.lintText('const a = 1;\nconst = 2;\n', {
      filePath: join(root, 'agent/src/lib/new.ts'),
    });
    expect(result?.messages.map(({ fatal, line }) => [fatal, line])).toEqual([[true, 2]]);
  });
});
