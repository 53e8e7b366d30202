import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { keepCalls, keptCalls } from './kept-calls.ts';

const folder = join(import.meta.dirname, '../../.countersign/failed');

/** Contexts that already record, so that none is started twice. */
const recording = new WeakSet<BrowserContext>();

/** Records what a test does in this context, without screenshots, which take a twentieth of all tests' time. */
export async function recordTrace(context: BrowserContext): Promise<void> {
  if (recording.has(context)) await context.tracing.startChunk();
  else await context.tracing.start({ screenshots: false, snapshots: false });
  recording.add(context);
  keepCalls(context);
}

/** Forgets what was recorded: nobody looks at what a passed test did. */
export async function forgetTrace(context: BrowserContext): Promise<void> {
  await context.tracing.stopChunk();
}

/** Keeps pictures of a failed test's pages, but not of `hidden` ones, and each context's trace and calls; says where. */
export async function keepFailed(
  task: TestContext['task'],
  contexts: readonly BrowserContext[],
  hidden: readonly Page[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `${task.file.name}-${task.name}`.replace(/[^a-z0-9]+/gi, '-').slice(0, 120);
  const kept: string[] = [];
  const pages = contexts.flatMap((context) => context.pages()).filter((page) => !hidden.includes(page));
  for (const [index, page] of pages.entries()) {
    const path = join(folder, `${name}-${index}.png`);
    // A page that no longer answers must not hide the others.
    await page.screenshot({ path, timeout: 15_000 }).then(
      () => kept.push(path),
      (error: unknown) => kept.push(`no picture of ${page.url()}: ${String(error)}`),
    );
  }
  for (const [index, context] of contexts.entries()) {
    const path = join(folder, `${name}-${index}.zip`);
    await context.tracing.stopChunk({ path });
    kept.push(`npx playwright-core show-trace ${path}`);
    const calls = join(folder, `${name}-${index}.calls.txt`);
    await writeFile(calls, keptCalls(context).join('\n'));
    kept.push(calls);
  }
  console.error([`What was seen when "${task.name}" failed:`, ...kept].join('\n  '));
}
