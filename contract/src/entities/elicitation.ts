import * as z from 'zod/mini';
import { answerValue, FORM_BYTES_MAX, isSmall } from './answer.ts';
import { line, requiredText, text, toUrl } from '../lib/primitives.ts';

/**
 * What an agent asks a person for (an elicitation in the Agent Client Protocol): fields to fill in, or an address to
 * open. The item is an `approval_request` of the kind `elicitation`, with these as its `toolParameters`. The person's
 * answer is data: it allows nothing.
 */

export const FORM_NAME_MAX = 100;
export const FORM_FIELDS_MAX = 30;
export const FORM_OPTIONS_MAX = 100;

/** The kinds of fields; `array` allows any number of the options. */
export const formFieldTypes = ['string', 'number', 'integer', 'boolean', 'array'] as const;

const fieldName = line('Name', FORM_NAME_MAX).check(z.refine((name) => name !== '__proto__', 'Not a valid field name'));
const words = (label: string, max: number) => z.optional(text(label, max));
const count = z.optional(z.number().check(z.int(), z.gte(0)));

/** One of the options of a field. */
export const formOption = z.strictObject({
  value: text('Option', 500),
  title: text('Option', 500),
  description: words('Description', 1_000),
});

/** A field of a form: the protocol's restricted JSON schema, as a list because the order is part of what is shown. */
export const formField = z
  .strictObject({
    name: fieldName,
    type: z.enum(formFieldTypes),
    title: words('Title', 200),
    description: words('Description', 1_000),
    required: z.boolean(),
    options: z.optional(z.array(formOption).check(z.minLength(1), z.maxLength(FORM_OPTIONS_MAX))),
    format: words('Format', 50),
    minLength: count,
    maxLength: count,
    /** A regular expression that the server checks; it is never run in a page. */
    pattern: words('Pattern', 500),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    minItems: count,
    maxItems: count,
    default: z.optional(answerValue),
  })
  .check(
    z.refine(({ type, options }) => type !== 'array' || options !== undefined, {
      error: 'There is nothing to choose from',
      path: ['options'],
    }),
  );
export type FormField = z.infer<typeof formField>;

const formParameters = z.strictObject({
  mode: z.literal('form'),
  description: words('Description', 2_000),
  fields: z.array(formField).check(
    z.maxLength(FORM_FIELDS_MAX, `More than ${FORM_FIELDS_MAX} fields`),
    z.refine(
      (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
      'Two fields have the same name',
    ),
  ),
});

/** An address that a person may open: `https`, without a user name or password, which can pass for another host. */
export const outsideAddress = requiredText('Address', 2_000).check(
  z.refine(isOutsideAddress, 'Not an https address without a user name'),
);
const linkParameters = z.strictObject({ mode: z.literal('url'), url: outsideAddress });

/** What is asked for: a form to fill in, or an address to open. */
export const elicitationParameters = z
  .discriminatedUnion('mode', [formParameters, linkParameters])
  .check(z.refine(isSmall, `The question is too large: ${FORM_BYTES_MAX / 1024} KiB at most`));
export type ElicitationParameters = z.infer<typeof elicitationParameters>;

function isOutsideAddress(value: string): boolean {
  const url = /^https:\/\/[^\s\p{C}\\]+$/iu.test(value) ? toUrl(value) : null;
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}
