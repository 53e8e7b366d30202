import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { stampOf, targets } from '../lib/build-inputs.mjs';

interface Build {
  build: { look: (context: { dryRun: boolean }) => Promise<{ is: string; says?: string }> };
  ifOlder: (workspace: string) => { is: string } | null;
}

test('a checkout built before its sources changed is not called ready, nor what is made from it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-checkout-'));
  for (const path of ['dev/deploy', 'dev/lib'])
    cpSync(join(import.meta.dirname, '../..', path), join(root, path), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const { build, ifOlder } = (await import(pathToFileURL(join(root, 'dev/deploy/resources/build.mjs')).href)) as Build;
  const look = () => build.look({ dryRun: true });
  write('functions/src/a.ts', 'one');
  expect((await look()).is).toBe('missing');
  for (const { workspace, outputs } of targets) for (const output of outputs) write(output, workspace);
  const stamps = targets.map((target) => [target.workspace, stampOf(root, target)]);
  write('.countersign/build.json', JSON.stringify(Object.fromEntries(stamps)));
  expect((await look()).is).toBe('there');
  expect(ifOlder('functions')).toBeNull();
  write('functions/src/a.ts', 'two');
  expect(await look()).toMatchObject({ is: 'different', says: 'this checkout was built from older sources' });
  expect(ifOlder('functions')).toMatchObject({ is: 'different' });
  expect(ifOlder('web')).toBeNull();
  write('functions/src/a.ts', 'one');
  write('web/dist/index.html', 'built from sources that were discarded');
  expect((await look()).is).toBe('different');
  expect(ifOlder('web')).toMatchObject({ is: 'different' });
  rmSync(root, { recursive: true });
});
