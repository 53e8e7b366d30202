/** The names that `npm run deploy` gives to what it makes. */
export function namesOf(
  project: string,
  region: string,
): {
  functionsAccount: string;
  agentsAccount: string;
  buildAccount: string;
  bucket: string;
  buildBucket: string;
  agentApi: string;
  functions: string[];
};
