import { PRIORITY_DEFAULT } from '@countersign/contract';

/** The number that was typed; anything that is not one falls back to 1 (specification §5). */
export function parsePriority(typed: string): number {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isNaN(number) ? PRIORITY_DEFAULT : number;
}
