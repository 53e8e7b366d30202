import type { Answer } from '@countersign/contract';
import { canonicalJson } from '../lib/canonical-json.ts';

/** An answer as stored, so that equal answers are equal texts. As text, because Firestore reserves some field names. */
export function storedAnswer(answer: Answer): string {
  return canonicalJson(answer);
}

/** The answer that `storedAnswer` was given. */
export function readAnswer(stored: string): Answer {
  return JSON.parse(stored) as Answer;
}
