import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newProject, REGION, type Project } from '../google/project.ts';
import { denied } from '../google/faults.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
  // A deploy that ends after the part that this is about.
  project.state.faults.push(denied(/^GET firestore\.googleapis\.com.*databases\/\(default\)$/));
});
afterAll(() => project.stop());
beforeEach(() => rmSync(file(), { force: true }));

const labels = { 'firebase-functions-codebase': 'countersign' };
const file = () => join(import.meta.dirname, `../../functions/.env.${project.id}`);
const written = () => (existsSync(file()) ? parseEnv(readFileSync(file(), 'utf8')) : {});
const said = {
  ACCESS: '@example.com',
  MODELS: '{"small": {"model": "a#b", "label": "it\'s small"}}',
  CHECKPOINT_BUCKET: 'another-bucket',
  CHECKPOINT_DAYS: '900',
  OUR_PASSWORD: 'not to be shown',
};

/** As if deployed from another checkout, which had these settings. */
function deployedWith(environmentVariables: Record<string, string>): void {
  project.state.things.delete('functions/agentApi');
  for (const [name, attempt] of [
    ['api', '2026-11-02'],
    ['sweep', '2026-11-01'],
  ]) {
    project.state.things.set(`functions/${name}`, {
      name: `projects/${project.id}/locations/${REGION}/functions/${name}`,
      state: 'ACTIVE',
      labels,
      serviceConfig: {
        service: `projects/${project.id}/locations/${REGION}/services/${name}`,
        environmentVariables:
          name === 'api'
            ? { ...environmentVariables, COUNTERSIGN_ATTEMPT: attempt }
            : { ACCESS: 'of-before@example.com', COUNTERSIGN_ATTEMPT: attempt },
      },
    });
  }
}

const derived = () => ({
  FIREBASE_CONFIG: '{}',
  GCLOUD_PROJECT: project.id,
  FUNCTION_TARGET: 'api',
  LOG_EXECUTION_ID: 'true',
  CLOUD_RUN_REGION: REGION,
  AGENT_SERVICE_ACCOUNT: `countersign-agents@${project.id}.iam.gserviceaccount.com`,
  AGENT_IMAGE_DIGEST: `sha256:${'a'.repeat(64)}`,
  COUNTERSIGN_RELEASE: 'abc',
});

describe.each([
  ['that tells what was said', { COUNTERSIGN_SETTINGS: [...Object.keys(said), 'MODEL_NAME'].join(',') }],
  ['of before it told', {}],
])('a deployment %s', (_what, told) => {
  beforeEach(() => deployedWith({ ...derived(), ...said, MODEL_NAME: '', ...told }));

  test('is not deployed again by a checkout without its settings', async () => {
    const before = project.state.writes().length;
    const { code, output } = await project.run('deploy');
    expect(code).toBe(1);
    expect(output).toContain('  ACCESS=@example.com\n');
    expect(output).toContain('  OUR_PASSWORD\n');
    expect(output).not.toContain('not to be shown');
    expect(output).toContain(`npm run deploy -- --project ${project.id} --region ${REGION} --keep-settings`);
    expect(written()).toEqual({});
    const writes = project.state
      .writes()
      .slice(before)
      .filter((call) => !/^POST (serviceusage|firebase)\./.test(call));
    expect(writes).toEqual([]);
  });

  test('is not said to lack whom it lets in, and the doctor names what keeps its settings', async () => {
    const { output } = await project.run('doctor');
    expect(output).toMatch(
      /✗ Settings of what is deployed: .* lacks ACCESS, MODELS, .*\n {4}npm run deploy .*--keep-settings/,
    );
    expect(output).toContain('✓ Who may sign in (ACCESS)');
    expect(output).not.toContain('of-before@example.com');
    expect(written()).toEqual({});
  });

  test('gives them to a checkout that asks for them, and for nothing else', async () => {
    const { output } = await project.run('deploy', '--keep-settings');
    expect(output).toContain(`written into functions/.env.${project.id}`);
    expect(written()).toEqual(said);
    expect((await project.run('deploy')).output).toMatch(/^Settings of what is deployed +is there$/m);
  });
});

test('a setting is removed by leaving it blank, but who may sign in is not', async () => {
  deployedWith({ ...derived(), ACCESS: '@example.com', MODEL_NAME: 'm', COUNTERSIGN_SETTINGS: 'ACCESS,MODEL_NAME' });
  writeFileSync(file(), 'MODEL_NAME=\nACCESS=\n');
  const refused = await project.run('deploy');
  expect(refused.output).toContain('  ACCESS=@example.com\n');
  expect(refused.output).not.toContain('  MODEL_NAME=m\n');
  writeFileSync(file(), 'MODEL_NAME=\nACCESS=you@example.com\n');
  const { output } = await project.run('deploy');
  expect(output).toMatch(/^Settings of what is deployed +is there \(the next deploy changes ACCESS, MODEL_NAME\)$/m);
});

test('what the checkout says otherwise is named where settings are lacking, too', async () => {
  const deployed = { ACCESS: '@example.com', MODEL_NAME: 'm', COUNTERSIGN_SETTINGS: 'ACCESS,MODEL_NAME' };
  deployedWith({ ...derived(), ...deployed });
  writeFileSync(file(), 'MODEL_NAME=another\n');
  const changes = 'the next deploy changes MODEL_NAME';
  expect((await project.run('deploy')).output).toContain(changes);
  const kept = await project.run('deploy', '--keep-settings');
  expect(kept.output).toContain(`done: ACCESS, written into functions/.env.${project.id}; ${changes}`);
});

test.each(['--rotate', '--retire'])('%s changes no key while settings are lacking', async (option) => {
  deployedWith({ ...derived(), ACCESS: '@example.com', COUNTERSIGN_SETTINGS: 'ACCESS' });
  project.state.secrets.set('JWT_KEY', { versions: [{ value: 'one\ntwo', state: 'ENABLED' }] });
  // All functions have this version: the next step would be a new rotation.
  const { serviceConfig } = project.state.things.get('functions/api') as { serviceConfig: object };
  const secretEnvironmentVariables = [{ key: 'JWT_KEY', secret: 'JWT_KEY', projectId: project.id, version: '1' }];
  for (const name of ['api', 'agentApi', 'sweep'])
    project.state.things.set(`functions/${name}`, {
      name: `projects/${project.id}/locations/${REGION}/functions/${name}`,
      state: 'ACTIVE',
      labels,
      serviceConfig: { ...serviceConfig, secretEnvironmentVariables },
    });
  const before = project.state.writes().length;
  const { code, output } = await project.run('deploy', option, 'JWT_KEY');
  expect({ code, writes: project.state.writes().slice(before) }, output).toEqual({ code: 1, writes: [] });
  expect(output).toContain('  ACCESS=@example.com\n');
});

test("the digest of somebody's own image was said, also before deployments told what was", async () => {
  deployedWith({ ...derived(), ACCESS: '@example.com', AGENT_IMAGE: 'registry.example/agent' });
  const { output } = await project.run('deploy');
  expect(output).toContain('  AGENT_IMAGE=registry.example/agent\n');
  expect(output).toContain(`  AGENT_IMAGE_DIGEST=sha256:${'a'.repeat(64)}\n`);
});

test('nothing at all is made where CHECKPOINT_DAYS would have all checkpoints deleted', async () => {
  writeFileSync(file(), 'ACCESS=you@example.com\nCHECKPOINT_DAYS=0\n');
  for (const options of [[], ['--dry-run'], ['--keep-settings'], ['--rotate', 'JWT_KEY']]) {
    const before = project.state.writes().length;
    const { code, output } = await project.run('deploy', ...options);
    expect({ code, writes: project.state.writes().slice(before) }, output).toEqual({ code: 1, writes: [] });
    expect(output).toContain('CHECKPOINT_DAYS says 0. It must be a whole number, 1 or more');
  }
});
