import type { ModelTokens } from '@countersign/contract/agent';
import type { ContainerDocument } from '../../documents/container.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { addTokens, greaterTokens, moreTokens } from '../../lib/add-tokens.ts';

/**
 * Counts, by model, what a container's execution has used since its last report. It reports totals, so that a report
 * that is repeated, late or missing makes no difference. Returns the fields to write to the container in the same
 * transaction.
 */
export function meterModels(
  { countedModels, usage }: ContainerDocument,
  told: readonly ModelTokens[] | undefined,
): Partial<Pick<ContainerDocument, 'countedModels' | 'usage'>> {
  const more = moreTokens(told ?? [], countedModels);
  if (more.length === 0) return {};
  return { countedModels: greaterTokens(countedModels, told ?? []), usage: addTokens(usage, more) };
}

/** Counts a task's tokens: totals are those of one execution, and restart with the next. Null for nothing new. */
export function meterTask(
  { counted, usage }: TaskDocument,
  { id, epoch }: Pick<ContainerDocument, 'id' | 'epoch'>,
  told: readonly ModelTokens[],
): Pick<TaskDocument, 'counted' | 'usage'> | null {
  const isSame = counted?.containerId === id && counted.epoch === epoch;
  const before = isSame ? counted.models : [];
  const more = moreTokens(told, before);
  if (more.length === 0) return null;
  return {
    counted: { containerId: id, epoch, models: greaterTokens(before, told) },
    usage: addTokens(usage, more),
  };
}
