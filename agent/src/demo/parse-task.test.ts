import { describe, expect, it } from 'vitest';
import { isAllowedCommand } from './commands.ts';
import { behindTask, fileNamedIn, taskIn, wishesIn } from './parse-task.ts';

describe('wishesIn', () => {
  it.each([
    ['Create notes/plan.md', [{ path: 'notes/plan.md', content: null }]],
    ['Please write `docs/a-b.txt` now', [{ path: 'docs/a-b.txt', content: null }]],
    ['Add a file called hello.py with "print(1)"', [{ path: 'hello.py', content: 'print(1)\n' }]],
    ['Create a.md saying: `Hi there`', [{ path: 'a.md', content: 'Hi there\n' }]],
    ['Create a.md:\n```\none\ntwo\n```', [{ path: 'a.md', content: 'one\ntwo\n' }]],
    [
      'Create a.md. Create b.md.',
      [
        { path: 'a.md', content: null },
        { path: 'b.md', content: null },
      ],
    ],
    ['Create `docs/übersicht.md`', [{ path: 'docs/übersicht.md', content: null }]],
    ['Create docs/u\u0308bersicht.md, please', [{ path: 'docs/u\u0308bersicht.md', content: null }]],
    ['Write Größe.txt with "10 cm"', [{ path: 'Größe.txt', content: '10 cm\n' }]],
    ['Create v1.größe', []],
    ['Create `my notes/first plan.md` with "Hi"', [{ path: 'my notes/first plan.md', content: 'Hi\n' }]],
    ["Create “Anna's plan.md” and be done", [{ path: "Anna's plan.md", content: null }]],
    ['Create "the file a.md, please"', [{ path: 'a.md', content: null }]],
    ['Create `../my notes/plan.md`', []],
    ['Create `/etc/my notes.md`', []],
    ['Add nothing, run `wc -l README.md`', []],
    ['Make it faster, see https://example.com/create/x.html', []],
    ['Create ../outside.md', []],
    ['Create .git/hooks/x.sh', []],
  ])('finds the files to create in %j', (text, files) => {
    expect(wishesIn(text).files).toEqual(files);
  });

  it('finds replacements, and does not take their file for a new one', () => {
    const wishes = wishesIn('Add a line: replace `world` with `there` in README.md');
    expect(wishes.edits).toEqual([{ path: 'README.md', oldText: 'world', newText: 'there' }]);
    expect(wishes.files).toEqual([]);
  });

  it('finds names in any language and with spaces for replacements and answers', () => {
    const wishes = wishesIn('Replace `a` with `b` in `my notes.md`. Ask "Which colour?" for farbe-ä.txt');
    expect(wishes.edits).toEqual([{ path: 'my notes.md', oldText: 'a', newText: 'b' }]);
    expect(wishes.asks).toEqual([{ question: 'Which colour?', path: 'farbe-ä.txt' }]);
  });

  it('finds commands that only read', () => {
    expect(wishesIn('Run `ls -la`, `rm -r .` and `git log --oneline`').commands).toEqual([
      'ls -la',
      'git log --oneline',
    ]);
  });
});

describe('isAllowedCommand', () => {
  it.each(['ls', 'wc -l a.txt', 'git status', 'git diff', 'grep -rn "x y" src', 'cat a.md'])('allows %s', (command) => {
    expect(isAllowedCommand(command)).toBe(true);
  });
  it.each([
    'rm a',
    'ls; rm a',
    'cat /etc/passwd',
    'cat ../../secret',
    'git -c core.pager=x log',
    'git push',
    'git diff --output=x',
    'git grep --open-files-in-pager=x y',
    'ls $(rm a)',
    'ls > a',
    '',
  ])('refuses %s', (command) => {
    expect(isAllowedCommand(command)).toBe(false);
  });
});

describe('what prompts say', () => {
  it('finds the task between its marks', () => {
    expect(taskIn('You work …\n\n<task id="t1">\nTitle\n\nText\nmore\n</task>')).toEqual({
      id: 't1',
      title: 'Title',
      text: 'Text\nmore',
    });
    expect(taskIn('nothing')).toBeNull();
  });

  it('finds messages only behind the task', () => {
    const said = 'Message from the person you work for:\nCreate a.md';
    expect(behindTask(`${said}\n\n<task id="t1">\nTitle\n</task>\n\nRejected`)).toBe('\n\nRejected');
    expect(behindTask(said)).toBe(said);
  });

  it('may name another file in a reason', () => {
    expect(fileNamedIn('Call it docs/b.md, please')).toBe('docs/b.md');
    expect(fileNamedIn('Put it into "notes.txt".')).toBe('notes.txt');
    expect(fileNamedIn('Nenne es docs/übersicht.md')).toBe('docs/übersicht.md');
    expect(fileNamedIn('Put it into "my notes.txt".')).toBe('my notes.txt');
    expect(fileNamedIn('Not before you ran `cat notes.md`')).toBeNull();
    expect(fileNamedIn('Not now')).toBeNull();
    expect(fileNamedIn('Not now. Later')).toBeNull();
  });
});
