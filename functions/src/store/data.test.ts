import type { DocumentReference, Transaction } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Work = (transaction: Transaction) => Promise<unknown>;

/** The database as its library presents it; each test sets its behaviour. */
const database = vi.hoisted(() => ({ runTransaction: vi.fn(), commitBatch: vi.fn(), getAll: vi.fn() }));
vi.mock('./firestore.ts', () => ({
  db: () => ({
    runTransaction: database.runTransaction,
    getAll: database.getAll,
    batch: () => ({ create: () => undefined, update: () => undefined, commit: database.commitBatch }),
  }),
}));

// Another file of this worker may have loaded it with the real database.
vi.resetModules();
const { commit, list, read, transact, updateUnchanged } = await import('./data.ts');
const { setLogWriter } = await import('../lib/log.ts');
const { notFound } = await import('../lib/errors.ts');

// Nor is the next file to get this one's.
afterAll(() => void vi.resetModules());

const logged: string[] = [];
setLogWriter((line) => logged.push(line));
beforeEach(() => {
  logged.splice(0);
  for (const mock of Object.values(database)) mock.mockReset();
});

const trouble = (code: number, message = 'Trouble') => Object.assign(new Error(`${code} ${message}`), { code });
const closed = trouble(3, 'INVALID_ARGUMENT: The referenced transaction is invalid or closed.');
const never = new Promise<never>(() => undefined);
const ref = { id: 'x', path: 'things/x' } as DocumentReference;

/** The library runs a transaction's work and then commits it: `commits` are the results, one after the other. */
function commitsAre(...commits: (Error | null)[]): void {
  database.runTransaction.mockImplementation(async (work: Work) => {
    const result = await work({ getAll: database.getAll, create: () => undefined } as unknown as Transaction);
    const error = commits.shift();
    if (error) throw error;
    return result;
  });
}

/** The library tries again by itself in some kinds of trouble. */
function libraryTriesAgain(...commits: (Error | null)[]): void {
  database.runTransaction.mockImplementation(async (work: Work) => {
    for (;;) {
      const result = await work({ create: () => undefined } as unknown as Transaction);
      const error = commits.shift();
      if (!error) return result;
      if (commits.length === 0) throw error;
    }
  });
}

describe('a transaction', () => {
  test('that the database has closed is tried again', async () => {
    commitsAre(closed, closed, null);
    const work = vi.fn(async () => 'done');
    expect(await transact(work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('is tried again soon if there was no room for its reads, not a minute later', async () => {
    commitsAre(null);
    database.getAll.mockRejectedValueOnce(trouble(8)).mockResolvedValue([{ data: () => ({ id: 'x' }) }]);
    const began = Date.now();
    expect(await transact((tx) => tx.read(ref))).toEqual({ id: 'x' });
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  test.each([
    ['3 (closed), again and again', closed],
    ['4', trouble(4)],
    ['8', trouble(8)],
    ['10', trouble(10)],
    ['14', trouble(14)],
    ['13', trouble(13)],
  ])('that fails with %s: unavailable, with a time to come back, and logged', async (_what, error) => {
    commitsAre(error, error, error, error);
    await expect(transact(async () => undefined)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Our database is busy at the moment. Please try again.',
      details: { retryAfterSeconds: 5 },
    });
    expect(logged.join()).toContain('The database did not do what it was asked (transaction)');
  });

  test('that is refused for its content is reported as such', async () => {
    const wrong = trouble(3, 'INVALID_ARGUMENT: A field is wrong');
    commitsAre(wrong);
    await expect(transact(async () => undefined)).rejects.toBe(wrong);
    commitsAre(trouble(3, 'INVALID_ARGUMENT: Transaction too big. Decrease transaction size.'));
    await expect(transact(async () => undefined)).rejects.toMatchObject({ code: 'too_large' });
    expect(database.runTransaction).toHaveBeenCalledTimes(2);
  });

  test('that does not answer is not awaited, and commits nothing later', async () => {
    commitsAre(null);
    database.getAll.mockReturnValue(never);
    await expect(transact((tx) => tx.read(ref), { withinMs: 20 })).rejects.toMatchObject({ code: 'unavailable' });
    let answer = (_found: unknown): void => undefined;
    database.getAll.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    commitsAre(new Error('it was committed'));
    const late = transact((tx) => tx.read(ref), { withinMs: 20 });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    answer([{ data: () => undefined }]);
    await expect(database.runTransaction.mock.results.at(-1)?.value).rejects.toThrow('took too long');
  });

  test('that was committed without a reply does not conflict with itself', async () => {
    libraryTriesAgain(trouble(14), trouble(6));
    let tries = 0;
    const created = transact(async (tx) => {
      tx.create(ref, {});
      return (tries += 1);
    });
    expect(await created, 'what was committed').toBe(1);
    libraryTriesAgain(trouble(6), trouble(6));
    commitsAre(trouble(6));
    await expect(
      transact(async () => undefined),
      'at the first try',
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a transaction that finds its own work done, and throws', () => {
  const deletion = () => {
    let isGone = false;
    return transact(async (tx) => {
      if (isGone) throw notFound('Task');
      isGone = true;
      tx.create(ref, {});
      return 'deleted';
    });
  };

  test.each([
    ['was committed without a reply', trouble(2)],
    ['was committed, and the reply was late', trouble(4)],
  ])('has succeeded where the try before %s', async (_what, error) => {
    libraryTriesAgain(error, null);
    database.getAll.mockResolvedValue([{ exists: true }]);
    expect(await deletion()).toBe('deleted');
  });

  test('has failed where the try before was not committed, or cannot be seen to have been', async () => {
    libraryTriesAgain(trouble(10), null);
    database.getAll.mockResolvedValueOnce([{ exists: false }]).mockRejectedValueOnce(trouble(14));
    await expect(deletion()).rejects.toMatchObject({ code: 'not_found' });
    libraryTriesAgain(trouble(2), null);
    await expect(deletion()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a batch', () => {
  test.each([4, 8, 10, 14])('that fails with %i is not written a second time: unavailable', async (code) => {
    database.commitBatch.mockRejectedValue(trouble(code));
    await expect(commit((writer) => writer.create(ref, {}))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('This may or may not have been saved') as string,
    });
    expect(database.commitBatch).toHaveBeenCalledTimes(1);
  });

  test.each([
    [5, 'not_found'],
    [6, 'conflict'],
  ])('that fails with %i: %s', async (code, told) => {
    database.commitBatch.mockRejectedValue(trouble(code));
    await expect(commit((writer) => writer.create(ref, {}))).rejects.toMatchObject({ code: told });
  });
});

describe('outside of transactions', () => {
  const failing = (code: number) =>
    ({ ...ref, get: () => Promise.reject(trouble(code)) }) as unknown as DocumentReference;

  test.each([4, 8, 10, 14, 13, 1])('what cannot be read for %i: unavailable', async (code) => {
    const wanted = { code: 'unavailable' };
    await expect(read(failing(code))).rejects.toMatchObject(wanted);
    await expect(list(failing(code) as never)).rejects.toMatchObject(wanted);
    await expect(updateUnchanged(failing(code), async () => ({}))).rejects.toMatchObject(wanted);
  });

  test.each([7, 9, 16])('%i is our own mistake, and stays as it is', async (code) => {
    await expect(read(failing(code))).rejects.toMatchObject({ code });
  });

  test('a document that changes all the time: unavailable', async () => {
    const changing = {
      ...ref,
      get: async () => ({ data: () => ({}), updateTime: 1 }),
      update: () => Promise.reject(trouble(9)),
    } as unknown as DocumentReference;
    await expect(updateUnchanged(changing, async () => ({}))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
