import type { Answer } from '@countersign/contract';
import { canonicalJson } from '../lib/canonical-json.ts';

/** An answer as it is stored: equal answers are equal texts. Names of fields are an agent's, and the database keeps some for itself. */
export function storedAnswer(answer: Answer): string {
  return canonicalJson(answer);
}

/** What `storedAnswer` has made, as it was given. */
export function readAnswer(stored: string): Answer {
  return JSON.parse(stored) as Answer;
}
