// The real commands against a stand-in for Google's APIs: what was deployed in one region is asked for in another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, REGION, type Project } from '../google/project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
  const { id, state } = project;
  const named = (name: string) => `projects/${id}/locations/us-central1/functions/${name}`;
  for (const name of ['api', 'agentApi', 'sweep'])
    state.things.set(`functions/${name}`, {
      name: named(name),
      labels: { 'firebase-functions-codebase': 'countersign' },
      state: 'ACTIVE',
      serviceConfig: { environmentVariables: { ACCESS: 'them@example.com', COUNTERSIGN_SETTINGS: 'ACCESS' } },
    });
});
afterAll(() => project.stop());

test.each(['deploy', 'deploy --dry-run', 'doctor', 'destroy --yes'])(
  '%s stops and names that region',
  async (words) => {
    const [command, ...options] = words.split(' ') as ['deploy' | 'doctor' | 'destroy', ...string[]];
    const { code, output } = await project.run(command, ...options);
    expect({ code, unknown: project.state.unknown }, output).toEqual({ code: 1, unknown: [] });
    expect(output).toContain(
      `Countersign is deployed in us-central1, not in ${REGION}. Say that:  --region us-central1`,
    );
    expect(output).not.toContain(`npm run deploy -- --project ${project.id} --region ${REGION}\n`);
    expect(output).not.toContain('deleted');
    expect(output).not.toMatch(/is missing|would be made/);
    const changed = project.state.writes().filter((call) => !/serviceusage|firebase\.googleapis/.test(call));
    expect(changed).toEqual([]);
  },
);

test('a function of somebody else there, with the name of one of ours, is no reason to stop', async () => {
  const other = await newProject();
  other.state.things.set('functions/api', {
    name: `projects/${other.id}/locations/us-central1/functions/api`,
    state: 'ACTIVE',
    serviceConfig: {},
  });
  const { code, output } = await other.run('deploy', '--dry-run');
  expect(code, output).toBe(0);
  expect(output).toMatch(/^Functions +would be made$/m);
  await other.stop();
});
