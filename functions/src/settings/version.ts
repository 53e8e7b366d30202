import packageJson from '../../package.json' with { type: 'json' };

/** This deployment's version, as health tells it. */
export const version = packageJson.version;

/** Which deploy this is: another one with whatever changes (dev/deploy/release.mjs). */
export const release = process.env.COUNTERSIGN_RELEASE || version;
