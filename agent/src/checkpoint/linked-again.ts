import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameRepository, parseGithubUrl } from '@countersign/contract';
import type { AgentRepository } from '@countersign/contract/agent';
import { moveCheckout } from '../attribution/saved-state.ts';
import { BUNDLE, type Unpacked } from './checkpoint-pack.ts';
import { moveRepository } from './journal.ts';

/**
 * A repository that was deleted and added again has another id. Gives what was saved of the former one to the linked
 * one of the same name, where there is exactly one of each: then there is no doubt whose work it is.
 */
export async function findLinkedAgain(saved: Unpacked, repositories: readonly AgentRepository[]): Promise<Unpacked> {
  const { folder, journal } = saved;
  const keys = (await readdir(folder))
    .filter((file) => file.endsWith(BUNDLE))
    .map((file) => file.slice(0, -BUNDLE.length));
  const homeless = keys
    .filter((key) => repositories.every(({ id }) => id !== key))
    .flatMap((key) => {
      const name = parseGithubUrl(`github.com/${journal.start[key]?.name ?? ''}`);
      return name === null ? [] : [{ key, ...name }];
    });
  const unchanged = repositories.filter(({ id }) => !keys.includes(id));
  let { attribution } = saved;
  for (const former of homeless) {
    const [now, ...others] = unchanged.filter((one) => isSameRepository(one, former));
    const isOnly = homeless.every((one) => one === former || !isSameRepository(one, former));
    if (now === undefined || others.length > 0 || !isOnly) continue;
    await rename(join(folder, former.key + BUNDLE), join(folder, now.id + BUNDLE));
    moveRepository(journal, former.key, now.id);
    attribution = attribution && moveCheckout(attribution, former.key, now.id);
  }
  return { ...saved, attribution };
}
