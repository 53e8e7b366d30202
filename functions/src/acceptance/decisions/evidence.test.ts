import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepEvidence, wrongIn } from './evidence.ts';

test('keeps all that is wrong, where it says, and nothing where all was well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const evidence = keepEvidence(folder);
  expect(wrongIn(folder)).toBe('');

  evidence.keep(['owner 0.0', 'it was redeemed twice'], { calls: [1] });
  evidence.keep(['owner 1.4', 'it was redeemed by nobody'], { calls: [2] });
  const wrong = wrongIn(folder);
  expect(wrong).toContain('it was redeemed twice');
  expect(wrong).toContain('it was redeemed by nobody');
  const files = [...wrong.matchAll(/recorded: (.*)/g)].map(([, file = '']) => readFileSync(file, 'utf8'));
  expect(files.map((text) => JSON.parse(text) as unknown)).toEqual([{ calls: [1] }, { calls: [2] }]);
});
