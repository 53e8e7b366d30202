// The real command against a stand-in for Google's APIs, on a project that lacks something else than a deploy.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProject, REGION, type Project } from '../google/project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
  const settings = 'ACCESS=you@example.com\nMODEL_BASE_URL=https://models.example/v1\n';
  writeFileSync(join(import.meta.dirname, `../../functions/.env.${project.id}`), settings);
  const account = `projects/${project.id}/serviceAccounts/countersign-agents@${project.id}.iam.gserviceaccount.com`;
  project.state.things.set(account, { disabled: true });
  const labels = { 'made-by': 'countersign' };
  project.state.secrets.set('JWT_KEY', { versions: [{ value: 'x', state: 'DISABLED' }], labels });
});
afterAll(() => project.stop());

test('the doctor names the command that mends it where that is not a deploy', async () => {
  const { code, output } = await project.run('doctor');
  const { id } = project;
  expect(code, output).toBe(1);
  expect(output).toContain(
    `✗ Keys of the models: A model is set whose key, MODEL_API_KEY, is not stored. Store it, then run this again.\n    npx firebase functions:secrets:set MODEL_API_KEY --project ${id}\n`,
  );
  expect(output).toMatch(
    new RegExp(`✗ Secret JWT_KEY: .*\\n {4}gcloud secrets versions enable 1 --secret JWT_KEY --project ${id}\\n`),
  );
  expect(output).toMatch(
    new RegExp(
      `✗ Account of agents: .*\\n {4}gcloud iam service-accounts enable countersign-agents@\\S+ --project ${id}\\n`,
    ),
  );
  expect(output).toContain(`is missing\n    npm run deploy -- --project ${id} --region ${REGION}\n`);
});
