import type { Request, Response } from 'express';
import { git } from './git.ts';
import { findRepository, type Repository } from './repository.ts';

/** A repository's page for a person, where the app's links lead. A browser sends no token: it shows public ones only. */
export async function showRepository(root: string, req: Request, res: Response): Promise<void> {
  const repository = findRepository(root, String(req.params.owner), String(req.params.name));
  res.type('text/plain');
  if (repository && !repository.settings.private) return void res.send(await repositoryPage(repository));
  res.status(404).send('Not Found. This git host shows no private repository here: clone it with a token.\n');
}

/** Its branches, newest first, its pull requests and its README, as text. */
async function repositoryPage({ owner, name, folder, settings }: Repository): Promise<string> {
  const format = '--format=%(refname:short)  %(objectname:short)  %(subject)';
  const branches = await git(folder, ['for-each-ref', '--sort=-committerdate', format, 'refs/heads']);
  const pulls = settings.pulls.map((pull) => `#${pull.number} ${pull.title} (${pull.state}): pull/${pull.number}`);
  // It may have none, or no commit.
  const readme = await git(folder, ['show', 'HEAD:README.md']).catch(() => '');
  const parts = [
    `${owner}/${name}, on this machine's git host`,
    `Branches\n${branches || 'None'}`,
    `Pull requests\n${pulls.join('\n') || 'None'}`,
    ...(readme === '' ? [] : [`README.md\n${readme}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}
