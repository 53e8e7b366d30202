import type { ModelPrice } from '@countersign/contract/agent';
import { env } from './env.ts';

/** What a model's tokens cost; undefined where the deployment does not say. */
export function priceOf(model: string): ModelPrice | undefined {
  return env().MODEL_PRICES.get(model);
}

/** The models of this deployment, its default first; none where it has no model. */
export function offeredModels(): { name: string; isPriced: boolean }[] {
  const { MODEL_BASE_URL, MODEL_NAME } = env();
  return MODEL_BASE_URL === undefined ? [] : [{ name: MODEL_NAME, isPriced: priceOf(MODEL_NAME) !== undefined }];
}
