import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../lib/json-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../lib/processes.ts';
import { endGroup } from '../lib/service.ts';
import { StartError } from '../lib/start-error.ts';

const identity = z.object({ pid: z.number(), startedAt: z.string() });
const saved = z.object({ owner: identity, services: z.array(identity) });

/** Notes which processes belong to this run, so that the next one can end them if this one is killed. */
export function noteProcesses(folder: string, services: ProcessIdentity[]): void {
  writeJsonFile(join(folder, 'processes.json'), { owner: identify(process.pid), services });
}

/** Ends what a killed run left behind. Throws a StartError when that run still lives. */
export async function endLeftovers(folder: string): Promise<void> {
  const noted = readJsonFile(join(folder, 'processes.json'), (value) => saved.parse(value));
  if (noted === undefined) return;
  if (noted.owner.pid !== process.pid && isAlive(noted.owner)) {
    throw new StartError(`Countersign runs already (process ${noted.owner.pid}). End it and start again.`);
  }
  await Promise.all(noted.services.filter(isAlive).map((service) => endGroup(service.pid, 0, 'SIGKILL')));
}
