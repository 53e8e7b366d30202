/**
 * The names that `npm run deploy` gives to what it makes; functions/src/settings/derived.ts follows from the same
 * project and region.
 */
export function namesOf(project, region) {
  const account = (name) => `${name}@${project}.iam.gserviceaccount.com`;
  return {
    functionsAccount: account('countersign-functions'),
    agentsAccount: account('countersign-agents'),
    buildAccount: account('countersign-build'),
    bucket: `${project}-countersign-checkpoints`,
    buildBucket: `${project}-countersign-build`,
    repository: `projects/${project}/locations/${region}/repositories/countersign`,
    /** Where Google keeps the functions' images. */
    functionsRepository: `projects/${project}/locations/${region}/repositories/gcf-artifacts`,
    image: `${region}-docker.pkg.dev/${project}/countersign/agent`,
    database: `projects/${project}/databases/(default)`,
    jobs: `projects/${project}/locations/${region}/jobs`,
    agentApi: `${region}-${project}.cloudfunctions.net/agentApi`,
    api: `${region}-${project}.cloudfunctions.net/api`,
    functions: ['api', 'agentApi', 'sweep'],
    /** A separate name, so that nobody else's function is taken for a removed one of ours. */
    codebase: 'countersign',
  };
}
