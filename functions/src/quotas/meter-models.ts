import type { ModelTokens } from '@countersign/contract/agent';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { addTokens, greaterTokens, moreTokens } from '../lib/add-tokens.ts';

/**
 * Counts what the models of a container's execution have used since it last told, by model: it tells sums, so that what is told twice,
 * late or not at all makes no difference. Answers what the same transaction has to write into the container.
 */
export function meterModels(
  { countedModels, usage }: ContainerDocument,
  told: readonly ModelTokens[] | undefined,
): Partial<Pick<ContainerDocument, 'countedModels' | 'usage'>> {
  const more = moreTokens(told ?? [], countedModels);
  if (more.length === 0) return {};
  return { countedModels: greaterTokens(countedModels, told ?? []), usage: addTokens(usage, more) };
}

/** The same for one of its tasks: the sums are those of one execution, and begin anew with the next one. Null for nothing new. */
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
