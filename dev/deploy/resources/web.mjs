import { addressOf } from '../google.mjs';
import { Stop } from '../stop.mjs';
import { deployedFunctions } from './deployed.mjs';

const FIREBASE = 'firebase.googleapis.com/v1beta1';
const HOSTING = 'firebasehosting.googleapis.com/v1beta1';
const AUTH = 'identitytoolkit.googleapis.com';
const NAME = 'Countersign';
/** Our releases have a hash as their message: release.mjs. */
const IS_OUR_RELEASE = /^[0-9a-f]{24}$/;

/** The web app, and Hosting's site, which gives browsers its configuration. */
export const webApp = {
  title: 'Web app and Hosting site',
  async look(context) {
    const { google, project } = context;
    const app = await findApp(google, project);
    const site = await findSite(google, project);
    if (site && (await servesOthers(context, site, app)))
      throw new Stop(
        `The Hosting site ${site.defaultUrl} has pages that Countersign did not deploy. Deploy into a project of its own; or disable the site, if nobody needs it, and run this again.`,
        `npx firebase hosting:disable --project ${project} --site ${idOf(site)}`,
      );
    if (!app || !site) return { is: 'missing', app, site };
    return { is: site.appId === app.appId ? 'there' : 'different', app, site };
  },
  async make({ google, project }, { app, site }) {
    const { appId } =
      app ??
      (await google.finished(
        FIREBASE,
        await google.post(`${FIREBASE}/projects/${project}/webApps`, { displayName: NAME }),
      ));
    if (!site) await google.post(`${HOSTING}/projects/${project}/sites?siteId=${project}`, { appId });
    else await google.patch(`${HOSTING}/${site.name}?updateMask=appId`, { appId });
  },
};

const idOf = ({ name }) => name.split('/').at(-1);

/** The newest release on a site; undefined if it never had one. */
export async function newestRelease(google, site) {
  const { releases = [] } = await google.get(`${HOSTING}/${site.name}/channels/live/releases?pageSize=1`);
  return releases[0];
}

/**
 * Whether a site has pages of something else than us: neither is our app linked with it, nor our release on it, nor do
 * its pages call our function.
 */
async function servesOthers(context, site, app) {
  if (app && site.appId === app.appId) return false;
  const { type = 'SITE_DISABLE', message = '', version } = (await newestRelease(context.google, site)) ?? {};
  return type !== 'SITE_DISABLE' && !IS_OUR_RELEASE.test(message) && !(await callsOurs(context, version));
}

/** So version 0.1.0 is known, whose releases have no message. For Hosting, a function is its service in Cloud Run. */
async function callsOurs(context, { config } = {}) {
  const isApi = ({ run, function: name, functionRegion }) =>
    (run?.serviceId ?? name) === 'api' && (run?.region ?? functionRegion) === context.region;
  if (!config?.rewrites?.some(isApi)) return false;
  return (await deployedFunctions(context)).some((one) => idOf(one) === 'api');
}

/** Takes the pages off the site. False if they are something else's, and stay. */
export async function disableSite(context) {
  const { google, project } = context;
  const site = await findSite(google, project);
  if (!site) return true;
  if (await servesOthers(context, site, await findApp(google, project))) return false;
  await google.post(`${HOSTING}/${site.name}/releases`, { type: 'SITE_DISABLE' });
  return true;
}

async function findApp(google, project) {
  const apps = await google.list(`${FIREBASE}/projects/${project}/webApps`, 'apps');
  return apps.find(({ displayName, state }) => displayName === NAME && state !== 'DELETED');
}

/** The site that serves the pages. Its name need not be the project's: names of sites are global. */
export async function findSite(google, project) {
  const sites = await google.list(`${HOSTING}/projects/${project}/sites`, 'sites');
  return (
    sites.find(({ type }) => type === 'DEFAULT_SITE') ?? sites.find(({ name }) => name.endsWith(`/sites/${project}`))
  );
}

/** The address of that site, as Hosting says it: `https://<site>.web.app`. Throws Stop while there is none. */
export async function siteUrl({ google, project }) {
  const site = await findSite(google, project);
  if (!site) throw new Stop('There is no Hosting site yet.');
  return site.defaultUrl;
}

/** Where it is reached from here. */
export const siteAddress = async (context) => addressOf(new URL(await siteUrl(context)).host);

/**
 * Signing in by e-mail and password, at the app's addresses. Google sign-in needs a click in the console. The provider is
 * to tell nobody which addresses have an account, as it does by itself in new projects only.
 */
export const auth = {
  title: 'Authentication',
  async look(context) {
    const found = await context.google.find(`${AUTH}/admin/v2/projects/${context.project}/config`);
    if (!found) return { is: 'missing' };
    const domains = found.authorizedDomains ?? [];
    const isPrivate = found.emailPrivacyConfig?.enableImprovedEmailPrivacy === true;
    const isRight = found.signIn?.email?.enabled && found.signIn.email.passwordRequired && isPrivate;
    const lacks = (await wantedDomains(context)).filter((domain) => !domains.includes(domain));
    return isRight && lacks.length === 0 ? { is: 'there' } : { is: 'different', domains };
  },
  async make(context, { is, domains = [] }) {
    const { google, project } = context;
    if (is === 'missing') await google.post(`${AUTH}/v2/projects/${project}/identityPlatform:initializeAuth`);
    const known =
      is === 'missing'
        ? ((await google.get(`${AUTH}/admin/v2/projects/${project}/config`)).authorizedDomains ?? [])
        : domains;
    const config = {
      signIn: { email: { enabled: true, passwordRequired: true } },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      authorizedDomains: [...new Set([...known, ...(await wantedDomains(context))])],
    };
    const mask = [
      ...['signIn.email.enabled', 'signIn.email.passwordRequired'],
      ...['emailPrivacyConfig.enableImprovedEmailPrivacy', 'authorizedDomains'],
    ];
    await google.patch(`${AUTH}/admin/v2/projects/${project}/config?updateMask=${mask.join(',')}`, config);
  },
};

/** Whether somebody switched on signing in with Google; that creates an OAuth client, which no API can do. */
export async function hasGoogleSignIn({ google, project }) {
  const found = await google.find(`${AUTH}/admin/v2/projects/${project}/defaultSupportedIdpConfigs/google.com`);
  return found?.enabled === true;
}

/** The site's two addresses, and a custom one. Others that exist stay. */
async function wantedDomains({ google, project, settings }) {
  const site = await findSite(google, project);
  const own = settings.APP_URL ? [new URL(settings.APP_URL).hostname] : [];
  if (!site) return own;
  return [new URL(site.defaultUrl).hostname, `${idOf(site)}.firebaseapp.com`, ...own];
}
