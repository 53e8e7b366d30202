/** Where a host is reached; tests lead each to one of this machine. */
export function addressOf(url: string): string;
/** Google's REST APIs, as `connect` of google.mjs describes them. */
export interface GoogleApis {
  get: (url: string) => Promise<unknown>;
}
/** Signs in and answers how to call Google's APIs; null where that is not possible, with the reason said to `because`. */
export function connect(
  options: { project: string; readOnly: boolean },
  because: (reason: string) => void,
): Promise<GoogleApis | null>;
