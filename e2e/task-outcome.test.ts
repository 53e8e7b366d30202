import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { useBrowser } from './support/browser.ts';
import { newContainer } from './support/containers.ts';
import { pullsOf } from './support/git-host.ts';
import { verifyEvidence } from './support/verify-evidence.ts';
import { signIn } from './support/sign-in.ts';
import { stack } from './support/stack.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();
const SMALL_PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

test(
  'a pull request that could not be opened is told at the top, and opened with a token: one, nothing pushed again',
  { timeout: 300_000 },
  async () => {
    const user = await newUser('outcome');
    const params = { id: (await user.api.call(routes.postProject, { body: { name: 'Outcome' } })).id };
    const address = { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world' };
    await user.api.call(routes.postProjectRepository, { params, body: address });
    const body = { title: 'Note the outcome', description: 'Create `outcome.md` with "done".' };
    const task = await user.api.call(routes.postProjectTask, { params, body });
    await newContainer(user, undefined, params.id);
    const ended = await approveUntilEnded(user, task.id, 200_000);
    expect(ended).toMatchObject({ status: 'completed', pullRequestUrl: null });

    const page = await browser.open(SMALL_PHONE);
    await signIn(page, user);
    await page.goto(`/tasks/${task.id}`);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('Pushed, but no pull request: add a token').waitFor();
    const top = (await result.boundingBox())?.y ?? Infinity;
    expect(top, 'the result is on the first screen').toBeLessThan(400);
    await result.getByText('outcome.md').waitFor();
    await result.getByText('Signed note in refs/notes/countersign').waitFor();
    const folder = mkdtempSync(join(tmpdir(), 'countersign-outcome-'));
    const said = await verifyEvidence(user, 'acme/hello-world', ended, folder);
    rmSync(folder, { recursive: true });
    expect(said).toContain(`Commit ${ended.commit} is countersigned: the owner of this task`);
    expect(said).toMatch(/The audit log holds: events 1 to \d+ are signed, \d+ came later\./);

    await result.getByRole('button', { name: 'Add token' }).tap();
    const dialog = page.getByRole('dialog', { name: 'GitHub Authentication' });
    await dialog.getByLabel('Personal access token').fill(stack.githubToken);
    await dialog.getByRole('button', { name: 'Save' }).tap();
    await result.getByText('Pushed, but no pull request yet').waitFor();
    await result.getByRole('button', { name: 'Retry' }).tap();
    const link = result.getByRole('link', { name: /Pull request #\d+/ });
    await link.waitFor();
    await result.getByText('Open', { exact: true }).waitFor();

    const after = await user.api.call(routes.getTask, { params: { id: task.id } });
    expect(after).toMatchObject({ status: 'completed', commit: ended.commit });
    expect(after.pullRequestUrl).toBe(await link.getAttribute('href'));
    expect(await pullsOf('acme/hello-world', `countersign/${task.id}`)).toMatchObject([
      { head: { sha: ended.commit } },
    ]);
  },
);
