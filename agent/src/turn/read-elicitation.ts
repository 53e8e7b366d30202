import type { CreateElicitationRequest, ElicitationPropertySchema, EnumOption } from '@agentclientprotocol/sdk';
import { checkField, elicitationParameters, type ElicitationParameters, type FormField } from '@countersign/contract';
import { isRecord } from '../lib/is-record.ts';

/** What an agent asks, as a person will see it. */
export interface Elicitation {
  title: string;
  content: string | null;
  parameters: ElicitationParameters;
}

const TITLE_MAX = 200;
const MESSAGE_MAX = 4_000;

/** Reads what an agent asks. What cannot be shown as meant is not asked: then the result is a sentence about why. */
export function readElicitation(request: CreateElicitationRequest): Elicitation | string {
  const message = request.message.trim();
  if (message.length > MESSAGE_MAX) return 'This is too long to be read. Ask in fewer words.';
  if (request.mode === 'url') {
    const found = elicitationParameters.safeParse({ mode: 'url', url: request.url });
    if (!found.success) return 'This address cannot be opened: only https addresses without a user name can.';
    return { ...wordsOf(null, message), parameters: found.data };
  }
  if (request.mode !== 'form') return 'This way of asking is not supported. Ask with a form, or with an https address.';
  const { properties, title, description, required } = schemaOf(request.requestedSchema);
  try {
    const fields = Object.entries(properties).map(([name, schema]) => toField(name, schema, required.includes(name)));
    const asked = { mode: 'form', ...given({ description }), fields };
    const found = elicitationParameters.safeParse(asked);
    if (!found.success)
      return `This form cannot be shown: ${found.error.issues[0]?.message ?? 'it is not understood'}.`;
    return { ...wordsOf(title, message), parameters: found.data };
  } catch (error) {
    if (error instanceof NotShown) return error.message;
    throw error;
  }
}

class NotShown extends Error {
  override name = 'NotShown';
}

/** A short message is its own title. */
function wordsOf(title: string | null, message: string): Pick<Elicitation, 'title' | 'content'> {
  const isLine = message.length <= TITLE_MAX && !message.includes('\n');
  if (title === null && isLine && message !== '') return { title: message, content: null };
  return { title: title ?? 'The agent asks for information', content: message === '' ? null : message };
}

function schemaOf(schema: unknown) {
  const { properties, title, description, required } = isRecord(schema) ? schema : {};
  return {
    properties: isRecord(properties) ? properties : {},
    title: typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, TITLE_MAX) : null,
    description: typeof description === 'string' ? description : null,
    required: Array.isArray(required) ? required : [],
  };
}

/** Throws NotShown for a kind of field that is not known. */
function toField(name: string, schema: unknown, required: boolean): FormField {
  const property = schema as ElicitationPropertySchema | null;
  const common = { name, required, ...given(pick(schema, 'title', 'description')) };
  const field = (): FormField => {
    switch (property?.type) {
      case 'string': {
        checkPattern(name, property.pattern);
        const options = optionsOf(property);
        const limits = given(pick(schema, 'minLength', 'maxLength', 'pattern', 'format'));
        return { ...common, type: 'string', ...limits, ...given({ options }) };
      }
      case 'number':
        return { ...common, type: 'number', ...given(pick(schema, 'minimum', 'maximum')) };
      case 'integer':
        return { ...common, type: 'integer', ...given(pick(schema, 'minimum', 'maximum')) };
      case 'boolean':
        return { ...common, type: 'boolean' };
      case 'array': {
        const options = optionsOf(property.items);
        return { ...common, type: 'array', ...given(pick(schema, 'minItems', 'maxItems')), ...given({ options }) };
      }
      default:
        throw new NotShown(`The field "${name}" asks for something that cannot be shown in a form.`);
    }
  };
  return withDefault(field(), pick(schema, 'default').default);
}

/** A default that the field itself would refuse is ignored. */
function withDefault(field: FormField, value: unknown): FormField {
  const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (!known && !isList) return field;
  return checkField(field, value as FormField['default']) === null ? { ...field, default: value as string } : field;
}

/** The options: with titles (`oneOf`, `anyOf`), or values alone (`enum`). */
function optionsOf(schema: unknown): FormField['options'] {
  const { oneOf, anyOf, enum: values } = pick(schema, 'oneOf', 'anyOf', 'enum');
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : null;
  if (titled !== null) {
    return (titled as EnumOption[]).map(({ const: value, title, description }) => ({
      value,
      title: title ?? value,
      ...given({ description }),
    }));
  }
  return Array.isArray(values) ? (values as string[]).map((value) => ({ value, title: value })) : undefined;
}

/** The pattern is only parsed here; it is run where it can be stopped. */
function checkPattern(name: string, pattern: unknown): void {
  if (typeof pattern !== 'string') return;
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new NotShown(`The field "${name}" has a pattern that cannot be read.`);
  }
}

function pick(schema: unknown, ...names: string[]): Record<string, unknown> {
  return isRecord(schema) ? Object.fromEntries(names.map((name) => [name, schema[name]])) : {};
}

/** Without fields that are left out or null, which the protocol treats alike. */
function given<T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(found) as { [Name in keyof T]?: NonNullable<T[Name]> };
}
