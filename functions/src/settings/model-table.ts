import { modelName } from '@countersign/contract';
import { modelPrice } from '@countersign/contract/agent';
import * as z from 'zod';

/** The secrets that may hold a model's key: a setting that could name any other secret would give that to runners. */
const keyName = z
  .string()
  .regex(/^MODEL_API_KEY(_[A-Z0-9_]{1,60})?$/, 'must be MODEL_API_KEY, or begin with MODEL_API_KEY_');

const namedModel = z.strictObject({
  /** What people see when choosing it; left out: its name. */
  label: z.string().trim().min(1).max(100).optional(),
  /** Left out: MODEL_BASE_URL, with its key. */
  baseUrl: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Its name at that address; left out: its name here. */
  model: z.string().min(1).max(200).optional(),
  /** The name of the secret with its key; left out where `baseUrl` is set: it needs no key. */
  key: keyName.optional(),
  /** Tokens that it accepts in one request; left out: MODEL_CONTEXT. */
  context: z.number().int().min(1_000).optional(),
  price: z.optional(modelPrice),
});

/** Models that a person may choose, by name. */
export type ModelTable = ReadonlyMap<string, z.output<typeof namedModel>>;

const table = z.record(z.string().refine(isName, 'is no name for a model'), namedModel);

/** Parses a table of models, as JSON of name → address and price. Throws an Error with what is wrong, and no value. */
export function parseModels(text: string): ModelTable {
  const parsed = table.safeParse(text.trim() === '' ? {} : read(text));
  if (parsed.success) return new Map(Object.entries(parsed.data));
  const [first] = parsed.error.issues;
  throw new Error(
    first === undefined || first.path.length === 0 ? NO_TABLE : `${first.path.join('.')}: ${first.message}`,
  );
}

const NO_TABLE = 'must be a JSON object of name → {"baseUrl", "model", "key", "context", "price", "label"}';

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(NO_TABLE);
  }
}

function isName(name: string): boolean {
  const parsed = modelName.safeParse(name);
  return parsed.success && parsed.data === name;
}

/**
 * The secrets with these models' keys, which a deployment must know. Empty for an invalid table, which requests report.
 */
export function keysIn(text: string | undefined): string[] {
  try {
    return [...parseModels(text ?? '').values()].flatMap(({ key }) => (key === undefined ? [] : [key]));
  } catch {
    return [];
  }
}
