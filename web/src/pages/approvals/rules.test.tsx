import { ApiError, type Approval, type Rule, rule as ruleSchema, type RulePattern } from '@countersign/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApprovalList } from '../../features/approvals/list/approval-list.tsx';
import { testApproval } from '../../features/approvals/test-approvals.tsx';
import { offerRule } from '../../features/rules/offer-rule.tsx';
import RulesSetting from '../../features/rules/rules-setting.tsx';
import { deferred } from '../../lib/timing/deferred.ts';
import { inDialog, offline, openedDialog, openPage, type TestServer } from '../test-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tests: RulePattern = { kind: 'command', words: ['npm', 'test'], rest: 'none' };
const rule: Rule = {
  ...{ id: 'rule', projectId: 'engine', name: 'The tests', pattern: tests, version: 1, runsProjectCode: true },
  ...{ expiresAt: '2126-11-21T08:00:00.000Z', timesUsed: 3, lastUsedAt: '2026-11-21T08:00:00.000Z' },
  createdAt: '2026-11-21T08:00:00.000Z',
};
const medium = { level: 'medium', judged: true, reasons: [], engine: 1 };
const asked = (fields: Partial<Approval> = {}) =>
  testApproval({ id: 'tests', toolKind: 'execute', toolParameters: { command: 'npm test' }, risk: medium, ...fields });
const matched = { id: 'i', taskId: 't', title: 'Run', shown: 'npm test', createdAt: '2026-11-21T08:00:00.000Z' };
const preview = 'POST /api/projects/engine/rules/preview';
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const openList = (server: TestServer, approval = asked()) =>
  openPage(<ApprovalList approvals={[approval]} freshness="fresh" edits={new Map()} offerRule={offerRule} />, {
    at: '/approvals',
    server,
  });

describe('on a card', () => {
  it('a rule about files says that it goes by their names', async () => {
    openList({
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [{ kind: 'file', act: 'edit', path: 'src/**' }] }),
      [preview]: () => ({ of: 60, runsProjectCode: false, matched: [] }),
    });
    fireEvent.click(button('Always allow this here…'));
    const dialog = await openedDialog();
    await dialog.findByText(
      /^The rule leaves out files named as secrets, .* usually are\. It does not look into files\. A \* stands for sources, texts and pictures;/,
    );
  });

  it('a rule is made from the request, once it is seen what it would have answered', async () => {
    const server: TestServer = {
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [tests, { ...tests, rest: 'paths' }] }),
      [preview]: () => ({ of: 60, runsProjectCode: true, matched: [matched] }),
      'POST /api/projects/engine/rules': () => rule,
      'GET /api/projects/engine/rules': () => [rule],
    };
    const { bodies, told } = openList(server);
    fireEvent.click(button('Always allow this here…'));
    const dialog = await openedDialog();
    await dialog.findByText('Would have answered 1 of the last 60 requests.');
    dialog.getByText(/This one still needs your decision\./);
    dialog.getByText(/^It runs what the repository’s own files say/);
    fireEvent.change(inDialog().getByLabelText('Allow'), { target: { value: '1' } });
    await waitFor(() => expect(bodies(preview)).toHaveLength(2));
    await waitFor(() => expect(button('Save rule')).toHaveProperty('disabled', false));
    fireEvent.change(inDialog().getByLabelText('Expires in'), { target: { value: '7' } });
    fireEvent.click(button('Save rule'));
    await waitFor(() => expect(told).toEqual(['Rule saved']));
    expect(bodies('POST /api/projects/engine/rules')).toEqual([
      { name: 'npm test', pattern: { ...tests, rest: 'paths' }, expiresInDays: 7 },
    ]);
    // The card itself is decided by hand.
    expect(button('Approve')).toBeTruthy();
  });

  it('is saved by Enter in its fields, once it is seen what it would have answered', async () => {
    const shown = deferred<object>();
    const { told, bodies } = openList({
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [tests] }),
      [preview]: () => shown.promise,
      'POST /api/projects/engine/rules': () => rule,
      'GET /api/projects/engine/rules': () => [rule],
    });
    fireEvent.click(button('Always allow this here…'));
    const name = await (await openedDialog()).findByLabelText<HTMLInputElement>('Name');
    const save = () => button('Save rule') as HTMLButtonElement;
    // What a browser does for Enter: nothing while the form's button cannot be pressed.
    expect(name.form?.contains(save())).toBe(true);
    expect([save().type, save().disabled]).toEqual(['submit', true]);
    await act(async () => shown.resolve({ of: 60, runsProjectCode: true, matched: [] }));
    await waitFor(() => expect(save().disabled).toBe(false));
    act(() => name.form?.requestSubmit(save()));
    await waitFor(() => expect(told).toEqual(['Rule saved']));
    expect(bodies('POST /api/projects/engine/rules')).toHaveLength(1);
  });

  it('asks before a rule that is being written is lost', async () => {
    openList({
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [tests] }),
      [preview]: () => ({ of: 60, runsProjectCode: true, matched: [] }),
    });
    fireEvent.click(button('Always allow this here…'));
    const name = await (await openedDialog()).findByLabelText('Name');
    fireEvent.change(name, { target: { value: 'The tests' } });
    fireEvent.click(inDialog().getByLabelText('Close'));
    await screen.findByText('Close without saving?');
    fireEvent.click(button('Close without saving'));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });

  it('cannot be closed as not saved, nor saves another, while the rule is on its way', async () => {
    const reply = deferred<Rule>();
    const { told, bodies } = openList({
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [tests, { ...tests, rest: 'paths' }] }),
      [preview]: ({ body }) => ({
        of: JSON.stringify(body).includes('paths') ? 30 : 60,
        runsProjectCode: true,
        matched: [],
      }),
      'POST /api/projects/engine/rules': () => reply.promise,
      'GET /api/projects/engine/rules': () => [rule],
    });
    fireEvent.click(button('Always allow this here…'));
    const name = await (await openedDialog()).findByLabelText('Name');
    fireEvent.change(name, { target: { value: 'The tests' } });
    await waitFor(() => expect(button('Save rule')).toHaveProperty('disabled', false));
    fireEvent.click(button('Save rule'));
    fireEvent.click(inDialog().getByLabelText('Close'));
    expect(screen.queryByText('Close without saving?')).toBeNull();
    fireEvent.change(inDialog().getByLabelText('Allow'), { target: { value: '1' } });
    await inDialog().findByText(/of the last 30 requests/);
    const save = screen.getByRole('button', { name: 'Save rule', hidden: true });
    expect(save).toHaveProperty('disabled', true);
    fireEvent.click(save);
    expect(bodies('POST /api/projects/engine/rules')).toHaveLength(1);
    reply.resolve(rule);
    await waitFor(() => expect(told).toEqual(['Rule saved']));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    fireEvent.click(button('Always allow this here…'));
    await (await openedDialog()).findByLabelText('Name');
    expect(screen.queryByText('Close without saving?')).toBeNull();
  });

  it('keeps a name that was typed where another pattern is chosen; one that was not follows the pattern', async () => {
    const longer = { ...tests, words: ['npm', 'test', '--', 'web'] };
    openList({
      'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [tests, longer] }),
      [preview]: () => ({ of: 60, runsProjectCode: true, matched: [] }),
      'POST /api/projects/engine/rules': offline,
    });
    fireEvent.click(button('Always allow this here…'));
    const dialog = await openedDialog();
    const name = () => dialog.getByLabelText<HTMLInputElement>('Name').value;
    await dialog.findByLabelText('Name');
    const choose = (value: string) => fireEvent.change(inDialog().getByLabelText('Allow'), { target: { value } });
    choose('1');
    await waitFor(() => expect(name()).toBe('npm test -- web'));
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'The tests' } });
    await waitFor(() => expect(button('Save rule')).toHaveProperty('disabled', false));
    fireEvent.click(button('Save rule'));
    const said = await dialog.findByRole('alert');
    choose('0');
    expect(name()).toBe('The tests');
    expect(said.isConnected, 'it was about the other one').toBe(false);
  });

  it('says where no rule can cover it; offers none where it could do much, or is no step', async () => {
    openList({ 'GET /api/task-items/tests/rule-proposals': () => ({ patterns: [] }) });
    fireEvent.click(button('Always allow this here…'));
    await (await openedDialog()).findByText(/^No rule can cover this request/);
    const others: Partial<Approval>[] = [
      { risk: null },
      { risk: { ...medium, level: 'high' } },
      { risk: { ...medium, judged: false, level: 'high' } },
      { toolKind: 'publish', type: 'approval_request' },
    ];
    for (const fields of others) {
      cleanup();
      openList({}, asked(fields));
      expect(screen.queryByText('Always allow this here…')).toBeNull();
    }
  });
});

describe('in the settings', () => {
  const list = 'GET /api/projects/engine/rules';
  const openSettings = (server: TestServer) => openPage(<RulesSetting projectId="engine" />, { at: '/', server });

  it('each rule is told with its uses and its end, renewed and revoked', async () => {
    const server: TestServer = { [list]: () => [rule, { ...rule, id: 'b', name: 'Old', expiresAt: rule.createdAt }] };
    server['PATCH /api/rules/rule'] = () => rule;
    server['DELETE /api/rules/rule'] = () => undefined;
    const { bodies, sent } = openSettings(server);
    const row = within(await screen.findByLabelText('The tests'));
    row.getByText('npm test, word for word');
    expect(row.getByText(/Used 3 times, last/).textContent).toMatch(/expires/);
    expect(within(screen.getByLabelText('Old')).getByText(/^expired/)).toBeTruthy();
    fireEvent.change(row.getByLabelText('Change expiry of The tests'), { target: { value: '90' } });
    const change = row.getByRole('button', { name: 'Change when The tests expires' });
    expect(bodies('PATCH /api/rules/rule'), 'an arrow key chooses at once').toEqual([]);
    change.focus();
    fireEvent.click(change);
    await waitFor(() => expect(bodies('PATCH /api/rules/rule')).toEqual([{ expiresInDays: 90 }]));
    await waitFor(() => expect(change.textContent).toBe('Change'));
    expect(document.activeElement).toBe(change);
    fireEvent.click(row.getByLabelText('Revoke The tests'));
    const dialog = await openedDialog();
    fireEvent.click(dialog.getByText('Revoke', { selector: 'button' }));
    await waitFor(() => expect(sent.some(({ name }) => name === 'DELETE /api/rules/rule')).toBe(true));
  });

  it('a rule of a newer version is among them: it is not described, nor renewed unread, but can be revoked', async () => {
    const newer = { kind: 'host', name: 'example.com' };
    const reply = [rule, { ...rule, id: 'b', name: 'Newer', pattern: newer }];
    openSettings({ [list]: () => reply.map((one) => ruleSchema.parse(one)) });
    const row = within(await screen.findByLabelText('Newer'));
    row.getByText('This page is too old to say what it lets pass. Reload it.');
    expect(row.queryByLabelText('Change expiry of Newer')).toBeNull();
    row.getByLabelText('Revoke Newer');
    within(screen.getByLabelText('The tests')).getByText('npm test, word for word');
  });

  it('one that covers nothing any more says why', async () => {
    const why = 'No rule can cover what publishes, releases or deploys. You are asked each time.';
    openSettings({ [list]: () => [rule, { ...rule, id: 'b', name: 'Push', whyNothing: why }] });
    within(await screen.findByLabelText('Push')).getByText(`It approves nothing any more. ${why}`);
    expect(screen.getAllByText(/nothing any more/)).toHaveLength(1);
  });

  it('a name is read aloud with its hidden characters told, as it is shown', async () => {
    openSettings({ [list]: () => [{ ...rule, name: 'a\u202eb' }] });
    await screen.findByLabelText('Revoke a‹U+202E›b');
    screen.getByLabelText('Change expiry of a‹U+202E›b');
  });

  it('says that there is none, that they could not be loaded, and why what was written can be none', async () => {
    const server: TestServer = { [list]: offline };
    openSettings(server);
    await screen.findByText('Rules could not be loaded');
    server[list] = () => [];
    fireEvent.click(button('Try again'));
    await screen.findByText('No rules yet: every request needs your decision or a task’s limits.');
    screen.getByText(
      /No rule covers publishing, anything that openly uses the network or secrets, or what cannot be judged\./,
    );
    fireEvent.click(button('Write a rule'));
    fireEvent.click(button('Try it on the latest requests'));
    await screen.findByText('A command is required');
    const issues = [{ path: ['pattern'], message: 'No rule can cover this command' }];
    server[preview] = () =>
      Promise.reject(
        new ApiError(400, 'Bad Request', {
          requestId: 'x',
          code: 'invalid',
          message: 'No rule can cover this command',
          issues,
        } as never),
      );
    fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'ls' } });
    const refuse = server[preview];
    server[preview] = () => Promise.reject(new ApiError(503, 'Too busy', null));
    fireEvent.click(button('Try it on the latest requests'));
    await screen.findByText('It could not be tried on the latest requests');
    screen.getByText('503: Too busy');
    expect(screen.queryByText('This cannot be a rule')).toBeNull();
    if (refuse) server[preview] = refuse;
    fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'rm -rf .' } });
    fireEvent.click(button('Try it on the latest requests'));
    await screen.findByText('This cannot be a rule');
    screen.getByText(/No rule can cover this command/);
    expect(button('Save rule')).toHaveProperty('disabled', true);
  });

  it('leads the keyboard from each step of writing one to the next', async () => {
    const server: TestServer = {
      [list]: () => [],
      [preview]: () => ({ of: 60, runsProjectCode: false, matched: [] }),
      'POST /api/projects/engine/rules': () => rule,
    };
    openSettings(server);
    await screen.findByText(/^No rules yet/);
    const press = (name: string) => {
      button(name).focus();
      fireEvent.click(button(name));
    };
    press('Write a rule');
    const form = document.activeElement;
    const command = screen.getByLabelText('Command');
    expect(form).not.toBe(document.body);
    expect(form?.contains(command)).toBe(true);
    fireEvent.change(command, { target: { value: 'ls' } });
    press('Try it on the latest requests');
    await waitFor(() => expect(button('Save rule')).toHaveProperty('disabled', false));
    expect(document.activeElement).not.toBe(document.body);
    expect(form?.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.contains(button('Save rule'))).toBe(true);
    press('Save rule');
    await waitFor(() => expect(document.activeElement).toBe(button('Write a rule')));
  });
});
