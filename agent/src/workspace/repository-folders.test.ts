import { expect, it } from 'vitest';
import { repositoryFolders } from './repository-folders.ts';

/** The folders of repositories given as `owner/name`. */
const foldersOf = (names: string, isOneCase = false) =>
  repositoryFolders(
    names.split(' ').map((full) => {
      const [owner = '', name = ''] = full.split('/');
      return { owner, name };
    }),
    isOneCase,
  )
    .map(({ name }) => name)
    .join(' ');

it.each([
  ['its name', 'acme/app me/site', 'app site'],
  ['with its owner where an earlier one has its name', 'me/app acme/app', 'app acme-app'],
  ['with a number where an earlier one has that, too', 'me/acme-app me/app acme/app', 'acme-app app acme-app-2'],
  [
    'with another number where that is taken as well',
    'me/acme-app me/acme-app-2 me/app acme/app',
    'acme-app acme-app-2 app acme-app-3',
  ],
  ['a name of its own where names are the same as folders', 'a/.x a/-x a/x', 'x a--x a-x'],
])('each repository gets a folder of its own: %s', (_what, repositories, expected) => {
  expect(foldersOf(repositories)).toBe(expected);
});

it('tells names apart by case where folders do', () => {
  expect(foldersOf('me/App acme/app')).toBe('App app');
  expect(foldersOf('me/App acme/app', true)).toBe('App acme-app');
});
