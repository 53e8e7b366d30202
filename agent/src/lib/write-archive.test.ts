import { chmodSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { runProgram } from './run-program.ts';
import { writeArchive } from './write-archive.ts';

/** Refuses what only GNU's tar knows, as the BSD's does, and hands the rest to the tar that is here. */
const BSD_TAR = `#!/bin/bash
REAL=\${PATH#*:}
PATH=$REAL tar --version | grep -q GNU || PATH=$REAL exec tar "$@"
declare -a given
for arg in "$@"; do
  case "$arg" in
    --version) echo 'bsdtar 3.5.3 - libarchive 3.7.4'; exit ;;
    --sparse|--sort=*|--anchored|--no-anchored) echo "tar: Option $arg is not supported" >&2; exit 1 ;;
    --exclude=^*) given+=(--anchored "--exclude=\${arg#--exclude=^}" --no-anchored) ;;
    *) given+=("$arg") ;;
  esac
done
PATH=$REAL tar --sparse "\${given[@]}" || exit 1
`;

afterEach(() => vi.unstubAllEnvs());
afterAll(() => removeTestFolders());

const limits = { limitBytes: 1024 * 1024, signal: new AbortController().signal };

function newTree() {
  const folder = makeFolder();
  const files = ['kept', '.cache/made', 'inner/.cache/kept', 'inner/node_modules/made', 'inner/work/.git/kept'];
  for (const file of [...files, 'work/.git/made', 'work/kept']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  truncateSync(join(folder, 'kept'), 1024 ** 4);
  return folder;
}
function useBsdTar() {
  const programs = makeFolder();
  writeFileSync(join(programs, 'tar'), BSD_TAR);
  chmodSync(join(programs, 'tar'), 0o755);
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`);
}

it('is made once programs can be started again', async () => {
  const programs = makeFolder();
  writeFileSync(join(programs, 'tar'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`);
  const file = join(makeFolder(), 'later.tar');
  const make = () => writeArchive(file, { folder: newTree(), places: ['work'] }, limits);
  await expect(make()).rejects.toThrow();
  rmSync(join(programs, 'tar'));
  expect(await make()).toBe(true);
});

describe.each([
  ['the tar that is here', () => undefined],
  ['the BSD’s', useBsdTar],
])('an archive by %s', (_, use) => {
  it('has everything but what is left out, where it is left out, and keeps holes', async () => {
    use();
    const folder = newTree();
    const file = join(makeFolder(), 'all.tar');
    const archived = { folder, places: ['.'], without: ['./.cache', './work/.git'], withoutNames: ['node_modules'] };
    expect(await writeArchive(file, archived, limits)).toBe(true);
    const names = (await runProgram('tar', ['-tf', file]))
      .toString()
      .split('\n')
      .filter((name) => !name.endsWith('/') && name !== '');
    expect(names.sort()).toEqual(['./inner/.cache/kept', './inner/work/.git/kept', './kept', './work/kept']);
    expect(statSync(file).size).toBeLessThan(limits.limitBytes);
  });

  it('is refused, and not taken for one of files that changed, where tar does not begin', async () => {
    use();
    const file = join(makeFolder(), 'none.tar');
    const gone = join(makeFolder(), 'gone');
    await expect(writeArchive(file, { folder: gone, places: ['.'] }, limits)).rejects.toThrow(/gone/);
  });
});
