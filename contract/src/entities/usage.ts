import * as z from 'zod/mini';

/** What models have used, and how much a task may use. */

/** Usage as a page shows it. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  /** US dollars by this deployment's prices; null where none of the models has a price. */
  cost: z.nullable(z.number()),
  /** Models without a price: what they used is not in `cost`. */
  unpriced: z.array(z.string()),
});
export type Usage = z.infer<typeof usage>;

/** The unit of a budget: US dollars where the model has a price, else tokens, input and output. */
export const budgetUnits = ['usd', 'tokens'] as const;
export type BudgetUnit = (typeof budgetUnits)[number];

const tooLittle = 'A budget must be more than zero';
/** Said of NaN, which is what a page makes of a text that is no number. */
const notReadable = 'A budget is a number such as 1500';
/** How much a task may use before its owner is asked; each approval adds the same amount again. */
export const budget = z
  .strictObject({
    amount: z
      .number({ error: ({ input }) => (typeof input === 'number' ? notReadable : undefined) })
      .check(z.gt(0, tooLittle), z.lte(1_000_000_000_000, 'This budget is too large')),
    unit: z.enum(budgetUnits),
  })
  .check(
    z.refine(({ amount, unit }) => unit === 'usd' || Number.isInteger(amount), {
      error: 'Tokens must be a whole number',
      path: ['amount'],
    }),
  );
export type Budget = z.infer<typeof budget>;

/** A task's budget as replied, including what was approved beyond it. */
export const taskBudget = z.object({
  amount: z.number(),
  /** A `BudgetUnit`; read as text, so that an older page survives a newer server. */
  unit: z.string(),
  granted: z.number(),
});

/** What a person is asked when a budget is used up: how much an approval adds. */
export const budgetParameters = z.strictObject({ amount: z.number(), unit: z.enum(budgetUnits) });

/** An amount as people read it: `2 $`, `0.04 $`, `1,000 tokens`. */
export function amountWords(amount: number, unit: string): string {
  if (unit !== 'usd') return `${amount.toLocaleString('en-US')} ${amount === 1 ? 'token' : 'tokens'}`;
  if (amount > 0 && amount < 0.01) return 'less than 0.01 $';
  const cents = Number.isInteger(amount) ? 0 : 2;
  return `${amount.toLocaleString('en-US', { minimumFractionDigits: cents, maximumFractionDigits: 2 })} $`;
}
