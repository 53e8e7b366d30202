import packageJson from '../../package.json' with { type: 'json' };

/** This deployment's version, as health tells it. */
export const version = packageJson.version;
