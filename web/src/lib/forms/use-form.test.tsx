import { ApiError, createProject } from '@countersign/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deferred } from '../timing/deferred.ts';
import { useForm } from './use-form.ts';

afterEach(cleanup);

const typed = { name: '', description: 'kept' };

function form(send: (body: { name: string }) => Promise<unknown>) {
  return renderHook(() =>
    useForm({ initial: typed, toBody: ({ name }: typeof typed) => ({ name }), schema: createProject, send }),
  ).result;
}

it('checks with the schema before anything is sent', async () => {
  const send = vi.fn(async () => undefined);
  const result = form(send);
  await act(() => result.current.submit());
  expect(result.current.errors).toMatchObject({ name: 'Name is required' });
  expect(send).not.toHaveBeenCalled();
});

it('keeps what was typed when the server refuses and shows its issues beside the fields', async () => {
  const reply = { message: 'No', code: 'invalid', issues: [{ path: ['name'], message: 'Taken' }] };
  const result = form(async () => Promise.reject(new ApiError(400, '', reply)));
  act(() => result.current.set('name', 'Website'));
  let done: boolean | undefined;
  await act(async () => void (done = await result.current.submit()));
  expect(done).toBe(false);
  expect(result.current.errors).toMatchObject({ name: 'Taken' });
  expect(result.current.values).toEqual({ name: 'Website', description: 'kept' });
});

it('forgets a complaint when its field is changed', async () => {
  const result = form(async () => undefined);
  await act(() => result.current.submit());
  act(() => result.current.set('name', 'W'));
  expect(result.current.errors['name']).toBeUndefined();
});

it('takes fields that arrive later, but for those that somebody typed into', () => {
  const useTyped = (initial: typeof typed) =>
    useForm({ initial, toBody: ({ name }: typeof typed) => ({ name }), send: async () => undefined });
  const { result, rerender } = renderHook(useTyped, { initialProps: { name: '', description: '' } });
  act(() => result.current.set('name', 'Mine'));
  rerender({ name: 'Theirs', description: 'theirs' });
  expect(result.current.values).toEqual({ name: 'Mine', description: 'theirs' });
  act(() => result.current.reset());
  expect(result.current.values).toEqual({ name: 'Theirs', description: 'theirs' });
});

it('sends the body once and says that it went through', async () => {
  const send = vi.fn(async () => undefined);
  const result = form(send);
  act(() => result.current.set('name', 'Website'));
  let done: boolean | undefined;
  await act(async () => void (done = await result.current.submit()));
  expect(done).toBe(true);
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Website' });
});

it('is emptied of what was sent, not of what was typed meanwhile', async () => {
  const answer = deferred();
  const result = form(async () => answer.promise);
  act(() => result.current.set('name', 'Website'));
  act(() => result.current.set('description', 'of the mill'));
  const done = result.current.submit();
  act(() => result.current.set('name', 'Engine'));
  await act(async () => {
    answer.resolve();
    if (await done) result.current.reset();
  });
  expect(result.current.values).toEqual({ name: 'Engine', description: 'kept' });
  act(() => result.current.reset());
  expect(result.current.values).toEqual(typed);
});
