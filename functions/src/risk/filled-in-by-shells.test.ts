import { describe, expect, test } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { judge } from './judge.ts';
import { matches } from './match-rule.ts';

const act = (command: string | string[], ...leadsTo: unknown[]) => ({
  ...toolCall,
  toolKind: 'execute' as const,
  parameters: { command, leadsTo },
});
/** `names`: what the runner has found that the pattern of the command becomes. */
const levelOf = (command: string | string[], pattern: string, ...names: string[]) => {
  const { judged, level } = judge(act(command, { pattern, names }), 'task/workspace');
  return judged ? level : 'not judged';
};

describe('names that the shell fills in are judged as if they were written, where the runner has seen them', () => {
  test.each([
    ['sed -i s/a/b/ src/*.ts', 'src/*.ts', ['src/a.ts', 'src/b.ts'], 'medium'],
    ['sed -i s/a/b/ src/*.ts', 'src/*.ts', ['src/a.ts', 'src/.env'], 'high'],
    ['sed -i s/a/b/ *.json', '*.json', ['a.json', 'package.json'], 'high'],
    ['sed -i s/a/b/ *.json', '*.json', [], 'medium'],
    ['sed -i s/a/b/ a* b*', 'a*', ['a.ts'], 'not judged'],
    ['sed -i s/a/b/ src/*.{ts,md}', 'src/*.ts', ['src/a.ts'], 'not judged'],
    ['sed s/a/b/ *.ts', '*.ts', ['-i'], 'not judged'],
    ['cp *.md docs/', '*.md', ['a.md', 'b.md'], 'medium'],
    ['cp *.md .', '*.md', ['evil/CLAUDE.md'], 'high'],
    ['cp evil/* .', 'evil/*', ['evil/package.json'], 'high'],
    ['cp -r evil/* .', 'evil/*', ['evil/src'], 'not judged'],
    ['cp certs/* docs', 'certs/*', ['certs/id_rsa'], 'high'],
    ['mv *.md docs', '*.md', ['/etc/a.md'], 'high'],
    ['git mv *.md docs', '*.md', ['a.md'], 'medium'],
    ['gzip logs/*', 'logs/*', ['logs/a.log'], 'medium'],
    ['touch src/*.ts', 'src/*.ts', ['src/a.ts'], 'medium'],
    ['rm *.o', '*.o', ['a.o'], 'high'],
    ['cat *.ts', '*.ts', ['a.ts'], 'medium'],
    // What only reads comes before, or beside.
    ['cd src && ls *.ts && sed -i s/a/b/ *.ts', '*.ts', ['a.ts'], 'medium'],
    ['cd .github/workflows && sed -i s/a/b/ *', '*', ['a.yml'], 'high'],
    ['cd /tmp && sed -i s/a/b/ *.ts', '*.ts', ['a.ts'], 'high'],
    ['sed -i s/a/b/ *.ts 2>/dev/null', '*.ts', ['a.ts'], 'medium'],
    ['timeout 5 sed -i s/a/b/ *.ts 2>&1', '*.ts', ['a.ts'], 'medium'],
    ["bash -lc 'sed -i s/a/b/ *.ts'", '*.ts', ['a.ts'], 'medium'],
    ["bash -lc 'sed -i s/a/b/ *.ts'", '*.ts', ['vite.config.ts', 'go.mod'], 'high'],
    // Something may have made other files before.
    ['npm run build && cp dist/*.js out', 'dist/*.js', ['dist/a.js'], 'not judged'],
    ['touch new.json; sed -i s/a/b/ *.json', '*.json', ['a.json'], 'not judged'],
    ['echo {} > new.json; sed -i s/a/b/ *.json', '*.json', ['a.json'], 'not judged'],
    ["sh -c 'touch new.json; sed -i s/a/b/ *.json'", '*.json', ['a.json'], 'not judged'],
    ["touch new.json; sh -c 'sed -i s/a/b/ *.json'", '*.json', ['a.json'], 'not judged'],
    ['touch new.json & sed -i s/a/b/ *.json', '*.json', ['a.json'], 'not judged'],
    ['sleep 60 && sed -i s/a/b/ *.json', '*.json', ['a.json'], 'not judged'],
    ['sed -i s/a/b/ *.json > log.txt', '*.json', ['a.json'], 'not judged'],
    ['echo x > *.json', '*.json', ['a.json'], 'not judged'],
    ['for i in 1 2; do mv */*.md .; done', '*/*.md', ['a/b.md'], 'not judged'],
    ['for ((i = 0; i < 2; i++)); do mv */*.md .; done', '*/*.md', ['a/b.md'], 'not judged'],
    ['while ls *.md; do mv */*.md .; done', '*/*.md', ['a/b.md'], 'not judged'],
    ['until ls *.md; do mv */*.md .; done', '*/*.md', ['a/b.md'], 'not judged'],
    ['if ls; then mv */*.md .; fi', '*/*.md', ['a/b.md'], 'medium'],
    // In which order a shell writes them differs, and in which folder it finds which of them may be unknown.
    ['cp *.json', '*.json', ['a.json', 'package.json', 'zzz.json'], 'high'],
    ['cp *.md', '*.md', ['a.md', 'b.md'], 'not judged'],
    ['cp a.md *', '*', ['docs'], 'not judged'],
    ['mv *', '*', ['a.md', 'docs'], 'not judged'],
    ['git mv *', '*', ['a.md', 'docs'], 'not judged'],
    ['sed -i *', '*', ['d', 'x.ts'], 'not judged'],
    ['sed s,a*,b, x.ts', 's,a*,b,', ['s,a,b,', 's,a,rm,e #,b,'], 'not judged'],
    ['timeout 5 *', '*', ['cat', 'rm', 'x'], 'not judged'],
    ['nohup *', '*', ['cat', 'rm', 'x'], 'not judged'],
    ['sed s/a/b/ *', '*', ['--', '-i', 'x.ts'], 'not judged'],
    ['touch *', '*', ['a.ts', '-d'], 'not judged'],
    ['truncate -s *', '*', ['5', 'x.ts'], 'not judged'],
    ['zip *', '*', ['a.zip', 'package.json'], 'high'],
    ['cat certs/*', 'certs/*', ['certs/a.txt', 'certs/id_rsa'], 'high'],
    ['sort *', '*', ['-o', 'a.txt'], 'not judged'],
    ['git stash *', '*', ['a', 'drop'], 'not judged'],
    ['git checkout *', '*', ['a', 'b'], 'high'],
    ['git checkout *', 'not told', [], 'high'],
    ['turbo *', '*', ['a', 'login'], 'high'],
    ['eslint --fix *', '*', ['a.ts', 'id.pem'], 'high'],
    [String.raw`sh -c cat\ *.ts`, '*.ts', ['a.ts'], 'not judged'],
    // The folder that is entered is not known, nor then what is in it.
    ['cd we* && sed -i s/a/b/ *.json', '*.json', ['a.json'], 'not judged'],
    ['cd .gith*/workflows && sed -i s/a/b/ *', '*', ['README.md'], 'not judged'],
    ['git -C we* mv a.md b.md', 'we*', ['web'], 'not judged'],
  ])('%s, %s being %j: %s', (command, pattern, names, level) => {
    expect(levelOf(command, pattern, ...names)).toBe(level);
  });

  test('a link among them counts as what it leads to, and a folder that is named like a file as one', () => {
    const found = { pattern: '*.md', names: ['a.md'] };
    const judged = (command: string, ...links: string[]) => judge(act(command, found, ...links), null);
    expect(judged('sed -i s/a/b/ *.md', 'docs/b.md')).toMatchObject({ judged: true, level: 'medium' });
    expect(judged('sed -i s/a/b/ *.md', 'package.json')).toMatchObject({ judged: true, level: 'high' });
    expect(judged('cp -r *.md docs', 'a.md/')).toMatchObject({ judged: false });
  });

  test('many take no time, or are too many', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `${'a/'.repeat(100)}${index}.ts`);
    const begun = process.cpuUsage();
    expect(levelOf('sed -i s/a/b/ *.ts', '*.ts', ...names)).toBe('not judged');
    expect(levelOf(`sed -i s/a/b/ ${'*.ts '.repeat(5_000)}`, '*.ts', ...names.slice(0, 100))).toBe('not judged');
    expect(process.cpuUsage(begun).user / 1_000, 'milliseconds of processor').toBeLessThan(2_000);
  });

  test('nothing of another form is taken for that', () => {
    for (const found of [
      { pattern: '*.ts' },
      { pattern: '*.ts', names: [1] },
      { pattern: '*.ts', names: [], more: 1 },
      1,
    ])
      expect(judge(act('sed -i s/a/b/ *.ts', found), null)).toMatchObject({ judged: false });
  });

  test('no rule covers such a command', () => {
    const cat = { kind: 'command' as const, words: ['cat'], rest: 'paths' as const };
    expect(matches(cat, act('cat *.ts', { pattern: '*.ts', names: ['a.ts'] }))).toBe(false);
  });
});
