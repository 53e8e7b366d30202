import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeCall } from './describe-call.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'countersign-filled-'));
  for (const name of [
    'src/b.ts',
    'src/a.ts',
    'src/.hidden.ts',
    'src/c.md',
    'web/src/d.ts',
    'README.md',
    'my docs/e.md',
  ]) {
    await mkdir(join(workspace, dirname(name)), { recursive: true });
    await writeFile(join(workspace, name), '');
  }
});
afterEach(() => rm(workspace, { recursive: true }));

const shown = async (command: string | string[], beside: object = {}, isPast = false) => {
  const rawInput = { command, ...beside };
  const call = { toolCallId: 'one', title: 'Run', kind: 'execute' as const, rawInput };
  const { toolParameters } = await describeCall(call, workspace, isPast);
  return (toolParameters as { leadsTo?: unknown[] }).leadsTo;
};

const ts = { pattern: 'src/*.ts', names: ['src/a.ts', 'src/b.ts'] };

it.each([
  ['sed -i s/a/b/ src/*.ts', [ts]],
  [['sed', '-i', 's/a/b/', 'src/*.ts'], undefined],
  ['cp ./src/*.ts docs', [{ pattern: './src/*.ts', names: ['./src/a.ts', './src/b.ts'] }]],
  ['ls src/*.{ts,md}', [ts, { pattern: 'src/*.md', names: ['src/c.md'] }]],
  ["bash -lc 'sed -i s/a/b/ src/*.ts'", [ts]],
  [['bash', '-lc', 'sed -i s/a/b/ src/*.ts'], [ts]],
  ['ls */src/*.ts', [{ pattern: '*/src/*.ts', names: ['web/src/d.ts'] }]],
  ['ls */d.ts', [{ pattern: '*/d.ts', names: [] }]],
  ['ls */a.ts', [{ pattern: '*/a.ts', names: ['src/a.ts'] }]],
  ['ls m*/*', [{ pattern: 'm*/*', names: ['my docs/e.md'] }]],
  ['ls R*D*.*d', [{ pattern: 'R*D*.*d', names: ['README.md'] }]],
  ['ls gone/*', [{ pattern: 'gone/*', names: [] }]],
  ['ls README.md/*', [{ pattern: 'README.md/*', names: [] }]],
  ['cd web && sed -i s/a/b/ src/*.ts', [{ ...ts, names: ['src/a.ts', 'src/b.ts', 'src/d.ts'] }]],
  // A shell fills in nothing there, or shells differ.
  ["grep 'src/*.ts' a", undefined],
  ['grep "src/*.ts" a', undefined],
  ["grep -c 'src/*.ts' a", undefined],
  [String.raw`grep src/\*.ts a`, undefined],
  ['ls src/**', undefined],
  ['ls src/.*', undefined],
  ['ls src/*/', undefined],
  ['ls src/?.ts', undefined],
  ['ls src/[ab]*', undefined],
  ['ls src/@(a|b)*', undefined],
  ['ls ../*', undefined],
  ['ls ~/*', undefined],
  ['ls /etc/*', undefined],
  ['ls $HOME/*', undefined],
  ['ls src/{1..3}*', undefined],
  ['ls src/{a}*', undefined],
  ["sh -c 'ls src/*.{ts,md}'", undefined],
  ['cat < src/a*', undefined],
  ['echo > src/b*', undefined],
  // What is not read as words of a command.
  ["cat > a.md <<'EOF'\n* one\n* two\nEOF", undefined],
  ["echo one # isn't it\necho 'src/*.ts'", undefined],
  ['echo $(( 2 * 3 ))', undefined],
  ['[[ a == *.ts ]]', undefined],
  ['case a in *.ts | *.md ) ls;; esac', undefined],
  [String.raw`echo $'it\'s * here'`, undefined],
  ['echo "$(ls " * ")"', undefined],
  ['echo "${a:-" * "}"', undefined],
  // What decides otherwise of what is filled in.
  ['shopt -s dotglob; ls src/*', undefined],
  ['set -f; ls src/*', undefined],
  ['GLOBIGNORE=a; ls src/*', undefined],
  ['printf -v GLOBIGNORE a; ls src/*', undefined],
  ['for GLOBIGNORE in a; do ls src/*; done', undefined],
  ['echo $[ 2 * 3 ]', undefined],
  ["BASHOPTS=dotglob bash -c 'ls src/*'", undefined],
  ["bash -fc 'ls src/*'", undefined],
  ["bash -c 'shopt -s dotglob; ls src/*'", undefined],
  ['eval "cd web"; ls src/*', undefined],
  ['. ./a.sh && ls src/*', undefined],
  ['A=cd; $A web; ls src/*', undefined],
  ["env --chdir=web sh -c 'ls src/*'", undefined],
  [`A='x; cd web'; sh -c "echo $A; ls src/*"`, undefined],
  // It is not known where.
  ['cd; ls src/*', undefined],
  ['cd ~ && ls src/*', undefined],
  ['cd -- web && ls src/*', undefined],
  ['cd $A && ls src/*', undefined],
  ['cd "$A" && ls src/*', undefined],
  ['cd w*b && ls src/*', ['/']],
  ['cd {web,} && ls src/*', ['/']],
  ['cd 2>/dev/null web && ls src/*', undefined],
  ['cd web 2>/dev/null && ls src/*.ts', [{ ...ts, names: ['src/a.ts', 'src/b.ts', 'src/d.ts'] }]],
  ['cp src/*.ts .', [ts]],
])('%j: %j', async (command, expected) => {
  expect(await shown(command)).toEqual(expected);
});

it('as they stand in an absolute name, and from the folder beside the command', async () => {
  const pattern = join(workspace, 'src/*.md');
  expect(await shown(`cat ${pattern}`)).toEqual([{ pattern, names: [join(workspace, 'src/c.md')] }]);
  const inWeb = [{ pattern: 'src/*', names: ['src/a.ts', 'src/b.ts', 'src/c.md', 'src/d.ts'] }];
  expect(await shown('ls src/*', { cwd: 'web' })).toEqual(inWeb);
});

it('with what links among them lead to, and folders that are named like files', async () => {
  await symlink('../package.json', join(workspace, 'src/d.ts'));
  await mkdir(join(workspace, 'src/e.ts'));
  const names = ['src/a.ts', 'src/b.ts', 'src/d.ts', 'src/e.ts'];
  expect(await shown('sed -i s/a/b/ src/*.ts')).toEqual([{ ...ts, names }, 'package.json', 'src/e.ts/']);
});

it('but looks nowhere outside of the workspace, and tells no endless list', async () => {
  await symlink('/etc', join(workspace, 'src/etc'));
  expect(await shown('ls src/etc/*')).toEqual(['/etc/*']);
  expect(await shown('ls *', { cwd: '/etc' })).toBeUndefined();
  for (let index = 0; index < 101; index += 1) await writeFile(join(workspace, 'web', `${index}.txt`), '');
  expect(await shown('ls web/*.txt src/*.ts')).toBeUndefined();
});

it('in little time, whatever its patterns are', async () => {
  const begun = process.cpuUsage();
  for (const pattern of [
    'a/'.repeat(50_000) + '*',
    '*a'.repeat(50_000),
    '*/'.repeat(400) + '*',
    '* '.repeat(50_000),
    'case * '.repeat(15_000),
  ])
    await shown(`ls ${pattern}`);
  expect(process.cpuUsage(begun).user / 1_000, 'milliseconds').toBeLessThan(4_000);
});

it('each name as its own bytes, which lead where they lead', async () => {
  const bytes = (name: string) => Buffer.from(join(workspace, name), 'latin1');
  await symlink('../package.json', bytes('src/\xff.md'));
  await symlink('/etc', bytes('\xff'));
  const names = ['src/c.md', String.raw`src/\xff.md`];
  expect(await shown('tee src/*.md')).toEqual([{ pattern: 'src/*.md', names }, 'package.json']);
  expect(await shown('ls */host*')).toBeUndefined();
});

it('and no more than can be asked', async () => {
  const folder = join(workspace, ...Array.from({ length: 12 }, () => '\u0001'.repeat(200)));
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < 50; index += 1) await writeFile(join(folder, `${index}.txt`), '');
  expect(await shown(`ls ${'*/'.repeat(12)}*.txt`)).toBeUndefined();
});

it('not once it has run: by then they are others', async () => {
  expect(await shown('mv src/*.ts web', {}, true)).toBeUndefined();
});

it('and an agent that says so itself is not believed', async () => {
  const forged = [{ pattern: 'src/*.ts', names: [] }];
  const rawInput = { command: 'sed -i s/a/b/ src/*.ts', leadsTo: forged };
  const call = { toolCallId: 'one', title: 'Run', kind: 'execute' as const, rawInput };
  expect((await describeCall(call, workspace)).toolParameters).toEqual({ arguments: rawInput, leadsTo: [ts] });
});
