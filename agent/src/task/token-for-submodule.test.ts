import type { AgentRepository } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { tokenForSubmodule } from './token-for-submodule.ts';

const repository = (owner: string, name: string): AgentRepository => ({
  ...{ id: `${owner}-${name}`, owner, name, cloneUrl: `https://github.com/${owner}/${name}.git` },
  ...{ isPrivate: true, hasToken: true },
});
const app = repository('Acme', 'app');
const lib = repository('other', 'Lib');

test.each([
  ['of the same owner: its parent', 'https://github.com/acme/lib.git', app],
  ['linked itself: its own', 'https://github.com/other/lib.git', lib],
  ["another owner's: nobody", 'https://github.com/corp/secret.git', null],
  ['an owner that only begins alike: nobody', 'https://github.com/acme-corp/secret', null],
  ['no repository: nobody', 'https://github.com/acme', null],
])('the token for a submodule that is %s', (_which, url, whose) => {
  expect(tokenForSubmodule(url, app, [app, lib])).toBe(whose);
});
