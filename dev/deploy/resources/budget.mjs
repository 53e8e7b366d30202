import { GoogleError } from '../google.mjs';

const BILLING = 'cloudbilling.googleapis.com/v1';
const BUDGETS = 'billingbudgets.googleapis.com/v1';
/** The monthly amount, in the billing account's currency, unless MONTHLY_BUDGET says otherwise. */
const MONTHLY_BUDGET = 50;
/** Shares of it at which mail goes out: of what was spent, and of the month's forecast. */
const thresholdRules = [
  ...[0.5, 0.9, 1].map((thresholdPercent) => ({ thresholdPercent, spendBasis: 'CURRENT_SPEND' })),
  { thresholdPercent: 1, spendBasis: 'FORECASTED_SPEND' },
];

/**
 * A budget that tells the project's owners by mail what the month costs; it ends nothing. Billing is often somebody
 * else's: if it cannot be read, the budget is left to whoever can.
 */
export const budget = {
  title: 'Budget with alert',
  async look(context) {
    const account = await billingAccount(context);
    if (!account) return leftOut(context, null);
    const found = await findBudget(context, account);
    if (found === undefined) return leftOut(context, account);
    if (found === null) return { is: 'missing', account };
    const asked = context.settings.MONTHLY_BUDGET;
    const isSame = asked === undefined || found.amount?.specifiedAmount?.units === String(amountOf(context));
    return { is: isSame ? 'there' : 'different', account, name: found.name };
  },
  async make(context, { account, name }) {
    const amount = { specifiedAmount: { units: String(amountOf(context)) } };
    if (name) {
      await context.google.patch(`${BUDGETS}/${name}?updateMask=amount`, { amount });
    } else {
      await context.google.post(`${BUDGETS}/${account}/budgets`, {
        displayName: nameOf(context),
        budgetFilter: { projects: [`projects/${context.project}`], calendarPeriod: 'MONTH' },
        amount,
        thresholdRules,
        notificationsRule: { enableProjectLevelRecipients: true },
      });
    }
    return `${amountOf(context)} a month; MONTHLY_BUDGET says another`;
  },
};

/** Removes it. Resolves with what became of it, in words. */
export async function removeBudget(context) {
  const account = await billingAccount(context);
  const found = account ? await findBudget(context, account) : undefined;
  if (found === undefined)
    return `not looked for: the billing account cannot be read. Its name there: ${nameOf(context)}`;
  if (found === null) return 'none';
  await context.google.delete(`${BUDGETS}/${found.name}`);
  return 'deleted';
}

const nameOf = ({ project }) => `Countersign ${project}`;
const amountOf = ({ settings }) => Number(settings.MONTHLY_BUDGET || MONTHLY_BUDGET);

/** The account that pays for the project; null if that cannot be read. */
async function billingAccount({ google, project }) {
  const info = await unlessForbidden(() => google.get(`${BILLING}/projects/${project}/billingInfo`));
  return info?.billingAccountName || null;
}

/** Ours among the account's; null if there is none, undefined if they cannot be read. */
async function findBudget(context, account) {
  const all = await unlessForbidden(() => context.google.list(`${BUDGETS}/${account}/budgets`, 'budgets'));
  return all && (all.find(({ displayName }) => displayName === nameOf(context)) ?? null);
}

async function unlessForbidden(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GoogleError && error.status === 403) return undefined;
    throw error;
  }
}

function leftOut(context, account) {
  const id = account?.split('/')[1] ?? 'ACCOUNT';
  const words = [
    `gcloud billing budgets create --billing-account=${id} --display-name="${nameOf(context)}"`,
    `--budget-amount=${amountOf(context)} --filter-projects=projects/${context.project}`,
    ...thresholdRules.map(({ thresholdPercent, spendBasis }) => {
      return `--threshold-rule=percent=${thresholdPercent},basis=${spendBasis.toLowerCase().replace('_', '-')}`;
    }),
  ];
  return {
    is: 'unknown',
    detail: 'you may not read its billing account; whoever may, makes it by',
    command: words.join(' '),
  };
}
