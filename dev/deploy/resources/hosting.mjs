import { join } from 'node:path';
import { keepLiveAssets } from '../assets.mjs';
import { firebaseCli } from '../firebase-cli.mjs';
import { hostingRelease } from '../release.mjs';
import { ifOlder } from './build.mjs';
import { findSite, newestRelease, siteAddress, siteUrl } from './web.mjs';

const dist = join(import.meta.dirname, '../../../web/dist');

/** The pages, deployed by firebase-tools. */
export const hosting = {
  title: 'Pages on Hosting',
  async look(context) {
    const { google, project } = context;
    const site = await findSite(google, project);
    if (!site) return { is: 'missing' };
    const newest = await newestRelease(google, site);
    if (!newest) return { is: 'missing' };
    const older = ifOlder('web');
    if (older) return older; // what is deployed can only be compared with a build
    return { is: newest.message === hostingRelease(context) ? 'there' : 'different' };
  },
  async make(context) {
    const kept = await keepLiveAssets(dist, await siteAddress(context));
    const { name } = await findSite(context.google, context.project);
    const site = name.split('/').at(-1);
    await firebaseCli({ ...context, site }, ['deploy', '--only', 'hosting', '--message', hostingRelease(context)]);
    const words =
      kept === 0
        ? ''
        : `, with ${kept} ${kept === 1 ? 'file' : 'files'} of the release before, for pages that are open`;
    return `${await siteUrl(context)}${words}`;
  },
};
