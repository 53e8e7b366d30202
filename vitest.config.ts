import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { chooseSeed } from './dev/testing/seed.ts';

const emulator = '**/*.emulator.test.ts';
const decisions = 'functions/src/acceptance/decisions/*.emulator.test.ts';
const programs = 'dev/testing/programs.ts';
const repeatable = 'dev/testing/repeatable.ts';
/** Waiting may take long on a busy machine; Vitest's own limits are for an idle one. */
const patient = { testTimeout: 120_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
const slow = { ...patient, testTimeout: 180_000, hookTimeout: 180_000 };
/** What a wait that ran out says; never a wrong value. See docs/decisions/028-a-wait-in-a-browser-may-be-tried-again.md. */
const waitedInVain = /Timeout \d+ms exceeded|^Expected .* within \d+ ms; saw|^Test timed out/;
/** Leaves tests of the long suites out where everything is run. */
const runner = join(import.meta.dirname, 'dev/testing/sampling-runner.ts');
const never = ['**/node_modules/**', '**/dist/**', '**/seeds/**'];

// Not on standard output, which is read when tests are listed.
console.error(`Random choices begin with COUNTERSIGN_SEED=${chooseSeed()}`);

/** One project per folder; those that need emulators or the whole stack start them once (dev/testing). */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], exclude: never, ...patient } },
      {
        test: {
          name: 'functions',
          include: ['functions/**/*.test.ts'],
          exclude: [...never, emulator],
          isolate: false, // what the tests load is loaded once for all of them
          globalSetup: [programs],
          setupFiles: [repeatable],
          ...patient,
        },
      },
      'agent/vitest.config.ts',
      // What the tests load is loaded once for all of them: loading takes longer than the tests.
      {
        test: {
          name: 'dev',
          runner,
          include: ['{dev,bench}/**/*.test.ts'],
          exclude: [...never, emulator],
          isolate: false,
          ...slow,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: never,
          environment: 'jsdom', // one for all: for another one, Vitest starts another process, which loads everything again
          isolate: false,
          setupFiles: ['web/test-setup.ts', repeatable],
          ...patient,
        },
      },
      {
        test: {
          name: 'emulator',
          runner,
          include: [emulator],
          exclude: [...never, 'agent/**', decisions],
          isolate: false, // see functions/src/testing/environment.ts
          execArgv: ['--max-semi-space-size=64'], // a quarter less time for garbage collection
          globalSetup: ['dev/testing/emulators.ts', programs],
          ...slow,
        },
      },
      // Many decisions take minutes, mostly of waiting, in programs of their own.
      {
        test: {
          name: 'decisions',
          include: [decisions],
          exclude: never,
          isolate: false,
          globalSetup: ['dev/testing/emulators.ts', programs],
          ...slow,
        },
      },
      {
        test: {
          name: 'e2e',
          runner,
          include: ['e2e/**/*.test.ts'],
          exclude: [...never, 'e2e/engines/**', 'e2e/stack/**', 'e2e/resilience/**'],
          isolate: false, // one browser per worker, not per file
          globalSetup: [programs, 'dev/testing/stack.ts'],
          ...slow,
          testTimeout: 120_000,
          retry: { count: 1, condition: waitedInVain },
        },
      },
      // Firefox and WebKit: only `npm run test:long` installs and runs them.
      {
        test: {
          name: 'engines',
          include: ['e2e/engines/**/*.test.ts'],
          exclude: never,
          fileParallelism: false,
          globalSetup: [programs, 'dev/testing/stack.ts'],
          ...slow,
        },
      },
      // They kill what the others need: they get a stack of their own, and run one file after the other.
      {
        test: {
          name: 'resilience',
          runner,
          include: ['e2e/resilience/**/*.test.ts'],
          exclude: never,
          fileParallelism: false,
          globalSetup: [programs, 'dev/testing/stack.ts'],
          ...slow,
        },
      },
      // They start and end stacks themselves: one after the other, since two cores are not enough for more.
      {
        test: {
          name: 'stack',
          runner,
          include: ['e2e/stack/**/*.test.ts'],
          exclude: never,
          fileParallelism: false,
          globalSetup: [programs],
          ...slow,
          testTimeout: 480_000,
        },
      },
    ],
  },
});
