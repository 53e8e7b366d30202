import * as z from 'zod/mini';
import { text } from '../lib/primitives.ts';

/** What a person answers when an agent asks for information (elicitation.ts). It is data, and allows nothing. */

/** Characters of one text answer; bytes of all answers together, and of the question itself. */
export const FORM_TEXT_MAX = 4_000;
export const FORM_BYTES_MAX = 16 * 1024;

/** What a person fills in: a text, a number, yes or no, or some of the options. */
export const answerValue = z.union([
  text('Answer', FORM_TEXT_MAX),
  z.number(),
  z.boolean(),
  z.array(text('Answer', FORM_TEXT_MAX)),
]);
export type AnswerValue = z.infer<typeof answerValue>;

/** What a person has filled in, by field name; empty for an address that was visited. */
export const answer = z.record(z.string(), answerValue);
export type Answer = z.infer<typeof answer>;

/** Answers what the agent asks for. It is checked against the fields; this is no approval, and allows nothing. */
export const answerItem = z.strictObject({
  answer: answer.check(z.refine(isSmall, `The answers are too long: ${FORM_BYTES_MAX / 1024} KiB at most`)),
});
export type AnswerItem = z.input<typeof answerItem>;

/** The reason that is sent when a person declines to answer without giving one. */
export const DECLINED_REASON = 'Declined';

/** True for an item that asks for an answer rather than an approval. No tool call is one, whatever its kind. */
export function isElicitation({ type, toolKind }: { type: string; toolKind?: string | null | undefined }): boolean {
  return type === 'approval_request' && toolKind === 'elicitation';
}

/** Whether a value is small enough for a form. */
export function isSmall(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= FORM_BYTES_MAX;
}
