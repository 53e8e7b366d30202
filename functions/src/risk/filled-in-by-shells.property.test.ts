import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { judge } from './judge.ts';

/** `X` stands for the names: those that the runner tells, or those that the shell really fills in. */
const commands = fc.constantFrom(
  ...(
    'sed -i s/a/b/ X|sed s/a/b/ X|sed X x.ts|sed -n X|cp X docs|cp -r X docs|cp X|cp x.ts X|cp -T X|mv X|' +
    'mv x.ts X|git mv X docs|git mv X|ln -s X docs|touch X|tee X|mkdir X|gzip X|gunzip X|zip X|zip out.zip X|' +
    'tar cf X|tar cf out.tar X|truncate -s X|truncate -s 5 X|find X -fprint X|timeout 5 X|timeout X|nohup X|' +
    'command X|bash X|sh -c X|node X|python3 -m X|awk X|awk {print} X|git X|git add X|git checkout X|' +
    'git -C X status|git worktree X|git worktree add X|git stash X|git remote X|git reflog X|git bisect X|git notes X|git branch X|git rm --cached X|npm X|cargo X|go X|pip X|gradle X|mypy X|playwright X|xargs X|env X|unzip X|sort X|cat X|npm run X|make X|make -C X|turbo X|nx exec X|just X|tox X|deno X|cmake X|' +
    'eslint X|gcc a.c -o X|cd src && touch X|cp X src X'
  ).split('|'),
);
const name = fc.constantFrom(
  ...(
    'a.ts|b.md|x.zip|x.gz|docs|src|node_modules|package.json|package.json.gz|web/package.json|Makefile|' +
    'CLAUDE.md|id_rsa|hooks|config|5|p|s,a,b,e|1e touch|-i|--|-c|-delete|--exec=x|rm|mv|cat|ls|sh|echo|exec|' +
    'run|push|checkout|install|publish|login|c'
  ).split('|'),
);
const order = { low: 0, medium: 1, high: 2 };

const levelOf = (command: string, leadsTo: unknown[] = []) =>
  order[judge({ ...toolCall, toolKind: 'execute', parameters: { command, leadsTo } }, 't/workspace').level];

const asWritten = (names: readonly string[]) =>
  names.map((one) => (/^[\w./=-]+$/.test(one) ? one : `'${one}'`)).join(' ');

test('names that a shell may fill in are never less than what it does: in whatever order, and though only some be there', () => {
  const told = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
  const real = told.chain((names) =>
    fc.tuple(fc.constant(names.toSorted()), fc.shuffledSubarray(names, { minLength: 1 })),
  );
  fc.assert(
    fc.property(commands, real, (command, [names, found]) => {
      const judged = levelOf(command.replaceAll('X', '*'), [{ pattern: '*', names }]);
      expect(judged).toBeGreaterThanOrEqual(levelOf(command.replaceAll('X', asWritten(found))));
    }),
    { numRuns: 3_000 },
  );
});
