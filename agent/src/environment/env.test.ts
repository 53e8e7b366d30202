import { expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const given = { AGENT_API_URL: 'http://127.0.0.1', START_CODE: 'code', CONTAINER_ID: 'container' };
const pathOf = (PATH: string) => readEnvironment({ ...given, PATH }).path;

it('looks for no program in a folder that depends on where it is run, such as a task’s workspace', () => {
  expect(pathOf('./node_modules/.bin:/usr/bin:.::bin:/bin:')).toBe('/usr/bin:/bin');
  expect(pathOf('/opt/my tools/bin:/bin')).toBe('/opt/my tools/bin:/bin');
  expect(pathOf('.')).toBe('/usr/local/bin:/usr/bin:/bin');
  expect(readEnvironment(given).path).toBe('/usr/local/bin:/usr/bin:/bin');
});
