import * as z from 'zod';
import { exists, invalid, missing } from '../refusal.ts';
import { done, route } from '../route.ts';
import type { GoogleState } from '../state.ts';

const USAGE = 'serviceusage.googleapis.com/v1';
const FIREBASE = 'firebase.googleapis.com/v1beta1';
const RESOURCES = 'cloudresourcemanager.googleapis.com/v1';
const IAM = 'iam.googleapis.com/v1';

const ACCOUNT = 'billingAccounts/012345-6789AB-CDEF01';
/** A budget as its API describes it (v1). */
const budget = {
  displayName: z.string().max(60),
  budgetFilter: z.strictObject({
    projects: z.array(z.string().regex(/^projects\//)),
    calendarPeriod: z.enum(['MONTH', 'QUARTER', 'YEAR']),
  }),
  amount: z.strictObject({ specifiedAmount: z.strictObject({ units: z.string().regex(/^\d+$/) }) }),
  thresholdRules: z.array(
    z.strictObject({ thresholdPercent: z.number(), spendBasis: z.enum(['CURRENT_SPEND', 'FORECASTED_SPEND']) }),
  ),
  notificationsRule: z.strictObject({ enableProjectLevelRecipients: z.boolean() }),
};

const emailOf = (state: GoogleState, id: string) => `${id}@${state.project}.iam.gserviceaccount.com`;
const nameOf = (state: GoogleState, email: string) => `projects/${state.project}/serviceAccounts/${email}`;

/** The project itself: its APIs, Firebase, accounts. */
export const projectRoutes = [
  route('GET', `${RESOURCES}/projects/*`, null, ({ state }) => ({
    projectNumber: state.number,
    projectId: state.project,
  })),
  route('GET', `${USAGE}/projects/*/services:batchGet`, null, ({ state, query }) => ({
    services: query.getAll('names').map((name) => ({ name, state: isOn(state, name.split('/').at(-1) ?? '') })),
  })),
  route('GET', `${USAGE}/projects/*/services/*`, null, ({ state, parts }) => ({ state: isOn(state, parts[1] ?? '') })),
  route(
    'POST',
    `${USAGE}/projects/*/services:batchEnable`,
    z.strictObject({ serviceIds: z.array(z.string()).min(1).max(20) }),
    ({ state, body }) => {
      for (const api of body.serviceIds) state.apis.add(api);
      // Switching on Compute creates the account under which functions are built.
      const email = `${state.number}-compute@developer.gserviceaccount.com`;
      if (body.serviceIds.includes('compute.googleapis.com')) state.things.set(nameOf(state, email), { email });
      return done({});
    },
  ),

  route('GET', `${FIREBASE}/projects/*`, null, ({ state, parts }) => {
    if (!state.isFirebase) throw missing(parts[0] ?? '');
    const [site] = state.children('sites/').filter(({ type }) => type === 'DEFAULT_SITE');
    const hostingSite = site ? String(site.name).split('/').at(-1) : state.project;
    return { projectId: state.project, projectNumber: state.number, resources: { hostingSite } };
  }),
  route('POST', `${FIREBASE}/projects/*:addFirebase`, null, ({ state }) => {
    if (state.isFirebase) throw exists(state.project);
    state.isFirebase = true;
    return done({});
  }),
  route(
    'POST',
    'serviceusage.googleapis.com/v1beta1/projects/*/services/*:generateServiceIdentity',
    null,
    ({ state, parts }) => {
      if (isOn(state, parts[1] ?? '') !== 'ENABLED') throw invalid(`${parts[1]} is disabled`);
      return done({});
    },
  ),
  route('GET', 'cloudbilling.googleapis.com/v1/projects/*/billingInfo', null, () => ({
    billingEnabled: true,
    billingAccountName: ACCOUNT,
  })),
  route('GET', `billingbudgets.googleapis.com/v1/${ACCOUNT}/budgets`, null, ({ state }) => ({
    budgets: state.children('budgets/'),
  })),
  route('POST', `billingbudgets.googleapis.com/v1/${ACCOUNT}/budgets`, z.strictObject(budget), ({ state, body }) => {
    const name = `${ACCOUNT}/budgets/${state.children('budgets/').length + 1}`;
    state.things.set(name.slice(ACCOUNT.length + 1), { ...body, name });
    return { ...body, name };
  }),
  route(
    'PATCH',
    `billingbudgets.googleapis.com/v1/${ACCOUNT}/budgets/*`,
    z.strictObject(budget).partial(),
    ({ state, body, parts }) => {
      const found = state.things.get(`budgets/${parts[0]}`);
      if (!found) throw missing(parts[0] ?? '');
      return Object.assign(found, body);
    },
  ),
  route('DELETE', `billingbudgets.googleapis.com/v1/${ACCOUNT}/budgets/*`, null, ({ state, parts }) => {
    if (!state.things.delete(`budgets/${parts[0]}`)) throw missing(parts[0] ?? '');
    return {};
  }),
  route('GET', 'firebaseextensions.googleapis.com/v1beta/projects/*/instances', null, () => ({})),

  route('GET', `${FIREBASE}/projects/*/webApps`, null, ({ state }) => ({ apps: state.children('webApps/') })),
  route('POST', `${FIREBASE}/projects/*/webApps`, z.strictObject({ displayName: z.string() }), ({ state, body }) => {
    const appId = `1:${state.number}:web:${state.children('webApps/').length + 1}`;
    state.things.set(`webApps/${appId}`, { appId, displayName: body.displayName, state: 'ACTIVE' });
    return done({ appId });
  }),
  route('GET', `${FIREBASE}/projects/*/adminSdkConfig`, null, ({ state }) => ({ projectId: state.project })),

  route('GET', `${IAM}/projects/*/serviceAccounts/*`, null, ({ state, parts }) => {
    const found = state.things.get(nameOf(state, parts[1] ?? ''));
    if (!found) throw missing(parts[1] ?? '');
    return found;
  }),
  route(
    'POST',
    `${IAM}/projects/*/serviceAccounts`,
    z.strictObject({
      accountId: z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/),
      serviceAccount: z.strictObject({ displayName: z.string() }),
    }),
    ({ state, body }) => {
      const email = emailOf(state, body.accountId);
      if (state.things.has(nameOf(state, email))) throw exists(email);
      state.things.set(nameOf(state, email), { email, ...body.serviceAccount });
      return { email };
    },
  ),
  route('DELETE', `${IAM}/projects/*/serviceAccounts/*`, null, ({ state, parts }) => {
    const [, email = ''] = parts;
    if (!state.things.delete(nameOf(state, email))) throw missing(email);
    markDeleted(state, email);
    return {};
  }),
];

/** So policies name an account that was deleted, for up to sixty days. */
function markDeleted(state: GoogleState, email: string): void {
  const member = `serviceAccount:${email}`;
  const bindings = [...state.policies.values()].flatMap((policy) => policy.bindings ?? []);
  for (const binding of bindings)
    binding.members = binding.members.map((one) => (one === member ? `deleted:${member}?uid=1234567890` : one));
}

function isOn(state: GoogleState, api: string): string {
  if (!/^[a-z0-9.]+$/.test(api)) throw invalid(`${api} is no service`);
  // firebase-tools asks about the host that it calls, which is this stand-in's.
  return state.apis.has(api) || api === '127.0.0.1' ? 'ENABLED' : 'DISABLED';
}
