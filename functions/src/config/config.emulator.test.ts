import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { useApi } from '../testing/api.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment({ IMAGE_TAGS: 'v2,v1' });
const api = useApi();

test('names the image tag of a container for which none is named', async () => {
  const { client } = await api.newUser();
  expect(await client.call(routes.getConfig)).toMatchObject({ imageTag: 'v2' });
});
