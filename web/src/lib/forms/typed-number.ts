/** One thousand to some, one to others. */
const ambiguous = /^[+-]?[1-9]\d{0,2}[.,]\d{3}(?!\d)/;

/**
 * The number that somebody typed, with a decimal point or comma. NaN for what is none, or might mean another number to
 * whoever typed it; `known`, which the field began with, means itself.
 *
 * For text fields: an input of type `number` gives an empty text for whatever the browser cannot read.
 */
export function typedNumber(typed: string, known?: unknown): number {
  const entered = typed.trim();
  if (typeof known === 'number' && entered === String(known)) return known;
  return ambiguous.test(entered) ? NaN : Number(entered.replace(',', '.'));
}
