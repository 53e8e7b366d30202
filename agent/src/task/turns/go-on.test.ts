import type { OpenItem } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import { newJournal } from '../../checkpoint/journal.ts';
import type { TaskRun } from '../task-run.ts';
import { startWith } from './go-on.ts';

const approved: OpenItem = {
  ...{ id: 'before', type: 'tool_call', title: 'ls', toolName: null, toolKind: null, hash: 'hash' },
  ...{ grant: 'unused', isApproved: true, rejectionReason: null, reference: null, edits: null },
};

it('tells the agent nothing of an approval that a Stop ends before the prompt is sent', async () => {
  const journal = newJournal('demo');
  const run = {
    task: { id: 'task', title: 'Work', repositories: [], messages: [] },
    journal,
    feed: { messages: { unsaid: [] } },
    workspace: { folders: { workspace: '/w' }, checkouts: [] },
    session: { id: 's', open: async () => true },
    waits: { during: (_wait: unknown, work: () => unknown) => work() },
  } as unknown as TaskRun;
  const prompt = await startWith(run, { open: [approved], rejections: [] });
  expect(prompt.text).toContain('Approved meanwhile: ls.');
  journal.lapsed.push('before');
  expect(prompt.text).not.toContain('Approved meanwhile');
});
