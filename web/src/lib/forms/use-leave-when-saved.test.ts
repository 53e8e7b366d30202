import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deferred } from '../timing/deferred.ts';
import { useLeaveWhenSaved } from './use-leave-when-saved.ts';

afterEach(cleanup);

/** A dialog with one field, each save of which the test answers. */
function dialog() {
  const onClose = vi.fn();
  const { result } = renderHook(() => useLeaveWhenSaved(onClose));
  const answers: ((isStored: boolean) => void)[] = [];
  const save = async () => {
    const { promise, resolve } = deferred<boolean>();
    answers.push(resolve);
    return promise;
  };
  result.current.fields.register(save);
  const press = () => act(async () => void result.current.leave());
  const answer = (index: number, isStored: boolean) => act(async () => answers[index]?.(isStored));
  const type = () => act(async () => result.current.fields.touched());
  return { onClose, result, answers, press, answer, type };
}

it('closes once everything is stored, and says what was refused', async () => {
  const { onClose, result, answers, press, answer } = dialog();
  await press();
  await press();
  expect([answers.length, result.current.state]).toEqual([1, 'saving']);
  await answer(0, false);
  expect([onClose.mock.calls.length, result.current.state]).toEqual([0, 'refused']);
  await press();
  await answer(1, true);
  expect([onClose.mock.calls.length, result.current.state]).toEqual([1, 'open']);
});

it('stays open with what is typed while the rest is being stored, until that is stored, too', async () => {
  const { onClose, result, answers, press, answer, type } = dialog();
  await press();
  await type();
  await answer(0, true);
  expect([onClose.mock.calls.length, result.current.state]).toEqual([0, 'open']);
  await press();
  await type();
  await press();
  await answer(1, false);
  expect([onClose.mock.calls.length, result.current.state], 'a former attempt says nothing').toEqual([0, 'saving']);
  await answer(2, true);
  expect([onClose.mock.calls.length, answers.length]).toEqual([1, 3]);
});
