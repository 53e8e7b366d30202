import packageJson from '../../package.json' with { type: 'json' };

/** Put in by the build; what is not built has none. */
declare const BUILD_VERSION: string | undefined;

/** This deployment's version, as health and each reply tell it. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : packageJson.version;
