import { expect, test } from 'vitest';
import { budget } from './resources/budget.mjs';

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
