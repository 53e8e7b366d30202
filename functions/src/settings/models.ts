import type { PublicConfig } from '@countersign/contract';
import type { ModelEndpoint, ModelPrice } from '@countersign/contract/agent';
import { env } from './env.ts';

/** The price of a model's tokens, by the name they are counted under; undefined if the deployment sets none. */
export function priceOf(model: string): ModelPrice | undefined {
  return env().MODELS.get(model)?.price ?? env().MODEL_PRICES.get(model);
}

/** The prices of all models that have one. */
export function allPrices(): Record<string, ModelPrice> {
  const own = [...env().MODELS].flatMap(([name, { price }]) => (price === undefined ? [] : [[name, price] as const]));
  return Object.fromEntries([...env().MODEL_PRICES, ...own]);
}

/** The names of this deployment's models, its default first. */
export function modelNames(): string[] {
  const { MODEL_BASE_URL, MODEL_NAME, MODELS } = env();
  return [...(MODEL_BASE_URL === undefined ? [] : [MODEL_NAME]), ...MODELS.keys()];
}

/** The deployment's models, its default first, without their addresses; empty where it has none. */
export function offeredModels(): PublicConfig['models'] {
  return modelNames().map((name) => ({
    name,
    label: env().MODELS.get(name)?.label,
    isPriced: priceOf(name) !== undefined,
  }));
}

/** The model of a task: its own choice, else its project's, else the default; undefined where there is no model. */
export function modelOf(task: { model: string | null }, project: { model: string | null }): string | undefined {
  return task.model ?? project.model ?? modelNames()[0];
}

/** The address and key of that model, for runners only. Null for a name that is not one of this deployment's. */
export function endpointOf(name: string): ModelEndpoint | null {
  const { MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME, MODEL_CONTEXT, MODELS } = env();
  if (MODEL_BASE_URL !== undefined && name === MODEL_NAME) {
    return { name, baseUrl: MODEL_BASE_URL, apiKey: MODEL_API_KEY, model: name, contextLength: MODEL_CONTEXT };
  }
  const found = MODELS.get(name);
  const baseUrl = found?.baseUrl ?? MODEL_BASE_URL;
  if (found === undefined || baseUrl === undefined) return null;
  return {
    name,
    isNamed: true,
    baseUrl,
    apiKey: keyOf(found.key, found.baseUrl === undefined),
    model: found.model ?? name,
    contextLength: found.context ?? MODEL_CONTEXT,
  };
}

/** The most tokens that one request to any of the models may take, the reply included. */
export function longestContext(): number {
  const { MODEL_CONTEXT, MODELS } = env();
  return Math.max(MODEL_CONTEXT, ...[...MODELS.values()].map(({ context }) => context ?? 0));
}

/** A key is sent only to the address it was configured for. */
function keyOf(secret: string | undefined, isAtDefault: boolean): string {
  if (secret !== undefined) return process.env[secret]?.trim() ?? '';
  return isAtDefault ? env().MODEL_API_KEY : '';
}
