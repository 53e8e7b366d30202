import packageJson from '../../package.json' with { type: 'json' };

/** Put in by the build; what is not built has none. */
declare const BUILD_VERSION: string | undefined;

/** The runner's version, which it tells at the exchange. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : packageJson.version;
