import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment({ IMAGE_TAGS: 'v2,v1', GITHUB_API_URL: 'https://git.example.com/api/v3' });
const api = useApi();

test('names the image tag of a container for which none is named', async () => {
  const { client } = await api.newUser();
  expect(await client.call(routes.getConfig)).toMatchObject({ imageTag: 'v2' });
});

test('names the server that stands in for GitHub, where repositories have their pages', async () => {
  const { client } = await api.newUser();
  expect(await client.call(routes.getConfig)).toMatchObject({ githubUrl: 'https://git.example.com' });
});
