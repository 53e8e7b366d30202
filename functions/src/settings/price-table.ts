import { modelPrice, type ModelPrice } from '@countersign/contract/agent';
import * as z from 'zod';

/** Prices of models, by name. */
export type PriceTable = ReadonlyMap<string, ModelPrice>;

const table = z.record(z.string().min(1), modelPrice);

/** Parses a price table: JSON of model → US dollars for a million tokens. Null if invalid. */
export function parsePrices(text: string): PriceTable | null {
  try {
    const parsed = table.safeParse(text.trim() === '' ? {} : JSON.parse(text));
    return parsed.success ? new Map(Object.entries(parsed.data)) : null;
  } catch {
    return null;
  }
}
