import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, readJsonFileIfWhole, writeJsonFile } from '../lib/json-file.ts';
import { StartError } from '../lib/start-error.ts';
import { PROJECT_DEFAULT } from './settings.ts';

/*
 * Somebody else's Firestore has documents of several projects, and a stack's folder the accounts of one. With another
 * project's accounts all documents would be taken for those of deleted users, and keeping new accounts would replace
 * the ones that other documents need.
 */
const note = z.object({ projectId: z.string() });
const exported = z.object({ users: z.array(z.object({ localId: z.string() })).default([]) });
const fileIn = (kept: string) => join(kept, 'project.json');
const projectOf = (kept: string) => readJsonFile(fileIn(kept), (value) => note.parse(value))?.projectId;

/** Notes beside kept accounts of which project they are. */
export function noteProject(kept: string, projectId: string): void {
  writeJsonFile(fileIn(kept), { projectId } satisfies z.infer<typeof note>);
}

/** Throws a StartError if kept accounts are noted as another project's. */
export function refuseAnothers(kept: string, projectId: string): void {
  const noted = projectOf(kept);
  if (noted === undefined || noted === projectId) return;
  throw new StartError(
    `The accounts in ${kept} are of the project ${noted}. ${insteadOf(projectId)}, or that project (COUNTERSIGN_PROJECT=${noted}), and start again.`,
  );
}

/**
 * Throws a StartError unless kept accounts are this project's, of which the Firestore has documents of `users`, or of
 * more. Earlier versions noted none: then one of them has to have an account there, and where there are none yet, the
 * project has to be the usual one.
 */
export function refuseUnknown(kept: string, { projectId, users }: { projectId: string; users: string[] }): void {
  if (projectOf(kept) !== undefined) return;
  const accounts = readJsonFileIfWhole(join(kept, 'accounts/auth_export/accounts.json'), (value) =>
    exported.parse(value),
  );
  const known = new Set(accounts?.users.map(({ localId }) => localId));
  if (users.length === 0 ? projectId === PROJECT_DEFAULT : users.some((id) => known.has(id))) return;
  throw new StartError(
    `The accounts in ${kept} were kept by an earlier version, which did not note of which project they are, and seem to be another one's. ${insteadOf(projectId)} and start again.\nIf they are those of ${projectId}, note that and start again:\n  echo '${JSON.stringify({ projectId })}' > '${fileIn(kept)}'`,
  );
}

const insteadOf = (projectId: string) =>
  `This start is of ${projectId}, and would replace them: name another folder (COUNTERSIGN_FOLDER)`;
