import { ApiError, DECLINED_REASON, type ElicitationParameters, type FormField, routes } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seenRecordOf } from '../../../entities/task-item/seen/seen-record.ts';
import { api } from '../../../lib/api.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { ApprovalList } from '../list/approval-list.tsx';
import SwipeMode from '../swipe/swipe-mode.tsx';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { kindOf } from '../together/together.ts';

let sent: { route: unknown; input: { body?: unknown; ifMatch?: string } }[];
let refusal: Error | null;
/** The signed-in person's. */
let queries: QueryClient;
beforeEach(() => {
  queries = createQueryClient();
  stubLayout();
  sent = [];
  refusal = null;
  vi.spyOn(api, 'call').mockImplementation(((route: unknown, input: never) => {
    if (route !== routes.answerTaskItem && route !== routes.rejectTaskItem) return new Promise(() => undefined);
    sent.push({ route, input });
    return refusal === null ? Promise.resolve({}) : Promise.reject(refusal);
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const low = { level: 'low', judged: true, reasons: [], engine: 1 };
const request = (id: string, toolParameters: ElicitationParameters) =>
  testApproval({
    id,
    hash: id,
    type: 'approval_request',
    title: 'Tell me',
    toolKind: 'elicitation',
    toolParameters,
    risk: low,
  });
const form = (...fields: FormField[]): ElicitationParameters => ({ mode: 'form', fields });
const option = (value: string) => ({ value, title: value.toUpperCase() });
const fields: FormField[] = [
  { name: 'zone', type: 'string', title: 'Zone', required: true, options: [option('eu'), option('us')] },
  { name: 'count', type: 'integer', required: false, minimum: 1, default: 3 },
  { name: 'note', type: 'string', title: 'Note', required: false },
  { name: 'sure', type: 'boolean', title: 'Sure', required: false },
  { name: 'tags', type: 'array', title: 'Tags', required: true, options: [option('a'), option('b')] },
];

async function inList(id: string, asked: ElicitationParameters, hash = id) {
  render(
    <InApp queries={queries}>
      <ApprovalList approvals={[{ ...request(id, asked), hash }]} freshness="fresh" edits={new Map()} />
    </InApp>,
  );
  await screen.findByLabelText('Answer', { selector: 'form' });
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** By text, not by role: querying the accessibility tree is slow here. */
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

it('is filled in on its card, told what is missing, and sent for the bytes that were shown', async () => {
  await inList('whole', form(...fields));
  expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull();
  press('Answer');
  expect(await screen.findAllByText('An answer is required')).toHaveLength(2);
  expect(sent).toEqual([]);
  expect(document.activeElement?.getAttribute('name'), 'the first field that is wrong').toBe('zone');
  type(/Zone/, 'us');
  type(/count/, 'many');
  fireEvent.click(screen.getByLabelText('A'));
  press('Answer');
  expect(await screen.findByText('Enter a whole number')).toBeTruthy();
  type(/count/, '4');
  press('Answer');
  await waitFor(() => expect(sent).toHaveLength(1));
  const answer = { zone: 'us', count: 4, sure: false, tags: ['a'] };
  expect(sent[0]).toMatchObject({ route: routes.answerTaskItem, input: { body: { answer }, ifMatch: 'whole' } });
});

it('keeps what was typed while its card is away, and shows what the server refuses at its field', async () => {
  const asked = form({ name: 'note', type: 'string', title: 'Note', required: true });
  await inList('kept', asked);
  type(/Note/, 'typed');
  cleanup();
  await inList('kept', asked);
  expect(screen.getByLabelText(/Note/)).toHaveProperty('value', 'typed');
  const issues = [{ path: ['answer', 'note'], message: 'This does not have the required format' }];
  refusal = new ApiError(400, '', { message: 'Invalid', code: 'invalid', issues, requestId: 'r' } as never);
  press('Answer');
  expect(await screen.findByText('This does not have the required format')).toBeTruthy();
});

it('is the same form on its card and in the opened view: neither loses what was typed in the other', async () => {
  const note: FormField = { name: 'note', type: 'string', title: 'Note', required: true };
  await inList('both', form(note, { ...note, name: 'more', title: 'More' }));
  const field = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)];
  const card = within(screen.getByRole('group', { name: 'Tell me' }));
  fireEvent.change(card.getByLabelText(/Note/), { target: { value: 'typed on the card' } });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  const opened = within(await screen.findByRole('dialog'));
  const more = await opened.findByLabelText(/More/);
  fireEvent.change(more, { target: { value: 'typed in the opened view' } });
  for (const [name, value] of [
    ['note', 'typed on the card'],
    ['more', 'typed in the opened view'],
  ] as const)
    expect(field(name).map((one) => one.value)).toEqual([value, value]);
  fireEvent.change(card.getByLabelText(/Note/), { target: { value: 'and changed there' } });
  cleanup();
  await inList('both', form(note, { ...note, name: 'more', title: 'More' }));
  expect(screen.getByLabelText(/More/)).toHaveProperty('value', 'typed in the opened view');
  expect(screen.getByLabelText(/Note/)).toHaveProperty('value', 'and changed there');
});

it('shows what was typed in no other request with an equal form, and to nobody who signs in afterwards', async () => {
  const asked = form({ name: 'note', type: 'string', title: 'Note', required: true });
  const note = () => screen.getByLabelText<HTMLInputElement>(/Note/).value;
  await inList('first', asked, 'equal');
  type(/Note/, 'typed');
  cleanup();
  await inList('second', asked, 'equal');
  expect(note()).toBe('');
  cleanup();
  await inList('first', asked, 'equal');
  expect(note()).toBe('typed');
  cleanup();
  queries = createQueryClient();
  await inList('first', asked, 'equal');
  expect(note()).toBe('');
});

it('is declined with one press', async () => {
  await inList('declined', form(...fields));
  press('Decline');
  await waitFor(() => expect(sent).toHaveLength(1));
  const input = { body: { reason: DECLINED_REASON }, ifMatch: 'declined' };
  expect(sent[0]).toMatchObject({ route: routes.rejectTaskItem, input });
});

it('warns where a field looks as if it were for a secret', async () => {
  const named: FormField = { name: 'apiKey', type: 'string', required: false };
  await inList('secret', form(named, { name: 'colour', type: 'string', format: 'password', required: false }));
  expect(screen.getAllByText(/Do not type passwords here/)).toHaveLength(2);
});

it('warns likewise, and keeps what is typed, where a field is called like something that every object has', async () => {
  const named = ['constructor', 'toString'].map((name): FormField => ({ name, type: 'string', required: true }));
  const fields = named.map((field) => ({ ...field, title: `${field.name} password`, format: 'valueOf' }));
  await inList('inherited', form(...fields));
  expect(screen.getAllByText(/Do not type passwords here/)).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  press('Answer');
  expect(await screen.findAllByText('An answer is required')).toHaveLength(2);
  expect(document.activeElement?.getAttribute('name')).toBe('constructor');
  type(/constructor/, 'red');
  type(/toString/, 'blue');
  press('Answer');
  await waitFor(() =>
    expect(sent).toMatchObject([{ input: { body: { answer: { constructor: 'red', toString: 'blue' } } } }]),
  );
});

it('shows an address whole, and leaves opening it to the person, in a tab that does not learn where they came from', async () => {
  await inList('link', { mode: 'url', url: 'https://id.example.com/device?code=1' });
  expect(screen.getByText('id.example.com', { selector: 'strong' }).parentElement?.textContent).toBe(
    'https://id.example.com/device?code=1',
  );
  const link = screen.getByRole('link', { name: 'Open id.example.com' });
  expect(link.getAttribute('href')).toBe('https://id.example.com/device?code=1');
  expect([link.getAttribute('target'), link.getAttribute('rel'), link.getAttribute('referrerpolicy')]).toEqual([
    '_blank',
    'noopener noreferrer',
    'no-referrer',
  ]);
  press('Done');
  await waitFor(() => expect(sent).toMatchObject([{ input: { body: { answer: {} } } }]));
});

it('is opened in swipe mode, never approved, also when all of it was seen', async () => {
  const approval = request('swiped', form(...fields));
  render(
    <InApp>
      <SwipeMode approvals={[approval]} freshness="fresh" edits={new Map()} takesFocus={false} />
    </InApp>,
  );
  seenRecordOf({ id: 'swiped', hash: 'swiped', truncated: false }).reachEnd();
  expect(screen.queryByText('Approve', { selector: 'button' })).toBeNull();
  press('Answer');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(await screen.findByLabelText('Answer', { selector: 'form' })).toBeTruthy();
  expect(sent).toEqual([]);
});

it('is never decided together with others', () => {
  expect(kindOf(request('several', form()))).toBeNull();
});
