import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { fewLists } from './few-lists.ts';
import type { Mount } from './route.ts';

type Caller = { userId: string };

/** The use-case of a route as it is mounted, which tells who has begun and goes on when told to. */
function mounted(route: (typeof routes)[keyof typeof routes]) {
  const begun: string[] = [];
  const goOn: (() => void)[] = [];
  let call = async (_userId: string): Promise<unknown> => undefined;
  const mount: Mount<Caller> = (_, useCase) => {
    call = (userId) => useCase({ userId }, {} as never);
  };
  fewLists(mount)(route, async ({ userId }) => {
    begun.push(userId);
    await new Promise<void>((resolve) => goOn.push(resolve));
    return [] as never;
  });
  return { begun, call, goOn };
}

test('of one user eight lists are answered at a time, of another one just as many, and anything else at once', async () => {
  const lists = mounted(routes.listTasks);
  const answers = [...Array<string>(10).fill('mine'), 'theirs'].map((userId) => lists.call(userId));
  expect(lists.begun).toEqual([...Array<string>(8).fill('mine'), 'theirs']);
  const other = mounted(routes.getTask);
  const others = Array.from({ length: 10 }, () => other.call('mine'));
  expect(other.begun).toHaveLength(10);
  lists.goOn[0]?.();
  await answers[0];
  await expect.poll(() => lists.begun.length).toBe(10);
  lists.goOn.forEach((resolve) => resolve());
  await expect.poll(() => lists.begun.length).toBe(11);
  for (const resolve of [...lists.goOn, ...other.goOn]) resolve();
  expect(await Promise.all([...answers, ...others])).toHaveLength(21);
});
