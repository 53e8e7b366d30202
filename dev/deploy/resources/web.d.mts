import type { Thing } from '../thing.d.mts';

/** The web app, and Hosting's site, which gives browsers its configuration. */
export const webApp: Thing;
