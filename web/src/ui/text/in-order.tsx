import type { ReactNode } from 'react';

/** Words that are written from right to left, and the digits of their scripts; marks belong to the letter before. */
export const turned = /((?:[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]\p{M}*)+)/gu;

/** As many elements as one text may have; beyond it, the letters of its words stand from left to right as well. */
const MOST_WORDS = 100;

/**
 * Exact text with its words in the order in which they are carried out. Beside words that are written from right to
 * left, a page would also turn round what stands between them: an argument and the `/` before it.
 */
export function inOrder(text: string): ReactNode {
  const parts = text.split(turned);
  if (parts.length === 1) return text;
  if (parts.length > 2 * MOST_WORDS) return <bdo dir="ltr">{text}</bdo>;
  return parts.map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
}

/** The same for HTML of text and spans. */
export function inOrderHtml(html: string): string {
  if (html.split(turned).length > 2 * MOST_WORDS) return `<bdo dir="ltr">${html}</bdo>`;
  return html.replace(turned, '<bdi>$1</bdi>');
}
