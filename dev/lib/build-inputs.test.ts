import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampFile, stampOf, stateOfBuild, targets } from './build-inputs.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-inputs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function build(): void {
  write('functions/lib/index.js', 'built');
  const stamps = targets.map((target) => [target.workspace, stampOf(root, target)]);
  write('.countersign/build.json', JSON.stringify(Object.fromEntries(stamps)));
}

test('a build is current until its sources change; tests and settings do not count', () => {
  expect(stateOfBuild(root, 'functions')).toBe('missing');
  write('functions/src/a.ts', 'one');
  build();
  expect(stateOfBuild(root, 'functions')).toBe('current');
  write('functions/src/a.test.ts', 'a test');
  write('functions/.env.acme', 'ACCESS=open');
  expect(stateOfBuild(root, 'functions')).toBe('current');
  write('functions/src/a.ts', 'two');
  expect(stateOfBuild(root, 'functions')).toBe('older');
  expect(stateOfBuild(root, 'web'), 'another one').toBe('missing');
  build();
  write('contract/src/b.ts', 'for all');
  expect(stateOfBuild(root, 'functions')).toBe('older');
});

test('a build of unknown sources counts as older', () => {
  build();
  rmSync(stampFile(root));
  expect(stateOfBuild(root, 'functions')).toBe('older');
});

test('what others have built since counts as older: nobody knows from which sources', () => {
  build();
  write('functions/lib/index.js', 'built from sources that were discarded');
  expect(stateOfBuild(root, 'functions')).toBe('older');
});
