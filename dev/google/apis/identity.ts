import * as z from 'zod';
import { invalid, missing } from '../refusal.ts';
import { route } from '../route.ts';

const TOKEN = { access_token: 'ya29.stand-in', expires_in: 3599, token_type: 'Bearer' };
const METADATA = 'computeMetadata/v1';
const IDENTITY = 'identitytoolkit.googleapis.com';

const authConfig = z.strictObject({
  signIn: z.strictObject({ email: z.strictObject({ enabled: z.boolean(), passwordRequired: z.boolean() }) }),
  emailPrivacyConfig: z.strictObject({ enableImprovedEmailPrivacy: z.boolean() }),
  authorizedDomains: z.array(z.string()),
});
const AUTH_MASK =
  'signIn.email.enabled,signIn.email.passwordRequired,emailPrivacyConfig.enableImprovedEmailPrivacy,authorizedDomains';

/** As the API describes it: without `force` it deletes only disabled accounts. */
const deletion = z.strictObject({ localIds: z.array(z.string()).min(1).max(1_000), force: z.boolean().optional() });

/** Who calls, and the users of the deployment. */
export const identityRoutes = [
  route('GET', 'computeMetadata/v1/instance', null, () => ({})),
  route('GET', 'computeMetadata/v1/instance/', null, () => ({})),
  route('GET', `${METADATA}/universe/universe-domain`, null, () => Buffer.from('googleapis.com')),
  route('GET', `${METADATA}/universe/universe_domain`, null, () => Buffer.from('googleapis.com')),
  route('GET', `${METADATA}/project/project-id`, null, ({ state }) => Buffer.from(state.project)),
  route('GET', `${METADATA}/instance/service-accounts/default/token`, null, () => TOKEN),
  route('GET', `${METADATA}/instance/service-accounts/default/`, null, () => ({
    email: 'owner@example.com',
    scopes: [],
    aliases: [],
  })),
  route('GET', `${METADATA}/instance/service-accounts/default/email`, null, () => Buffer.from('owner@example.com')),
  route('GET', 'openidconnect.googleapis.com/v1/userinfo', null, () => ({
    email: 'owner@example.com',
    email_verified: true,
  })),
  route('GET', `${IDENTITY}/admin/v2/projects/*/config`, null, ({ state }) => {
    const found = state.things.get('auth');
    if (!found) throw missing('CONFIGURATION_NOT_FOUND');
    return found;
  }),
  route('POST', `${IDENTITY}/v2/projects/*/identityPlatform:initializeAuth`, null, ({ state }) => {
    if (state.things.has('auth'))
      throw invalid('INVALID_PROJECT_ID : Identity Platform has already been enabled for this project.');
    const { project } = state;
    state.things.set('auth', { authorizedDomains: ['localhost', `${project}.firebaseapp.com`, `${project}.web.app`] });
    return {};
  }),
  route('PATCH', `${IDENTITY}/admin/v2/projects/*/config`, authConfig, ({ state, body, query }) => {
    const found = state.things.get('auth');
    if (!found) throw missing('CONFIGURATION_NOT_FOUND');
    if (query.get('updateMask') !== AUTH_MASK) throw invalid('updateMask');
    state.things.set('auth', { ...found, ...body });
    return state.things.get('auth');
  }),
  route('GET', `${IDENTITY}/v1/projects/*/accounts:batchGet`, null, ({ state, query }) => {
    if (!state.things.has('auth')) throw invalid('CONFIGURATION_NOT_FOUND');
    const [first, most] = [Number(query.get('nextPageToken') ?? 0), Number(query.get('maxResults') ?? 20)];
    const users = [...state.people.values()].slice(first, first + most);
    // Even the last page may name a next one, which is then empty.
    return users.length === 0 ? {} : { users, nextPageToken: String(first + users.length) };
  }),
  route('POST', `${IDENTITY}/v1/projects/*/accounts:batchDelete`, deletion, ({ state, body }) => {
    const mayGo = (id: string) => body.force || state.people.get(id)?.disabled === true;
    const errors = body.localIds.flatMap((localId, index) =>
      !state.people.has(localId) || mayGo(localId) ? [] : [{ index, localId, message: 'NOT_DISABLED' }],
    );
    for (const id of body.localIds.filter(mayGo)) state.people.delete(id);
    return errors.length > 0 ? { errors } : {};
  }),
  route('GET', `${IDENTITY}/admin/v2/projects/*/defaultSupportedIdpConfigs/google.com`, null, () => {
    throw missing('google.com');
  }),
];
