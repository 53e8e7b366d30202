import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';
import { findRepository, saveSettings } from './repository.ts';

const seeds = join(import.meta.dirname, 'seeds');
const PRIVATE = new Set(['acme/vault']);
// Fixed names and times, so that every machine makes the same commits.
const authorship = {
  GIT_AUTHOR_NAME: 'Acme',
  GIT_AUTHOR_EMAIL: 'dev@acme.example',
  GIT_AUTHOR_DATE: '2026-01-05T09:00:00Z',
  GIT_COMMITTER_NAME: 'Acme',
  GIT_COMMITTER_EMAIL: 'dev@acme.example',
  GIT_COMMITTER_DATE: '2026-01-05T09:00:00Z',
};

/** Creates the repositories of the `seeds` folder that the host does not have yet. */
export async function seedRepositories(root: string): Promise<void> {
  for (const owner of readdirSync(seeds)) {
    for (const name of readdirSync(join(seeds, owner))) {
      if (findRepository(root, owner, name) === undefined) await seedRepository(root, owner, name);
    }
  }
}

async function seedRepository(root: string, owner: string, name: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'countersign-seed-'));
  cpSync(join(seeds, owner, name), work, { recursive: true });
  await git(work, ['init', '--quiet', '--initial-branch=main']);
  await git(work, ['add', '--all', '--force']);
  await git(work, ['commit', '--quiet', '--message', `Start ${name}`], authorship);
  const folder = join(root, owner, `${name}.git`);
  mkdirSync(join(root, owner), { recursive: true });
  await git(root, ['clone', '--quiet', '--bare', work, folder]);
  await git(folder, ['remote', 'remove', 'origin']);
  rmSync(work, { recursive: true });
  saveSettings(root, { owner, name, folder, settings: { private: PRIVATE.has(`${owner}/${name}`), pulls: [] } });
}
