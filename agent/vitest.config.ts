import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'agent',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    runner: join(import.meta.dirname, '../dev/testing/sampling-runner.ts'),
    isolate: false, // what the tests load is loaded once for all of them
    globalSetup: ['src/testing/build.ts', '../dev/testing/programs.ts'],
    setupFiles: ['../dev/testing/repeatable.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
