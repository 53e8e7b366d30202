import { expect, test } from 'vitest';
import { readOptions } from './options.mjs';

const where = ['--project', 'acme-1', '--region', 'europe-west1'];

test.each([
  ['deploy', '--yes'],
  ['deploy', '--delete-data=acme-1'],
  ['doctor', '--dry-run'],
  ['doctor', '--keep-settings'],
  ['doctor', '--rotate=JWT_KEY'],
  ['destroy', '--dry-run'],
  ['destroy', '--retire=JWT_KEY'],
] as const)('%s refuses %s, which another command takes, and shows its usage', (command, option) => {
  const name = option.split('=')[0];
  expect(() => readOptions(command, [...where, option])).toThrow(`Unknown option '${name}'`);
  expect(() => readOptions(command, [...where, option])).toThrow(`npm run ${command} -- --project ID`);
});

test('each command takes its own options, and the usage of deploy names those that change a key', () => {
  expect(readOptions('doctor', where)).toMatchObject({ project: 'acme-1', databaseLocation: 'europe-west1' });
  expect(readOptions('destroy', [...where, '--yes', '--delete-data', 'acme-1'])).toMatchObject({ yes: true });
  expect(readOptions('deploy', [...where, '--rotate', 'JWT_KEY'])).toMatchObject({ rotate: 'JWT_KEY' });
  expect(() => readOptions('deploy', [])).toThrow('[--rotate SECRET | --retire SECRET]');
});
