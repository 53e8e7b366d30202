import type { BudgetLeft } from '@countersign/contract/agent';
import { describe, expect, it } from 'vitest';
import { createModelMeter } from './model-meter.ts';

const never = new AbortController().signal;
const tokens = (left: number): BudgetLeft => ({ unit: 'tokens', amount: 1_000, left, prices: {} });
const dollars = (left: number, prices: BudgetLeft['prices']): BudgetLeft => ({ unit: 'usd', amount: 2, left, prices });
const used = (inputTokens: number, outputTokens = 0, cachedTokens = 0) => ({ inputTokens, outputTokens, cachedTokens });
const million = 1_000_000;

function meterFor(budget: BudgetLeft | null) {
  const meter = createModelMeter();
  const task = meter.workFor({ id: 'task', budget, model: 'own' });
  return { meter, task };
}

describe('what is reported', () => {
  it('is by task and by model, as sums, until the server has it', () => {
    const { meter } = meterFor(null);
    meter.begin(1, 'own')?.settle(used(10, 2, 4));
    meter.begin(1, 'small')?.settle(used(5, 1));
    meter.begin(1, 'own')?.settle(used(1, 1, 1));
    const models = [
      { model: 'own', ...used(11, 3, 5) },
      { model: 'small', ...used(5, 1) },
    ];
    const report = meter.report();
    expect(report.body.usage).toMatchObject({ models, tasks: [{ taskId: 'task', models }] });
    report.heard(undefined);
    expect(meter.report().body.usage).not.toHaveProperty('tasks');
    meter.workFor({ id: 'other', budget: null, model: 'own' });
    meter.begin(1, 'own')?.settle(used(7));
    const other = { taskId: 'other', models: [{ model: 'own', ...used(7) }] };
    expect(meter.report().body.usage).toMatchObject({ inputTokens: 23, tasks: [other] });
  });

  it('counts a call for the task in which it began, whenever it ends', () => {
    const { meter } = meterFor(null);
    const late = meter.begin(1, 'own');
    meter.stopWork();
    meter.begin(1, 'own')?.settle(used(3));
    late?.settle(used(9));
    const told = meter.report().body.usage;
    expect(told).toMatchObject({ inputTokens: 12, tasks: [{ taskId: 'task', models: [used(9)] }] });
  });

  it('names so many models and no more', () => {
    const { meter } = meterFor(null);
    for (let number = 0; number < 50; number += 1) meter.begin(1, `model ${number}`)?.settle(used(1));
    const models = meter.report().body.usage?.models ?? [];
    expect(models).toHaveLength(21);
    expect(models.at(-1)).toEqual({ model: 'other models', ...used(30) });
  });
});

describe('a budget', () => {
  it('lets the reply that uses it up through, and nothing after it', async () => {
    const { meter, task } = meterFor(tokens(1_000));
    let blocked = 0;
    task.listener = { onBlocked: () => (blocked += 1) };
    const first = meter.begin(100, 'own');
    expect(first).not.toBeNull();
    first?.settle(used(990, 40));
    expect([task.isUsedUp, meter.isUsedUp], 'of the task, of the day').toEqual([true, false]);
    expect(meter.begin(1, 'own')).toBeNull();
    const waiting = meter.whenLeft(1, never, 'own');
    expect(blocked).toBe(1);
    task.raise(1_000);
    expect(task.isUsedUp).toBe(false);
    meter.report().heard(undefined);
    (await waiting).settle(null);
  });

  it('counts a call under way by its request, so that two do not slip through', () => {
    const { meter, task } = meterFor(tokens(1_000));
    let blocked = 0;
    task.listener = { onBlocked: () => (blocked += 1) };
    const first = meter.begin(2_000, 'own');
    expect(meter.begin(1, 'small')).toBeNull();
    void meter.whenLeft(1, never, 'small');
    expect(blocked, 'the first may use less').toBe(0);
    first?.settle(used(1_000));
    expect(blocked).toBe(1);
  });

  it("in dollars is used up by prices; a model without a price costs what the task's own does", () => {
    const prices = { own: { input: 1, output: 10, cached: 0.1 }, small: { input: 0.5, output: 0 } };
    const { meter, task } = meterFor(dollars(2, prices));
    meter.begin(1, 'own')?.settle(used(million, 0, million));
    meter.begin(1, 'small')?.settle(used(million));
    meter.begin(1, 'unknown')?.settle(used(million, 30_000));
    expect(task.isUsedUp, '0.10 + 0.50 + 1.30').toBe(false);
    meter.begin(1, 'own')?.settle(used(100_000));
    expect(task.isUsedUp).toBe(true);
  });

  it('in dollars is used up by a model of any name', () => {
    const { meter, task } = meterFor(dollars(2, { own: { input: 1, output: 1 } }));
    meter.begin(1, 'constructor')?.settle(used(2 * million));
    expect(task.isUsedUp).toBe(true);
  });

  it('in dollars cannot be enforced for a model without a price', () => {
    expect(meterFor(dollars(2, { small: { input: 1, output: 1 } })).task.isUnpriced).toBe(true);
    expect(meterFor(dollars(2, { own: { input: 1, output: 1 } })).task.isUnpriced).toBe(false);
    expect(meterFor(tokens(2)).task.isUnpriced).toBe(false);
  });

  it('in dollars goes by the model with which the task was claimed last', () => {
    const meter = createModelMeter();
    const budget = dollars(2, { own: { input: 1, output: 1 } });
    const before = meter.workFor({ id: 'task', budget, model: 'unpriced' });
    expect(before.isUnpriced).toBe(true);
    meter.stopWork();
    const reopened = meter.workFor({ id: 'task', budget, model: 'own' });
    expect(reopened.isUnpriced).toBe(false);
    meter.begin(1, 'unknown')?.settle(used(2 * million));
    expect(reopened.isUsedUp, 'at the price of its model now').toBe(true);
  });

  it('shrinks by what was counted since the server reported it, and not by what it knew', () => {
    const { meter, task } = meterFor(tokens(1_000));
    meter.begin(1, 'own')?.settle(used(600));
    const report = meter.report();
    meter.begin(1, 'own')?.settle(used(300));
    report.heard(undefined, [{ taskId: 'task', budget: tokens(400) }]);
    expect(task.isUsedUp).toBe(false);
    meter.begin(1, 'own')?.settle(used(100));
    expect(task.isUsedUp).toBe(true);
    meter.report().heard(undefined, [{ taskId: 'task', budget: tokens(5_000) }]);
    expect(task.isUsedUp, 'its owner has raised it').toBe(false);
    meter.report().heard(undefined, [{ taskId: 'task', budget: null }]);
    meter.begin(1, 'own')?.settle(used(million));
    expect(task.isUsedUp, 'or has taken it away').toBe(false);
  });

  it('is not lowered by an answer from before an approval', () => {
    const { meter, task } = meterFor(tokens(100));
    meter.begin(1, 'own')?.settle(used(150));
    const before = meter.report();
    task.raise(1_000);
    before.heard(undefined, [{ taskId: 'task', budget: tokens(-50) }]);
    expect(task.isUsedUp).toBe(false);
    meter.report().heard(undefined, [{ taskId: 'task', budget: tokens(950) }]);
    meter.begin(1, 'own')?.settle(used(949));
    expect(task.isUsedUp).toBe(false);
  });

  it('claimed again in the same execution counts nothing twice', () => {
    const { meter } = meterFor(tokens(1_000));
    meter.begin(1, 'own')?.settle(used(600));
    meter.report().heard(undefined);
    meter.begin(1, 'own')?.settle(used(100));
    meter.stopWork();
    // By now the server knows of 600.
    const again = meter.workFor({ id: 'task', budget: tokens(400), model: 'own' });
    meter.begin(1, 'own')?.settle(used(299));
    expect(again.isUsedUp).toBe(false);
    meter.begin(1, 'own')?.settle(used(1));
    expect(again.isUsedUp).toBe(true);
  });
});
