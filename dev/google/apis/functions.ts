import * as z from 'zod';
import { exists, invalid, missing } from '../refusal.ts';
import { done, endedOperation, route, type Asked } from '../route.ts';

const HOST = 'cloudfunctions.googleapis.com';
const SCHEDULER = 'cloudscheduler.googleapis.com/v1';
const text = z.record(z.string(), z.string());
const cloudFunction = z.strictObject({
  name: z.string(),
  labels: text,
  buildConfig: z.strictObject({
    runtime: z.literal('nodejs24'),
    entryPoint: z.string(),
    source: z.strictObject({
      storageSource: z.strictObject({ bucket: z.string(), object: z.string(), generation: z.string().optional() }),
    }),
    environmentVariables: text,
    sourceToken: z.string().optional(),
  }),
  serviceConfig: z.strictObject({
    environmentVariables: text,
    secretEnvironmentVariables: z
      .array(z.strictObject({ key: z.string(), secret: z.string(), projectId: z.string(), version: z.string() }))
      .optional(),
    ingressSettings: z.string().nullable().optional(),
    vpcConnector: z.null().optional(),
    vpcConnectorEgressSettings: z.null().optional(),
    directVpcNetworkInterface: z.null().optional(),
    directVpcEgress: z.null().optional(),
    timeoutSeconds: z.number(),
    serviceAccountEmail: z.string().nullable(),
    availableMemory: z.string(),
    availableCpu: z.string().optional(),
    minInstanceCount: z.number().nullable().optional(),
    maxInstanceCount: z.number().optional(),
    maxInstanceRequestConcurrency: z.number().optional(),
  }),
});
const schedule = z.looseObject({ name: z.string(), schedule: z.string() });

/** Functions, as firebase-tools deploys them, and their schedules. */
export const functionRoutes = [
  route('GET', `${HOST}/v1/projects/*/locations/-/functions`, null, () => ({ functions: [] })),
  route('GET', `${HOST}/v2/projects/*/locations/*/functions`, null, ({ state, parts }) => ({
    functions: state.children('functions/').filter(({ name }) => isIn(String(name), parts[1] ?? '')),
  })),
  route('POST', `${HOST}/v2/projects/*/locations/*/functions:generateUploadUrl`, null, ({ state, origin }) => {
    const object = `source-${state.uploads.size + 1}.zip`;
    return { uploadUrl: `${origin}/functions-upload/${object}`, storageSource: { bucket: 'gcf-v2-uploads', object } };
  }),
  route('POST', `${HOST}/v2/projects/*/locations/*/functions`, cloudFunction, (asked) => {
    const { state, query, parts } = asked;
    const id = query.get('functionId') ?? '';
    if (state.things.has(`functions/${id}`)) throw exists(id);
    const name = `projects/${parts[0]}/locations/${parts[1]}/functions/${id}`;
    return done(deployed(asked, id, name), `projects/${parts[0]}/locations/${parts[1]}/operations`);
  }),
  route('PATCH', `${HOST}/v2/projects/*/locations/*/functions/*`, cloudFunction, (asked) => {
    const { state, parts } = asked;
    const id = parts[2] ?? '';
    if (!state.things.has(`functions/${id}`)) throw missing(id);
    return done(deployed(asked, id, String(asked.body.name)), `projects/${parts[0]}/locations/${parts[1]}/operations`);
  }),
  route('GET', `${HOST}/v2/projects/*/locations/*/operations/*`, null, ({ url }) =>
    endedOperation(url.slice(`${HOST}/v2/`.length)),
  ),
  route('GET', `${HOST}/v2/projects/*/locations/*/functions/*`, null, ({ state, parts }) => {
    const found = state.things.get(`functions/${parts[2]}`);
    if (!found) throw missing(parts[2] ?? '');
    return found;
  }),
  route('DELETE', `${HOST}/v2/projects/*/locations/*/functions/*`, null, ({ state, parts }) => {
    if (!state.things.delete(`functions/${parts[2]}`)) throw missing(parts[2] ?? '');
    return done({});
  }),
  // Every schedule that is on has just run.
  route('GET', `${SCHEDULER}/projects/*/locations/*/jobs`, null, ({ state }) => ({
    jobs: state.children('schedules/').map((job) => ({ ...job, lastAttemptTime: new Date().toISOString() })),
  })),
  route('GET', `${SCHEDULER}/projects/*/locations/*/jobs/*`, null, ({ state, parts }) => {
    const found = state.things.get(`schedules/${parts[2]}`);
    if (!found) throw missing(parts[2] ?? '');
    return found;
  }),
  route('POST', `${SCHEDULER}/projects/*/locations/*/jobs`, schedule, ({ state, body }) => {
    const id = body.name.split('/').at(-1) ?? '';
    state.things.set(`schedules/${id}`, { ...body, state: 'ENABLED', userUpdateTime: new Date().toISOString() });
    return body;
  }),
  route('PATCH', `${SCHEDULER}/projects/*/locations/*/jobs/*`, schedule, ({ state, body, parts }) => {
    state.things.set(`schedules/${parts[2]}`, { ...state.things.get(`schedules/${parts[2]}`), ...body });
    return body;
  }),
  route('DELETE', `${SCHEDULER}/projects/*/locations/*/jobs/*`, null, ({ state, parts }) => {
    if (!state.things.delete(`schedules/${parts[2]}`)) throw missing(parts[2] ?? '');
    return {};
  }),
];

/** Whether a function is in a region; `-` stands for all of them. */
const isIn = (name: string, region: string) => region === '-' || name.includes(`/locations/${region}/`);

/** A function runs as an existing account, with existing versions of secrets, never with "the newest". */
function deployed({ state, body, parts }: Asked, id: string, name: string) {
  const { serviceConfig } = body as z.infer<typeof cloudFunction>;
  const account = serviceConfig.serviceAccountEmail ?? '';
  if (!state.things.has(`projects/${state.project}/serviceAccounts/${account}`))
    throw invalid(`Service account ${account} does not exist`);
  for (const { key, secret, version } of serviceConfig.secretEnvironmentVariables ?? []) {
    if (state.secrets.get(secret)?.versions[Number(version) - 1]?.state !== 'ENABLED')
      throw invalid(`${key} is no version of a secret: ${version}`);
  }
  const service = `projects/${parts[0]}/locations/${parts[1]}/services/${id.toLowerCase()}`;
  const uri = `https://${id.toLowerCase()}-${state.number}.${parts[1]}.run.app`;
  const thing = {
    ...body,
    name,
    state: 'ACTIVE',
    environment: 'GEN_2',
    url: uri,
    serviceConfig: { ...serviceConfig, service, uri },
  };
  state.things.set(`functions/${id}`, thing);
  // Google creates the repository for the functions' images with the first of them.
  if (!state.things.has('repositories/gcf-artifacts')) {
    state.things.set('repositories/gcf-artifacts', {
      name: `projects/${parts[0]}/locations/${parts[1]}/repositories/gcf-artifacts`,
      format: 'DOCKER',
    });
  }
  return thing;
}
