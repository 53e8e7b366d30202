import { publishParameters } from '@countersign/contract';
import { expect, it } from 'vitest';
import { agentActs } from '../testing/agent-acts.ts';
import { useHarness } from '../testing/harness.ts';
import type { Act } from '../testing/model-answers.ts';
import { placeOf } from '../testing/real-agents.ts';

const harness = useHarness();
const act = agentActs.scripted;

const pointer = (size: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize ${size}\n`;
const longest = `${'l'.repeat(252)}.md`;

it(
  'every change of a command is on the card, and what is published is what is shown',
  { timeout: 300_000 },
  async () => {
    const script: Act[] = [];
    const files = {
      '.gitattributes': '*.crlf text eol=crlf\n*.bin filter=lfs diff=lfs merge=lfs -text\n',
      '.gitignore': 'ignored/\n',
      'Read.md': '# App\n',
      'a.crlf': 'one\ntwo\n',
      'big.bin': pointer(5),
      'packages/app/index.js': 'x\n',
      'run.sh': 'echo\n',
      'to.md': { link: 'Read.md' },
    };
    const task = await harness.begin({ agent: 'scripted', files, script, ...placeOf('scripted') });
    const { api, host } = harness;
    const root = harness.checkoutOf(task);
    const command = `cd '${root}' && mv Read.md read.md && printf 'one\\r\\n2\\r\\n' > a.crlf && printf new > big.bin &&
printf 'y\\n' > packages/app/index.js && chmod +x run.sh && ln -sfn read.md to.md && printf 'l\\n' > ${longest} &&
mkdir ignored && printf 'i\\n' > ignored/i.md && printf 'i\\n' > 'packages/app/ a b .md'`;
    script.push(act.write(root, 'formatted.md', 'one\n'), act.run(command), { say: 'All is done.' });
    const write = await harness.next(task);
    api.state.decide(write.id, true);
    const run = await harness.next(task);
    api.state.decide(run.id, true);
    const publish = await harness.next(task);
    expect(publish.toolName, api.state.logs.join('')).toBe('publish');
    const { attribution, commit } = publishParameters.parse(publish.toolParameters);
    const changed = [
      'Read.md',
      'a.crlf',
      'big.bin',
      longest,
      'packages/app/ a b .md',
      'packages/app/index.js',
      'read.md',
    ];
    const byCommand = [...changed, 'run.sh', 'to.md'].sort();
    expect(attribution).toMatchObject({ files: byCommand.length + 1, outside: { files: 0 }, rejected: [] });
    const listed = attribution?.within.flatMap((group) => group.listed) ?? [];
    expect([...listed].sort()).toEqual([...byCommand, 'formatted.md'].sort());
    // Git shortens the longest name in its summary; the list above and the patch have it whole.
    for (const path of [...byCommand, 'formatted.md']) expect(publish.content, path).toContain(path.slice(-40));
    expect(publish.content).toContain('LFS');
    api.state.decide(publish.id, true);
    await harness.ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const branch = `countersign/${task.id}`;
    expect(host.git(harness.repository, 'rev-parse', branch)).toBe(commit);
    const named = host.git(harness.repository, 'diff', '--name-only', '--no-renames', '-z', 'main', branch);
    expect(named.split('\0').filter(Boolean).sort()).toEqual([...byCommand, 'formatted.md'].sort());
  },
);
