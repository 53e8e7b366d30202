import { join } from 'node:path';
import * as z from 'zod';
import { messageOf } from '../lib/errors.ts';
import { NoAnswerError } from '../lib/export.ts';
import { readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../lib/processes.ts';
import { endGroup } from '../lib/service.ts';
import { startCommand } from '../lib/start-command.ts';
import { StartError } from '../lib/start-error.ts';
import { saveData, type DataSource } from './saved-data.ts';

const identity = z.object({ pid: z.number(), startedAt: z.string() });
const source = z.object({ projectId: z.string(), hub: z.string(), firestore: z.string().optional() });
const saved = z.object({
  owner: identity,
  services: z.array(identity),
  data: z.object({ source, holder: identity }).optional(),
});

/** The first file in each stack's folder. */
export const PROCESSES_FILE = 'processes.json';

/** Data that is worth keeping, and the process that holds it. */
export interface HeldData {
  source: DataSource;
  holder: ProcessIdentity;
}

/** Notes which processes belong to this run, so that if it is killed the next run can keep its data and end them. */
export function noteProcesses(folder: string, services: ProcessIdentity[], data?: HeldData): void {
  writeJsonFile(join(folder, PROCESSES_FILE), { owner: identify(process.pid), services, data });
}

/** The same in a stack that runs already: it goes on where its disk has become full, and says so. */
export function noteProcessesIfPossible(say: (text: string) => void, ...note: Parameters<typeof noteProcesses>): void {
  try {
    noteProcesses(...note);
  } catch (error) {
    say(
      `What belongs to this run could not be noted: ${messageOf(error)}. If it is killed, end what is left of it by hand.`,
    );
  }
}

/**
 * Ends what a killed run left behind; with `say`, its data is kept first. Throws a StartError if that run is still
 * alive, or if the data cannot be kept.
 */
export async function endLeftovers(folder: string, say?: (text: string) => void): Promise<void> {
  const noted = readJsonFileIfWhole(join(folder, PROCESSES_FILE), (value) => saved.parse(value));
  if (noted === undefined) return;
  if (noted.owner.pid !== process.pid && isAlive(noted.owner)) {
    throw new StartError(`Countersign is already running (process ${noted.owner.pid}). Stop it and start again.`);
  }
  if (say && noted.data && isAlive(noted.data.holder)) await keepData(folder, noted.data.source, say);
  await Promise.all(noted.services.filter(isAlive).map((service) => endGroup(service.pid, 0, 'SIGKILL')));
}

async function keepData(
  folder: string,
  { firestore, ...rest }: z.infer<typeof source>,
  say: (text: string) => void,
): Promise<void> {
  say('Keeping the data of a run that did not end cleanly …');
  try {
    await saveData(folder, firestore === undefined ? rest : { ...rest, firestore });
  } catch (error) {
    const words = messageOf(error);
    if (!(error instanceof NoAnswerError))
      throw new StartError(
        `The data of a run that did not end cleanly could not be kept: ${words}\nIts emulators still hold it. Fix that and start again, or start over with ${startCommand()} -- --fresh`,
        { cause: error },
      );
    say(`${words}: this start has what was kept before.`);
  }
}
