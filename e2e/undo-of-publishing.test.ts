import { routes } from '@countersign/contract';
import { expect, test } from 'vitest';
import { approveUntilEnded } from './support/approve-until-ended.ts';
import { useBrowser } from './support/browser.ts';
import { nextCall } from './support/calls.ts';
import { newContainer } from './support/containers.ts';
import { pullsOf } from './support/git-host.ts';
import { pressWhenOn } from './support/press-when-on.ts';
import { readToEnd } from './support/read.ts';
import { signIn } from './support/sign-in.ts';
import { stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { newUser } from './support/user.ts';

const browser = useBrowser();

test(
  'a pull request’s own words are there again after an Undo, and only the approval that stays sends them',
  { timeout: 240_000 },
  async () => {
    const user = await newUser('publishing');
    const { api } = user;
    const params = { id: (await api.call(routes.postProject, { body: { name: 'Publishing' } })).id };
    const address = { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world' };
    const repository = await api.call(routes.postProjectRepository, { params, body: address });
    await api.call(routes.putRepositoryAuth, {
      params: { id: repository.id },
      body: { githubToken: stack.githubToken, isPrivate: false },
    });
    const body = { title: 'Note it', description: 'Create `note.md` with "done".' };
    const task = await api.call(routes.postProjectTask, { params, body });
    await newContainer(user, undefined, params.id);
    const asked = await until(
      'the question whether to publish',
      async () => {
        const [item] = await api.call(routes.listApprovals);
        if (item?.toolKind === 'publish') return item;
        if (item) await api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
        return false;
      },
      { timeoutMs: 120_000, everyMs: 500 },
    );
    const page = await browser.open();
    await signIn(page, user);
    // The longest setting, since this machine may be busy.
    await page.addInitScript(() => localStorage.setItem('countersign.device', JSON.stringify({ undoSeconds: 10 })));
    await page.goto('/approvals?mode=swipe');
    await page.getByRole('button', { name: 'Edit pull request title' }).press('Enter');
    await page.getByLabel(/Pull request title/).fill('A note, by hand');
    await page.getByLabel(/Pull request title/).blur();
    await page.getByText('You changed the pull request’s title.').waitFor();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    const read = () => api.call(routes.getTaskItem, { params: { id: asked.id } });
    await readToEnd(page.getByRole('main'));
    const sent = nextCall(page, `POST /api/task-items/${asked.id}/approve`);
    await pressWhenOn(approve);
    expect((await sent).body).toEqual({ edits: { title: 'A note, by hand' } });
    await page.getByText('Item has been approved successfully').waitFor();
    expect(await read()).toMatchObject({ isApproved: true, grant: 'unused' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The request is waiting for you again').waitFor();
    expect(await read()).toMatchObject({ isApproved: null, releaseAt: null, hash: asked.hash });
    await page.getByText('You changed the pull request’s title.').waitFor();
    expect(await pullsOf('acme/hello-world', `countersign/${task.id}`)).toEqual([]);

    await page.getByRole('button', { name: 'Edit pull request title' }).press('Enter');
    await page.getByLabel(/Pull request title/).fill('A note, twice thought of');
    await page.getByLabel(/Pull request title/).blur();
    await page.getByText('You changed the pull request’s title.').waitFor();
    await readToEnd(page.getByRole('main'));
    await pressWhenOn(approve);
    await until('the second approval', async () => (await read()).isApproved === true);
    expect(await approveUntilEnded(user, task.id, 60_000)).toMatchObject({ status: 'completed' });
    expect(await pullsOf('acme/hello-world', `countersign/${task.id}`)).toMatchObject([
      { title: 'A note, twice thought of' },
    ]);
  },
);
