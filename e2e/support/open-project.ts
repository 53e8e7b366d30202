import { type CreateProject, type Project, routes } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { type useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';
import { newUser, type TestUser } from './user.ts';

/** A new user with one project, whose page is open. */
export async function openProject(
  browser: ReturnType<typeof useBrowser>,
  body: Partial<CreateProject> = {},
): Promise<{ page: Page; user: TestUser; project: Project }> {
  const user = await newUser('project');
  const project = await user.api.call(routes.postProject, { body: { name: 'Analytical engine', ...body } });
  const page = await browser.open();
  await signIn(page, user);
  await page.goto(`/projects/${project.id}`);
  await page.getByRole('heading', { name: project.name, level: 1 }).waitFor();
  return { page, user, project };
}
