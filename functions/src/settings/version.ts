import packageJson from '../../package.json' with { type: 'json' };

/** Set by the build; absent when running from source. */
declare const BUILD_VERSION: string | undefined;

/** This deployment's version, as in the reply of health and in every reply's header. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : packageJson.version;
