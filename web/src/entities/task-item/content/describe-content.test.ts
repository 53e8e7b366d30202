import { describe, expect, it } from 'vitest';
import { describeContent, type ItemContentFields } from './describe-content.ts';

const item = (fields: Partial<ItemContentFields>): ItemContentFields => ({
  type: 'tool_call',
  content: null,
  toolName: null,
  toolKind: null,
  toolParameters: null,
  filePath: null,
  fileContent: null,
  ...fields,
});

describe('describeContent', () => {
  it('shows an edit as a diff and keeps every other parameter', () => {
    const edit = { path: 'a.ts', oldText: 'a', newText: 'b' };
    expect(describeContent(item({ toolParameters: { ...edit, replaceAll: true } }))).toEqual({
      kind: 'edits',
      edits: [edit],
      rest: { replaceAll: true },
    });
  });

  it('has no part of its own for findings that are none: nothing there could be seen', () => {
    expect(describeContent(item({ toolKind: 'execute', toolParameters: { command: 'ls', leadsTo: [] } }))).toEqual({
      ...{ kind: 'command', command: 'ls', cwd: null },
      rest: { leadsTo: [] },
    });
  });

  it('shows several edits of one request', () => {
    const edits = [
      { path: 'a.ts', oldText: 'a', newText: 'b' },
      { path: 'b.ts', oldText: null, newText: 'new' },
    ];
    expect(describeContent(item({ toolParameters: { edits } }))).toEqual({ kind: 'edits', edits, rest: undefined });
  });

  it('shows edits that ask for more than an edit as they are', () => {
    const edits = [{ path: 'a.ts', oldText: 'a', newText: 'b', thenRun: 'rm -rf ~' }];
    expect(describeContent(item({ toolParameters: { edits } }))).toEqual({ kind: 'parameters', rest: { edits } });
  });

  it('shows a new file whose parameters only repeat it', () => {
    const file = { filePath: 'docs/a.md', fileContent: '# A' };
    expect(
      describeContent(item({ ...file, toolParameters: { path: 'docs/a.md', oldText: null, newText: '# A' } })),
    ).toEqual({ kind: 'file', path: 'docs/a.md', code: '# A', rest: undefined });
  });

  it('keeps what a file request asks beside the file', () => {
    const file = { filePath: 'run.sh', fileContent: 'ls' };
    expect(describeContent(item({ ...file, toolParameters: { content: 'ls', mode: '0755' } }))).toMatchObject({
      rest: { mode: '0755' },
    });
    expect(describeContent(item({ ...file, toolParameters: { path: 'run.sh', thenDelete: 'run.sh' } }))).toMatchObject({
      rest: { thenDelete: 'run.sh' },
    });
  });

  it('quotes the arguments of a command', () => {
    expect(describeContent(item({ toolParameters: { command: ['git', 'commit', '-m', "it's done"] } }))).toEqual({
      kind: 'command',
      command: `git commit -m 'it'\\''s done'`,
      cwd: null,
      rest: undefined,
    });
  });

  it('says where a command runs, not where its agent is', () => {
    const toolParameters = { command: 'npm test', cwd: '.', workdir: 'app' };
    expect(describeContent(item({ toolParameters }))).toMatchObject({ cwd: 'app', rest: { workdir: 'app', cwd: '.' } });
    const elsewhere = { ...toolParameters, cwd: '/srv' };
    expect(describeContent(item({ toolParameters: elsewhere })), 'neither is hidden').toMatchObject({
      cwd: 'app',
      rest: { workdir: 'app', cwd: '/srv' },
    });
  });

  it('keeps the environment of a command in sight', () => {
    expect(describeContent(item({ toolParameters: { command: 'ls', env: { A: '1' } } }))).toMatchObject({
      command: 'ls',
      rest: { env: { A: '1' } },
    });
  });

  it('shows a publish request with its summary and patch, but only where the runner itself asks', () => {
    const publish = { branch: 'b', commit: 'c', title: 't', body: '' };
    const fields = { toolParameters: publish, content: '1 file changed', filePath: 'b.patch', fileContent: 'diff' };
    expect(describeContent(item({ ...fields, toolKind: 'publish' }))).toEqual({
      kind: 'publish',
      publish,
      summary: '1 file changed',
      patch: 'diff',
      missing: null,
      rest: undefined,
    });
    expect(describeContent(item({ toolKind: 'execute', toolParameters: publish })).kind).toBe('parameters');
  });

  it('shows a part of a publish request as it is where it holds more than this version knows', () => {
    const none = { files: 0, listed: [] };
    const step = { id: 'i', title: 'Edit', how: 'declared' };
    const attribution = { files: 1, outside: none, rejected: [], notes: [] };
    const within = [{ files: 1, listed: ['a'], steps: [step], moreSteps: 0 }];
    const evidence = { note: null, countersignedBy: 'Ada' };
    const known = { branch: 'b', commit: 'c', title: 't', body: '', attribution: { within, ...attribution }, evidence };
    const restOf = (toolParameters: object) => {
      const subject = describeContent(item({ toolKind: 'publish', toolParameters }));
      return subject.kind === 'publish' ? subject.rest : subject.kind;
    };
    expect(restOf(known), 'whatever the order of its fields').toBeUndefined();
    const larger = { ...known.attribution, extra: 1 };
    expect(restOf({ ...known, attribution: larger })).toEqual({ attribution: larger });
    const deeper = { ...attribution, within: [{ ...within[0], steps: [{ ...step, by: 'Bob' }] }] };
    expect(restOf({ ...known, attribution: deeper })).toEqual({ attribution: deeper });
    const signed = { ...evidence, alsoTo: 'elsewhere' };
    expect(restOf({ ...known, evidence: signed })).toEqual({ evidence: signed });
  });

  it('says when a patch does not show everything that would be pushed', () => {
    const publish = { branch: 'b', commit: 'c', title: 't', body: '' };
    const cut = 'The patch is cut: it holds 1 of 2 changed files, as all of them take more than 4 MiB.';
    const fields = { toolParameters: publish, toolKind: 'publish', fileContent: 'diff' };
    expect(describeContent(item({ ...fields, content: `2 files changed\n\n${cut}` }))).toMatchObject({ missing: cut });
    const missing = 'There is no patch to show.';
    expect(describeContent(item({ ...fields, fileContent: null }))).toMatchObject({ missing });
  });

  it('falls back to the parameters as they are', () => {
    expect(describeContent(item({ toolParameters: { url: 'https://example.com' } }))).toEqual({
      kind: 'parameters',
      rest: { url: 'https://example.com' },
    });
    expect(describeContent(item({ toolParameters: {} }))).toEqual({ kind: 'none' });
  });

  it('says in words what more of a budget is asked for, where the words are exact', () => {
    const content = 'Approve lets it use 2 $ more, once.';
    const asked = { toolKind: 'budget', content, toolParameters: { amount: 2, unit: 'usd' } };
    expect(describeContent(item(asked))).toEqual({ kind: 'none' });
    for (const parameters of [
      { amount: 12, unit: 'usd' },
      { amount: 2.0001, unit: 'usd' },
      { amount: 2, unit: 'tokens' },
      { amount: 2, unit: 'usd', every: 'day' },
    ]) {
      const kind = describeContent(item({ ...asked, toolParameters: parameters })).kind;
      expect(kind, JSON.stringify(parameters)).toBe('parameters');
    }
    expect(describeContent(item({ ...asked, toolKind: 'other' })).kind).toBe('parameters');
  });
});
