// The real commands and firebase-tools against a stand-in for Google's APIs. `gcloud` has none: no command calls it.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newProject, REGION, type Project } from '../google/project.ts';
import { changeLiveFile, liveFile } from '../google/apis/hosting.ts';
import { denied, organisationPolicy, outOfQuota } from '../google/faults.ts';
import { missing } from '../google/refusal.ts';
import type { Secret } from '../google/state.ts';
import { isLong } from '../testing/sample.ts';

/** A deploy of everything starts firebase-tools three times. */
const DEPLOY_MS = 300_000;

interface Deployed {
  serviceConfig: {
    serviceAccountEmail: string;
    environmentVariables: Record<string, string>;
    secretEnvironmentVariables: { key: string; version: string }[];
  };
}

const functionOf = ({ state }: Project, name: string) => state.things.get(`functions/${name}`) as unknown as Deployed;
const boundSecrets = (project: Project, name: string) =>
  functionOf(project, name)
    .serviceConfig.secretEnvironmentVariables.map(({ key, version }) => `${key}@${version}`)
    .sort();

const secretValues = ({ state }: Project) =>
  [...state.secrets.values()].flatMap(({ versions }) => versions.map(({ value }) => value));

describe('an empty project', () => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
  });
  afterAll(() => project.stop());

  test('is looked at, and not touched, by a dry run', async () => {
    const { code, output } = await project.run('deploy', '--dry-run');
    expect({ code, writes: project.state.writes(), unknown: project.state.unknown }).toEqual({
      code: 0,
      writes: [],
      unknown: [],
    });
    expect(output).toMatch(/^Firestore database +would be made \(europe-west1\)$/m);
    expect(output).toMatch(/^Pages on Hosting +would be made$/m);
  });

  test(
    'has a working deployment after one command, closed but for whoever deployed',
    async () => {
      const { code, output } = await project.run('deploy');
      expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 0, unknown: [] });
      expect(output).toContain('is ready.');
      expect(output).toMatch(/^ {2}Versions: pages 0\.1\.0\+[\w-]+, API 0\.1\.0$/m);
      for (const value of secretValues(project)) expect(output).not.toContain(value);
      const { environmentVariables, serviceAccountEmail } = functionOf(project, 'api').serviceConfig;
      expect(serviceAccountEmail).toBe(`countersign-functions@${project.id}.iam.gserviceaccount.com`);
      expect(environmentVariables).toMatchObject({
        ACCESS: 'owner@example.com',
        CLOUD_RUN_REGION: REGION,
        AGENT_SERVICE_ACCOUNT: `countersign-agents@${project.id}.iam.gserviceaccount.com`,
        APP_URL: `https://${project.id}.web.app`,
        COUNTERSIGN_SETTINGS: 'ACCESS',
      });
      expect(environmentVariables.AGENT_IMAGE_DIGEST).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(project.state.things.get('budgets/1')).toMatchObject({
        budgetFilter: { projects: [`projects/${project.id}`] },
        amount: { specifiedAmount: { units: '50' } },
      });
      expect(project.state.things.get('database')).toMatchObject({
        locationId: REGION,
        pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
        deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
      });
    },
    DEPLOY_MS,
  );

  test('has the same again by a second run, which changes nothing', async () => {
    const before = project.state.writes();
    const { code, output } = await project.run('deploy');
    expect({ code, writes: project.state.writes().slice(before.length) }, output).toEqual({ code: 0, writes: [] });
  });

  test('gives agents no role, the functions the least, and secrets to the functions that need them, by version', () => {
    const members = [...project.state.policies.values()].flatMap(({ bindings = [] }) =>
      bindings.flatMap((one) => one.members),
    );
    expect(members.filter((member) => member.includes('countersign-agents@'))).toEqual([]);
    const rolesInProject = (project.state.policies.get(`projects/${project.id}`)?.bindings ?? [])
      .filter((binding) => binding.members.some((member) => member.includes('countersign-functions@')))
      .map(({ role }) => role);
    expect(rolesInProject.sort()).toEqual(['roles/datastore.user', 'roles/firebaseauth.admin', 'roles/run.developer']);
    const bound = (name: string) => boundSecrets(project, name);
    expect(bound('api')).toEqual(['EVIDENCE_KEYS@1', 'JWT_KEY@1', 'SECRETS_KEYS@1', 'VAPID_KEYS@1']);
    expect(bound('sweep')).toEqual(['EVIDENCE_KEYS@1', 'JWT_KEY@1', 'SECRETS_KEYS@1', 'VAPID_KEYS@1']);
    expect(bound('agentApi')).toEqual([
      'EVIDENCE_KEYS@1',
      'JWT_KEY@1',
      'SECRETS_KEYS@1',
      'SWEEP_KEY@1',
      'VAPID_KEYS@1',
    ]);
  });

  if (isLong) testAfterwards(() => project);
});

const lines = (value: string) => value.split('\n');
/** The secrets that Countersign makes, and how to read several keys in one of them, the newest first. */
const rotated = [
  { name: 'JWT_KEY', keysIn: lines, boundTo: 'api' },
  { name: 'SWEEP_KEY', keysIn: lines, boundTo: 'agentApi' },
  { name: 'VAPID_KEYS', keysIn: lines, boundTo: 'api' },
  { name: 'EVIDENCE_KEYS', keysIn: lines, boundTo: 'agentApi' },
  {
    name: 'SECRETS_KEYS',
    keysIn: (value: string) => Object.values(JSON.parse(value) as Record<string, string>),
    boundTo: 'sweep',
  },
];

/** The names of the existing jobs. */
async function jobsOf({ environment, id }: Project): Promise<string[]> {
  const url = `${environment.COUNTERSIGN_GOOGLE_APIS}/run.googleapis.com/v2/projects/${id}/locations/${REGION}/jobs`;
  const { jobs = [] } = (await (await fetch(url)).json()) as { jobs?: { name: string }[] };
  return jobs.map(({ name }) => name.split('/').at(-1) ?? '').sort();
}

/** Tests what is done with a deployment later. */
function testAfterwards(project: () => Project): void {
  test('can be asked again without a secret being printed', async () => {
    const { code, output } = await project().run('doctor');
    expect(code, output).toBe(0);
    expect(secretValues(project())).toHaveLength(5);
    for (const value of secretValues(project())) expect(output).not.toContain(value);
  });

  test('the doctor says what is wrong, with the command that fixes it', async () => {
    const schedule = project().state.things.get(`schedules/firebase-schedule-sweep-${REGION}`);
    Object.assign(schedule ?? {}, { state: 'PAUSED' });
    const database = project().state.things.get('database');
    Object.assign(database ?? {}, { deleteProtectionState: 'DELETE_PROTECTION_DISABLED' });
    const { code, output } = await project().run('doctor');
    expect(code).toBe(1);
    expect(output).toContain('✗ Firestore database: is not as it should be\n    npm run deploy -- --project');
    expect(output).toContain(`✗ The sweep runs every minute: its schedule is paused\n    gcloud scheduler jobs resume`);
    expect(output).toContain('2 findings.');
    Object.assign(database ?? {}, { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' });
    Object.assign(schedule ?? {}, { state: 'ENABLED' });
  });

  test('keeps the files of the release before beside its own', { timeout: DEPLOY_MS }, async () => {
    const { state, run } = project();
    const before = { version: '0.0.9', assets: ['of-before-AbC123.js'], kept: ['older-DeF456.js'] };
    changeLiveFile(state, '/release.json', JSON.stringify(before));
    changeLiveFile(state, '/assets/of-before-AbC123.js', 'export {};');
    Object.assign(state.things.get('live') ?? {}, { message: 'another release' });
    const { code, output } = await run('deploy');
    expect({ code, unknown: state.unknown }, output).toEqual({ code: 0, unknown: [] });
    expect(output).toContain('with 1 file of the release before');
    expect(liveFile(state, '/assets/of-before-AbC123.js')?.toString()).toBe('export {};');
    const { kept } = JSON.parse(String(liveFile(state, '/release.json'))) as { kept: string[] };
    expect(kept).toEqual(['of-before-AbC123.js']);
  });

  test('is told what makes the budget, where its billing is somebody else’s, and is ready all the same', async () => {
    project().state.faults.push(denied(/^GET billingbudgets/));
    const { code, output } = await project().run('doctor');
    project().state.faults.length = 0;
    expect(code, output).toBe(0);
    expect(output).toContain('gcloud billing budgets create --billing-account=012345-6789AB-CDEF01 ');
  });

  test('is told how many proxies stand before it, where it is set otherwise', async () => {
    project().state.hostingProxies = 2;
    const { code, output } = await project().run('doctor');
    project().state.hostingProxies = 1;
    expect(code).toBe(1);
    const file = `functions/.env.${project().id}`;
    const [, command = ''] =
      /✗ Limits count the right addresses: HOSTING_PROXIES is 1, and 2 would be right\n {4}(.*) && npm run deploy -- --project/.exec(
        output,
      ) ?? [];
    expect(command, output).toContain(` >> ${file}`);
    // As an editor may leave it: its last line, which says who may sign in, is not ended.
    const folder = mkdtempSync(join(tmpdir(), 'countersign-command-'));
    mkdirSync(join(folder, 'functions'));
    writeFileSync(join(folder, file), 'MODEL_NAME=m\nACCESS=@example.com');
    execFileSync('sh', ['-c', command], { cwd: folder });
    const settings = parseEnv(readFileSync(join(folder, file), 'utf8'));
    rmSync(folder, { recursive: true });
    expect(settings).toEqual({ MODEL_NAME: 'm', ACCESS: '@example.com', HOSTING_PROXIES: '2' });
  });

  test.each(rotated)(
    'gets a new $name, with the old one accepted, and then the new one alone',
    { timeout: 3 * DEPLOY_MS },
    async ({ name, keysIn, boundTo }) => {
      const { state, run } = project();
      const newest = () => keysIn(state.secrets.get(name)?.versions.at(-1)?.value ?? '');
      const bound = () => boundSecrets(project(), boundTo).filter((secret) => secret.startsWith(name));
      const [first] = newest();
      // Each deploy ends with the doctor, which calls the functions with the newest keys.
      expect((await run('deploy', '--rotate', name)).code).toBe(0);
      const [second, ...others] = newest();
      // Version 2 has it behind the old one, until all functions have it.
      expect([others, bound()]).toEqual([[first], [`${name}@3`]]);
      expect(keysIn(state.secrets.get(name)?.versions[1]?.value ?? '')).toEqual([first, second]);
      expect(second).not.toBe(first);
      const { code, output } = await run('deploy', '--retire', name);
      expect({ code, unknown: state.unknown }, output).toEqual({ code: 0, unknown: [] });
      expect([newest(), bound()]).toEqual([[second], [`${name}@4`]]);
      for (const value of secretValues(project())) expect(output).not.toContain(value);
    },
  );

  test("gets a model's new key with the next deploy", { timeout: 3 * DEPLOY_MS }, async () => {
    const { state, run, id } = project();
    appendFileSync(join(import.meta.dirname, `../../functions/.env.${id}`), 'MODEL_BASE_URL=https://models.example\n');
    const missingKey = await run('deploy');
    expect(missingKey.output).toContain(`npx firebase functions:secrets:set MODEL_API_KEY --project ${id}`);
    const versions: Secret['versions'] = [];
    state.secrets.set('MODEL_API_KEY', { versions });
    for (const value of ['the first key', 'the second key']) {
      versions.push({ value, state: 'ENABLED' });
      const { code, output } = await run('deploy');
      expect({ code, unknown: state.unknown }, output).toEqual({ code: 0, unknown: [] });
      expect(boundSecrets(project(), 'agentApi')).toContain(`MODEL_API_KEY@${versions.length}`);
      expect(output).not.toContain(value);
    }
  });

  test('has the job of the tag, and of the image, that are set', { timeout: 2 * DEPLOY_MS }, async () => {
    const { run, id } = project();
    const set = (lines: string) =>
      appendFileSync(join(import.meta.dirname, `../../functions/.env.${id}`), `${lines}\n`);
    expect(await jobsOf(project())).toEqual(['countersign-latest']);
    for (const lines of [`AGENT_IMAGE_DIGEST=sha256:${'b'.repeat(64)}`, 'IMAGE_TAGS=v1.2,v1']) {
      set(lines);
      const { code, output } = await run('deploy');
      expect({ code, unknown: project().state.unknown }, output).toEqual({ code: 0, unknown: [] });
    }
    expect(await jobsOf(project())).toEqual(['countersign-latest', expect.stringMatching(/^countersign-v1-2-\w{8}$/)]);
  });

  test('is not ended by accident, and keeps its data unless asked twice', async () => {
    expect((await project().run('destroy')).code).toBe(1);
    expect((await project().run('destroy', '--yes', '--delete-data', 'another')).code).toBe(1);
    expect(project().state.things.has('functions/api')).toBe(true);
    const { code, output } = await project().run('destroy', '--yes');
    expect({ code, unknown: project().state.unknown }, output).toEqual({ code: 0, unknown: [] });
    expect(project().state.things.has('functions/api')).toBe(false);
    // Five of ours, and the model's key.
    expect([project().state.things.has('database'), project().state.secrets.size]).toEqual([true, 6]);
    expect(project().state.things.has('budgets/1')).toBe(false);
    expect(output).toMatch(/^Budget +deleted$/m);
    expect(await jobsOf(project()), 'jobs of all tags').toEqual([]);
    expect((await project().run('destroy', '--yes', '--delete-data', project().id)).code).toBe(0);
    // The model's key belongs to its owner.
    expect([project().state.things.has('database'), [...project().state.secrets.keys()]]).toEqual([
      false,
      ['MODEL_API_KEY'],
    ]);
  });
}

/** What may go wrong: the words that report it, and how it is fixed. The rest is in `npm run test:long`. */
const troubles = [
  {
    name: 'permission denied',
    begin: ({ state }: Project) => void state.faults.push(denied(/^POST iam\.googleapis\.com.*serviceAccounts$/)),
    says: 'Ask an owner of the project',
  },
  {
    name: 'a quota used up',
    begin: ({ state }: Project) => void state.faults.push(outOfQuota(/^POST secretmanager/)),
    says: 'A quota of secretmanager.googleapis.com is used up',
  },
  {
    name: 'a policy of the organisation against functions that anybody may call',
    begin: ({ state }: Project) =>
      void state.faults.push(organisationPolicy(/^POST run\.googleapis\.com.*setIamPolicy$/)),
    says: 'A policy of your organisation forbids it',
  },
  {
    name: 'no default account to build functions under',
    begin: ({ state, id }: Project) =>
      void state.faults.push({
        matches: new RegExp(`^GET iam.*${id}/serviceAccounts/4711-compute`),
        refusal: missing('4711-compute'),
      }),
    says: 'under which Google builds functions',
  },
];
if (isLong) describe.each(troubles)('with $name', testTrouble);

function testTrouble({ begin, says }: (typeof troubles)[number]): void {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
  });
  afterAll(() => project.stop());

  test('it stops with what to do, and the next run goes on where it stopped', { timeout: 2 * DEPLOY_MS }, async () => {
    begin(project);
    const stopped = await project.run('deploy');
    expect(stopped.code).toBe(1);
    expect(stopped.output).toContain(says);
    project.state.faults.length = 0;
    const before = project.state.writes();
    const again = await project.run('deploy');
    expect({ code: again.code, unknown: project.state.unknown }, again.output).toEqual({ code: 0, unknown: [] });
    expect(project.state.writes().slice(before.length)).not.toContain(before[0]);
  });
}

if (isLong) {
  test(
    'a site that is not called as the project is asked and told, and no other one',
    { timeout: DEPLOY_MS },
    async () => {
      const project = await newProject();
      const site = `${project.id}-5f3a1`;
      const found = {
        name: `projects/${project.id}/sites/${site}`,
        type: 'DEFAULT_SITE',
        defaultUrl: `https://${site}.web.app`,
      };
      project.state.things.set(`sites/${site}`, found);
      const condition = { title: 'until next year', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' };
      const own = { role: 'roles/viewer', members: ['user:auditor@example.com'], condition };
      project.state.policies.get(`projects/${project.id}`)?.bindings?.push(own);
      const { code, output } = await project.run('deploy');
      expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 0, unknown: [] });
      expect(output).toContain(`https://${site}.web.app is ready.`);
      expect(functionOf(project, 'api').serviceConfig.environmentVariables.APP_URL).toBe(`https://${site}.web.app`);
      const { bindings } = project.state.policies.get(`projects/${project.id}`) ?? {};
      expect(bindings, 'firebase-tools leaves it alone, too').toContainEqual(own);
      expect((await project.run('destroy', '--yes')).code).toBe(0);
      expect(project.state.things.get('live')).toEqual({ type: 'SITE_DISABLE' });
      await project.stop();
    },
  );

  test('a database elsewhere stays there, and is protected', { timeout: DEPLOY_MS }, async () => {
    const project = await newProject();
    const database = {
      name: `projects/${project.id}/databases/(default)`,
      type: 'FIRESTORE_NATIVE',
      locationId: 'nam5',
    };
    project.state.things.set('database', database);
    const { code, output } = await project.run('deploy');
    expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 0, unknown: [] });
    expect(project.state.things.get('database')).toMatchObject({
      locationId: 'nam5',
      deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
    });
    await project.stop();
  });
}

test('without credentials, network and packages the whole plan is printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-plan-'));
  const root = join(import.meta.dirname, '../..');
  for (const path of ['dev/setup.mjs', 'dev/deploy', 'dev/lib', 'contract/build-version.mjs', 'package.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  const args = ['dev/setup.mjs', 'deploy', '--project', 'acme-empty', '--region', REGION, '--dry-run'];
  const output = execFileSync(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  }).toString();
  const plan = output.split('\n').filter((line) => line.endsWith('not looked'));
  expect(plan.length).toBeGreaterThan(20);
  expect(output).toContain('Nothing was changed.');
  rmSync(folder, { recursive: true });
});
