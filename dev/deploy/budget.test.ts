import { expect, test } from 'vitest';
import { budget, removeBudget } from './resources/budget.mjs';

test('the command that makes the budget elsewhere has the thresholds at which mail is promised', async () => {
  const google = { get: () => Promise.resolve({ billingAccountName: '' }) };
  const { is, command } = await budget.look({ google, project: 'acme-1', settings: { MONTHLY_BUDGET: '80' } });
  expect(is).toBe('unknown');
  expect(command).toContain('--billing-account=ACCOUNT --display-name="Countersign acme-1" --budget-amount=80 ');
  expect(command?.match(/--threshold-rule=\S+/g)).toEqual([
    '--threshold-rule=percent=0.5,basis=current-spend',
    '--threshold-rule=percent=0.9,basis=current-spend',
    '--threshold-rule=percent=1,basis=current-spend',
    '--threshold-rule=percent=1,basis=forecasted-spend',
  ]);
});

test('what became of the budget is told where it is removed', async () => {
  const deleted: string[] = [];
  const removed = (billingAccountName: string, budgets: object[]) =>
    removeBudget({
      project: 'acme-1',
      settings: {},
      google: {
        get: () => Promise.resolve({ billingAccountName }),
        list: () => Promise.resolve(budgets),
        delete: (url: string) => Promise.resolve(void deleted.push(url)),
      },
    });
  const ours = { name: 'billingAccounts/1/budgets/2', displayName: 'Countersign acme-1' };
  expect(await removed('billingAccounts/1', [{ name: 'theirs', displayName: 'Theirs' }, ours])).toBe('deleted');
  expect(await removed('billingAccounts/1', [])).toBe('none');
  expect(await removed('', [])).toMatch(/^not looked for: .*Countersign acme-1$/);
  expect(deleted).toEqual(['billingbudgets.googleapis.com/v1/billingAccounts/1/budgets/2']);
});
