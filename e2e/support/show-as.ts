import type { Approval } from '@countersign/contract';
import type { Page } from 'playwright-core';

/**
 * Shows a request as if an agent had asked for this, in the queue and by itself: for this no container is needed. The
 * server still knows it by the hash of what it really is.
 */
export async function showAs(page: Page, itemId: string, fields: Partial<Approval>): Promise<void> {
  await page.route(/\/api\/(approvals|task-items\/[\w-]+)$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const asked = (approval: Approval) => (approval.id === itemId ? { ...approval, ...fields } : approval);
    const reply = (await response.json()) as Approval | Approval[];
    await route.fulfill({ response, json: Array.isArray(reply) ? reply.map(asked) : asked(reply) });
  });
}

/** A new file of this many short lines. */
export const fileOf = (lines: number, path = 'docs/loom.md'): Partial<Approval> => ({
  title: `Create ${path}`,
  type: 'file_creation',
  toolKind: 'edit',
  toolParameters: { path },
  content: null,
  filePath: path,
  fileContent: Array.from({ length: lines }, (_, line) => `thread ${line + 1}\n`).join(''),
  enforcement: 'honoured',
});
