/** Set by the build. */
declare const BUILD_VERSION: string | undefined;

/** The runner's version, which it sends at the exchange. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'not built';
