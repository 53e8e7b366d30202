import { describe, expect, test } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { WRITES_UNNAMED } from './judge-path.ts';
import { judge } from './judge.ts';

const judged = (command: string) =>
  judge({ ...toolCall, toolKind: 'execute', parameters: { command } }, 'task/workspace');
const levelOf = (command: string) => judged(command).level;

describe('where a command puts files counts, under the names that they get', () => {
  test.each([
    ['git mv a .github/workflows/x.yml', 'high'],
    ['git mv -f tmp/package.json package.json', 'high'],
    ['git mv tmp/package.json .', 'high'],
    ['git mv src/a.ts src/b.ts', 'medium'],
    ['git worktree add ../x', 'high'],
    ['git worktree add -b a /tmp/x', 'high'],
    ['git worktree move a ../b', 'high'],
    ['git worktree add a', 'medium'],
    // The last word may be a folder, in which each file keeps its name.
    ['cp tmp/package.json .', 'high'],
    ['cp a/Makefile ./', 'high'],
    ['cp README.md a/CLAUDE.md .', 'high'],
    ['cp -r tmp/.github .', 'high'],
    ['cp -r tmp/.git/ .', 'high'],
    ['cp tmp/pre-commit hooks', 'high'],
    ['mv a.patch patches', 'high'],
    ['ln -s settings.xml .m2', 'high'],
    ['cp -T package.json a', 'medium'],
    ['cp package.json package.json.bak', 'medium'],
    ['cp package.json data/fixture.json', 'medium'],
    ['cp -r src/a.ts docs/b.md dist', 'medium'],
  ])('%s: %s', (command, level) => expect(levelOf(command)).toBe(level));
});

describe('what writes files without naming them cannot be judged', () => {
  test.each([
    'git apply docs/a.patch',
    'git apply',
    'git apply --index docs/a.patch',
    'git apply --cached docs/a.patch',
    'git apply -R docs/a.patch',
    'git apply --stat --apply docs/a.patch',
    'git apply --stat --app docs/a.patch',
    'git apply --check --no-check docs/a.patch',
    'git apply --directory --check docs/a.patch',
    'git apply --exclude --stat docs/a.patch',
    'git apply --reject --check docs/a.patch',
    'git apply docs/a.patch -- --check',
    'git am docs/a.mbox',
    'git am --continue',
    'git am -3 < docs/a.mbox',
    'git -C web apply a.patch',
    'tar xzf evil.tgz',
    'tar -xf evil.tar',
    'tar xf evil.tar src/a.ts',
    'cat evil.tar | tar xf -',
    'unzip evil.zip',
    'unzip -o evil.zip',
    'unzip -qn evil.zip src/a.ts',
    'cp -r evil/. .',
    'cp -R evil .',
    'cp -a docs dist',
    'cp -rv src/a.ts docs dist',
    'cp --recursive evil web',
    'cp --archive evil web',
    'cp -rT evil.md .',
    'cp -r {evil,src/a.ts} .',
    'patch -p1 < docs/a.patch',
    '7z x evil.7z',
    'cpio -i < evil.cpio',
    'bsdtar -xf evil.tar',
    // The shell fills these in.
    'cp evil/* .',
    'cp a.txt d*',
    'mv evil/* .',
    'git mv evil/* .',
    'git mv a.txt packag?.json',
    'git worktree add a*',
    'ln -s evil/* .',
    'tee packag?.json',
    'touch pack*',
    'truncate -s 0 *',
    'gzip *',
    'zip a*.zip src',
    'tar czf a*.tgz src',
    'sed -i s/a/b/ packag?.json',
    'sed -i s/a/b/ src/*.ts',
    'echo x > packag?.json',
    'echo x >> *',
    'find . -fprint pack*',
    'tee @(package.json)',
    'tee .githu[b]/a.yml',
    'tee [p]ackage.json',
    'tee {a,pack*}.json',
    'touch app/[id]/pack*.json',
  ])('%s', (command) => {
    expect(judged(command)).toMatchObject({ level: 'high', judged: false });
  });

  test.each([
    'git apply --check docs/a.patch',
    'git apply --stat docs/a.patch',
    'git apply --numstat --summary docs/a.patch',
    'git apply --check -v --index docs/a.patch',
    'git am --show-current-patch',
    'tar tzf a.tgz',
    'tar czf a.tgz src',
    'zip -r a.zip src',
    'cp -r src/a.ts dist',
    'cp src/a.ts docs/b.md dist',
    'cp -rT src/a.ts src/b.ts',
    'mv old new',
    // Folders have such names: to a shell these are of one letter.
    'touch app/[id]/page.tsx',
    'mkdir -p app/[[...slug]]/[id]',
    "touch 'src/a*.ts'",
    'sed -i s/a/b/ "src/[id].ts"',
    'cat src/*.ts',
    'zip a.zip src/*.ts',
    'tar czf a.tgz src/*.ts',
    // These write what is in the repository's own commits.
    'git merge feature',
    'git checkout main',
    'git stash pop',
    'git cherry-pick abc123',
    // These leave the files as they are.
    'git merge --quit',
    'git merge --continue',
    'git merge --allow-unrelated-histories feature',
    'git rebase --quit',
    'git cherry-pick --quit',
    'git cherry-pick --strategy ours abc123',
    'git revert --quit',
  ])('but %s can', (command) => {
    expect(judged(command)).toMatchObject({ level: 'medium', judged: true });
  });
});

test.each(['git am --directory --skip docs/a.mbox', 'git am --patch-format --abort docs/a.mbox'])(
  '%s is said to write unseen files as well: the option may be the value of the one before it',
  (command) => {
    const texts = judged(command).reasons.map(({ text }) => text);
    expect(texts).toEqual(['Discards uncommitted work', WRITES_UNNAMED]);
  },
);

describe('an option counts only where git takes it for one', () => {
  test.each([
    ['git clean -n', 'medium'],
    ['git clean -fdn', 'medium'],
    ['git clean --dry-run -dx src', 'medium'],
    ["git clean -n -e '*.log'", 'medium'],
    ['git clean -fdexn', 'high'],
    ['git clean -fd -e -n', 'high'],
    ['git clean -fd -- -n', 'high'],
    ['git clean -n --no-dry-run -f', 'high'],
    ['git rm -r --cached src', 'medium'],
    ['git rm -rq --ignore-unmatch -- --cached src', 'high'],
    ['git rm -rq --cached --no-cached src', 'high'],
    ['git restore --staged src', 'medium'],
    ['git restore --staged --no-staged src', 'high'],
    ['git restore src -- --staged', 'high'],
    ['git worktree list --porcelain', 'medium'],
    ['git worktree remove --force list', 'high'],
    ['git worktree add ../out list', 'high'],
    ['git worktree prune', 'high'],
    ['git checkout -- src', 'high'],
    // Git itself fills these names in.
    ["git checkout '*'", 'high'],
    ["git checkout 'src*'", 'high'],
    [String.raw`git checkout \*`, 'high'],
    ["git checkout ':(top)'", 'high'],
    ["git checkout ':!docs'", 'high'],
    ['git checkout HEAD --pathspec-from-file=list', 'high'],
    ['git checkout --theirs Makefile', 'high'],
    ['git checkout --ours Makefile', 'high'],
    ['cd src && git checkout ..', 'high'],
    ['git checkout ../..', 'high'],
    ['git checkout .github', 'high'],
    ['git checkout src/.eslintrc', 'high'],
    ['git checkout main...', 'medium'],
    ['git checkout -q feature/x', 'medium'],
    ['git checkout HEAD~1', 'medium'],
    ['git checkout -', 'medium'],
    // One letter is enough where no other option begins with it.
    ['git reset --h', 'high'],
    ['git checkout --f', 'high'],
    ['git branch --d x', 'high'],
    ['git tag --d v1', 'high'],
    ['git restore --staged --w src', 'high'],
    ['git checkout -Bfeature/x', 'high'],
    ['git switch -qCfeature/x', 'high'],
    ['git branch -C a b', 'high'],
    ['git tag -fm a/b v1', 'high'],
    // What follows a letter with a value are no options.
    ['git checkout -bfeature/x', 'medium'],
    ['git switch -cfix', 'medium'],
    ['git tag -a v1 -m"fix d"', 'medium'],
    ['git grep -eFOO src', 'medium'],
    // An option's value, however it looks.
    ['git config -f -l core.pager ./x', 'high'],
    ['git config -flocal core.pager ./x', 'high'],
    ['git rm -rq --pathspec-from-file --cached', 'high'],
    ['git restore --pathspec-from-file --staged', 'high'],
    ['git config --global --get user.name', 'medium'],
    ['git config --list --show-origin', 'medium'],
  ])('%s: %s', (command, level) => expect(levelOf(command)).toBe(level));
});
