import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Standing } from '../../consent/standing.ts';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { removeTestFolders } from '../../testing/start-runner.ts';
import { publish } from '../publish.ts';
import { BRANCH, decided, testPublishing } from '../test-publishing.ts';

let host: TestGitHost;
beforeAll(async () => void (host = await startGitHost()));
afterAll(() => {
  host.stop();
  removeTestFolders();
});

it('a commit that takes back what was published is asked about with that difference, says so, and is pushed', async () => {
  const { folder, publishing, asked } = await testPublishing(host, 'back');
  writeFileSync(join(folder, 'b.txt'), 'b\n');
  await publish(publishing);
  rmSync(join(folder, 'b.txt'));
  await publish(publishing);
  await publish(publishing);
  const [, back, ...more] = asked;
  expect(more, 'nothing is left to ask').toEqual([]);
  expect(back?.fileContent).toContain('deleted file mode 100644');
  expect(back?.content).toContain('b.txt | 1 -');
  const words = expect.stringContaining('Takes back all that this task has published') as string;
  expect(back?.toolParameters).toMatchObject({ attribution: { notes: [words] }, body: words });
  expect(host.git('acme/back', 'rev-list', '--count', `main..${BRANCH}`)).toBe('2');
  expect(host.git('acme/back', 'diff', '--stat', 'main', BRANCH)).toBe('');
  expect(await host.pulls('acme/back')).toMatchObject([{ number: 1, body: words }]);
});

it.each(['merged', 'closed'] as const)(
  'a commit that takes back what was published in a pull request that is %s says so, and opens no other',
  async (how) => {
    const name = `back-${how}`;
    const { folder, publishing, asked, outcomes } = await testPublishing(host, name);
    writeFileSync(join(folder, 'b.txt'), 'b\n');
    await publish(publishing);
    if (how === 'closed') await host.changePull(`acme/${name}`, 1, { state: 'closed' });
    else host.git(`acme/${name}`, 'update-ref', 'refs/heads/main', BRANCH);
    rmSync(join(folder, 'b.txt'));
    await publish(publishing);
    const end = `Pull request #1 was ${how}${how === 'merged' ? ': what it brought stays; revert it at GitHub.' : '.'}`;
    expect(asked[1]?.content).toContain(`${end} No other pull request will be opened.`);
    expect(await host.pulls(`acme/${name}`), 'none is open').toEqual([]);
    const remark = `No other pull request was opened: the branch changes nothing any more. ${end}`;
    const pullRequest = expect.stringMatching(/\/pull\/1$/) as string;
    expect(outcomes.map(({ toolResponse }) => toolResponse)).toMatchObject([{ pullRequest }, { pullRequest, remark }]);
  },
);

describe('a question about a change that was undone meanwhile', () => {
  const former: Standing = {
    ...{ itemId: 'former', type: 'approval_request', toolName: 'publish', toolKind: 'publish', fingerprint: null },
    title: 'Publish to acme/undone',
  };

  it.each([null, true, false])(
    'is withdrawn, and what the person decided before that is heard (%s)',
    async (isApproved) => {
      const late = isApproved === null ? null : decided('former', isApproved);
      const { publishing, asked, put, outcomes } = await testPublishing(host, 'undone', { standing: [former], late });
      const rejections = await publish(publishing);
      expect(asked).toEqual([]);
      expect(put).toMatchObject([{ title: 'Nothing is left to publish to acme/undone', replaces: 'former' }]);
      expect(outcomes).toMatchObject(isApproved ? [{ itemId: 'former', outcome: 'not_executed' }] : []);
      expect(rejections).toMatchObject(isApproved === false ? [{ itemId: 'former', reason: 'Not this week' }] : []);
    },
  );

  it('of another repository stands', async () => {
    const { publishing, put } = await testPublishing(host, 'other', { standing: [former] });
    await publish(publishing);
    expect(put).toEqual([]);
  });
});
