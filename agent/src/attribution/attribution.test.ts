import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { isLong } from '../../../dev/testing/sample.ts';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { createAttribution } from './attribution.ts';
import { type Act, play, scripts } from './testing/script.ts';
import { createGitWorld, createModelWorld } from './testing/worlds.ts';

/** A run on real git takes over a second. */
const GIT_RUNS = isLong ? 50 : 4;

/** A file that is as it was at the last look, although something else wrote it meanwhile. */
const deletedAgain: Act[] = [
  { does: 'command', which: 0, isBlind: false },
  { does: 'write', which: 0, how: 'gone' },
  { does: 'command', which: 0, isBlind: false },
  { does: 'write', which: 0, how: 'fresh' },
  { does: 'write', which: 0, how: 'gone' },
];

afterAll(() => removeTestFolders());

it('lists what a random script knows to be true, whatever is approved, rejected, done silently or too late', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(60), async (script) => {
      const { told, truth } = await play(script, createModelWorld());
      expect(told).toEqual(truth);
    }),
    { numRuns: isLong ? 1_000 : 300, examples: [[deletedAgain]] },
  );
});

it('does so on real git, too', { timeout: GIT_RUNS * 45_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(scripts(25), async (script) => {
      const { told, truth } = await play(script, await createGitWorld(makeFolder()));
      expect(told).toEqual(truth);
    }),
    { numRuns: GIT_RUNS, endOnFailure: true },
  );
});

it('does not take what the container before found for what is there now', async () => {
  const script: Act[] = [
    { does: 'kill', which: 4, writes: true },
    { does: 'command', which: 0, isBlind: false },
    { does: 'write', which: 4, how: 'fresh' },
  ];
  const { told, truth } = await play(script, await createGitWorld(makeFolder()));
  expect(Object.keys(truth.within)).toEqual(['new-2.txt']);
  expect(told).toEqual(truth);
});

it('has ended once no look at the files is under way', async () => {
  const nothing = { files: new Map<string, string>(), gone: new Map<string, string>() };
  let endLook: (found: typeof nothing) => void = () => undefined;
  const look = new Promise<typeof nothing>((resolve) => (endLook = resolve));
  const files = {
    look: () => look,
    inCommit: async () => nothing,
    nameOf: async () => null,
    read: async () => null,
    changedAt: async () => null,
    ignored: async () => [],
  };
  const log = Object.assign(() => undefined, { connect: () => undefined, flush: async () => undefined });
  const attribution = createAttribution({ files, saved: null, log });
  const told = vi.fn();
  const ended = attribution.ended().then(told);
  await new Promise(setImmediate);
  expect(told).not.toHaveBeenCalled();
  endLook(nothing);
  await ended;
});
