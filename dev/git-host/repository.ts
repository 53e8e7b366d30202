import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../lib/json-file.ts';
import { git } from './git.ts';

const pull = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string(),
  head: z.string(),
  headSha: z.string(),
  base: z.string(),
  state: z.enum(['open', 'closed']),
  createdAt: z.string(),
  closedAt: z.string().nullable().default(null),
  mergedAt: z.string().nullable().default(null),
});
export type Pull = z.infer<typeof pull>;

const settings = z.object({ private: z.boolean(), pulls: z.array(pull) });
type Settings = z.infer<typeof settings>;

export interface Repository {
  owner: string;
  name: string;
  /** The bare repository. */
  folder: string;
  settings: Settings;
}

const NAME = /^[A-Za-z0-9_.-]+$/;

/** A repository of the host by owner and name; undefined if there is none. */
export function findRepository(root: string, owner: string, name: string): Repository | undefined {
  if (!NAME.test(owner) || !NAME.test(name) || owner.startsWith('.') || name.startsWith('.')) return undefined;
  const folder = join(root, owner, `${name}.git`);
  if (!existsSync(join(folder, 'HEAD'))) return undefined;
  const saved = readJsonFile(settingsFile(root, owner, name), (value) => settings.parse(value));
  return { owner, name, folder, settings: saved ?? { private: false, pulls: [] } };
}

/** Changes a repository's settings as they are by now: other requests may have changed them since they were read. */
export function changeSettings<T>(root: string, repository: Repository, change: (settings: Settings) => T): T {
  const { owner, name } = repository;
  repository.settings = findRepository(root, owner, name)?.settings ?? repository.settings;
  const result = change(repository.settings);
  saveSettings(root, repository);
  return result;
}

export function saveSettings(root: string, { owner, name, settings }: Repository): void {
  writeJsonFile(settingsFile(root, owner, name), settings);
}

function settingsFile(root: string, owner: string, name: string): string {
  return join(root, owner, `${name}.json`);
}

/** The commit that a branch points at; undefined if there is no such branch. */
export async function branchHead({ folder }: Repository, branch: string): Promise<string | undefined> {
  return git(folder, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).catch(() => undefined);
}
