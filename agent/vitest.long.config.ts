import { defineConfig } from 'vitest/config';

/** What downloads agents or takes minutes; part of `npm run test:long`. */
export default defineConfig({
  test: {
    name: 'agent-long',
    root: import.meta.dirname,
    include: ['src/**/*.long.test.ts'],
    globalSetup: ['src/testing/build.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
