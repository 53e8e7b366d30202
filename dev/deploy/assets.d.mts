/** Hosting's settings with the rule that lets browsers keep the files in /assets for ever. */
export function withKeptAssets<Hosting extends { headers: unknown[] }>(hosting: Hosting, dist: string): Hosting;
/** Puts the files of the live release beside those of the build; answers how many. */
export function keepLiveAssets(dist: string, address: string): Promise<number>;
