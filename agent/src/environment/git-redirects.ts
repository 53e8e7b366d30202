/** Git settings as pairs of name and value. */
export type GitConfig = ReadonlyArray<readonly [name: string, value: string]>;

/**
 * The `url.<base>.insteadOf` settings from GIT_CONFIG_COUNT. Other git settings in the environment are ignored: the
 * runner's git has a fixed configuration.
 */
export function gitRedirectsOf(source: NodeJS.ProcessEnv): GitConfig {
  const settings: Array<readonly [string, string]> = [];
  const count = Number(source.GIT_CONFIG_COUNT ?? 0);
  for (let index = 0; index < count; index += 1) {
    const name = source[`GIT_CONFIG_KEY_${index}`];
    const value = source[`GIT_CONFIG_VALUE_${index}`];
    if (name && value && /^url\..+\.insteadof$/i.test(name)) settings.push([name, value]);
  }
  return settings;
}

/** Transports that the redirects use, beside https; plain http only for a git host on this machine. */
export function redirectedProtocols(redirects: GitConfig): string[] {
  const local = redirects.some(([name]) => /^url\.http:\/\/(127\.0\.0\.1|localhost)[:/]/i.test(name));
  return local ? ['http'] : [];
}
