import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCall, ToolCallContent } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCall } from './describe-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-describe-'));
  await writeFile(join(workspace, 'old.txt'), 'before\n');
});
afterEach(() => rm(workspace, { recursive: true }));

const call = (more: Partial<ToolCall>): ToolCall => ({ toolCallId: '1', title: 'Tool', kind: 'edit', ...more });
const diff = (path: string, newText: string, oldText?: string): ToolCallContent => ({
  type: 'diff',
  path: join(workspace, path),
  newText,
  ...(oldText === undefined ? {} : { oldText }),
});

describe('describeCall', () => {
  it('shows a new file with its content', async () => {
    const shown = await describeCall(call({ content: [diff('a/new.txt', 'text', '')] }), workspace);
    expect(shown).toMatchObject({ type: 'file_creation', filePath: 'a/new.txt', fileContent: 'text' });
  });

  it('shows what is lost when a file is overwritten without its old text', async () => {
    const shown = await describeCall(call({ content: [diff('old.txt', 'after\n')] }), workspace);
    expect(shown).toMatchObject({
      type: 'tool_call',
      toolParameters: { path: 'old.txt', oldText: 'before\n', newText: 'after\n' },
    });
  });

  it('shows several edits of one call together', async () => {
    const content = [diff('old.txt', 'b', 'a'), diff('old.txt', 'd', 'c')];
    const shown = await describeCall(call({ content }), workspace);
    expect(shown.toolParameters).toEqual({
      edits: [
        { path: 'old.txt', oldText: 'a', newText: 'b' },
        { path: 'old.txt', oldText: 'c', newText: 'd' },
      ],
    });
  });

  it('takes the command from the title where an agent says it nowhere else', async () => {
    const shown = await describeCall(call({ kind: 'execute', title: 'rm -r build', rawInput: {} }), workspace);
    expect(shown).toMatchObject({ toolKind: 'execute', toolParameters: { command: 'rm -r build' } });
  });

  it('names files relative to the workspace, and others in full', async () => {
    const title = join(workspace, 'old.txt');
    expect((await describeCall(call({ title, content: [diff('old.txt', 'x', 'before\n')] }), workspace)).title).toBe(
      'Edit old.txt',
    );
    const outside = { type: 'diff' as const, path: '/etc/passwd', newText: 'x' };
    expect((await describeCall(call({ content: [outside] }), workspace)).filePath).toBe('/etc/passwd');
  });

  it('reads nothing through a link that leads out of the workspace', async () => {
    await symlink('/etc/hostname', join(workspace, 'link'));
    const shown = await describeCall(call({ content: [diff('link', 'x')] }), workspace);
    expect(shown.type).toBe('file_creation');
  });
});
