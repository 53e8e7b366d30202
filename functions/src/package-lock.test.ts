import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as Package;

interface Package {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  packages: Record<string, Package>;
}

/**
 * A deployment installs from functions/ alone. To update, in a copy of package.json: `npm install --package-lock-only
 * --workspaces=false`.
 */
test('the lock file of functions/ fits its package.json', () => {
  const { version, dependencies, devDependencies } = read('package.json');
  expect(read('package-lock.json').packages['']).toMatchObject({ version, dependencies, devDependencies });
});

test('the lock file names no registry', () => {
  expect(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).not.toContain('"resolved"');
});
