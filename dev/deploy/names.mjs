/** What `npm run deploy` calls the things that it makes; functions/src/settings/derived.ts follows from the same project and region. */
export function namesOf(project, region) {
  const account = (name) => `${name}@${project}.iam.gserviceaccount.com`;
  return {
    functionsAccount: account('countersign-functions'),
    agentsAccount: account('countersign-agents'),
    buildAccount: account('countersign-build'),
    bucket: `${project}-countersign-checkpoints`,
    buildBucket: `${project}-countersign-build`,
    repository: `projects/${project}/locations/${region}/repositories/countersign`,
    /** Where Google keeps the images of functions. */
    functionsRepository: `projects/${project}/locations/${region}/repositories/gcf-artifacts`,
    image: `${region}-docker.pkg.dev/${project}/countersign/agent`,
    database: `projects/${project}/databases/(default)`,
    jobs: `projects/${project}/locations/${region}/jobs`,
    agentApi: `${region}-${project}.cloudfunctions.net/agentApi`,
    api: `${region}-${project}.cloudfunctions.net/api`,
    functions: ['api', 'agentApi', 'sweep'],
    /** Deployed under a name of its own, so that no function of somebody else is taken for a removed one of ours. */
    codebase: 'countersign',
  };
}
