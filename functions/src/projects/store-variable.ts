import { VARIABLES_MAX, type Project } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { UserCaller } from '../access/authenticate-user.ts';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { invalidField, notFound } from '../lib/errors.ts';
import { toProjectReply } from '../replies/project-reply.ts';
import { deleteSecret, putSecret, variableId } from '../secrets/store.ts';
import { projects } from '../store/firestore.ts';

interface Variable {
  name: string;
  /** Null removes it. */
  value: string | null;
  isSecret: boolean;
  forAgent: boolean;
}

/** Stores a project's variable, encrypted, replacing the former one, or removes it. Throws `not_found`, `invalid`. */
export async function storeVariable(
  { userId }: UserCaller,
  id: string,
  { name, value, isSecret, forAgent }: Variable,
): Promise<Project> {
  const ref = projects().doc(id);
  const project = await transact(async (tx) => {
    const before = await tx.read(ref);
    if (before?.userId !== userId) throw notFound('Project');
    const others = before.variables.filter((variable) => variable.name !== name);
    if (value !== null && others.length >= VARIABLES_MAX) {
      throw invalidField('name', `A project may have at most ${VARIABLES_MAX} values`);
    }
    const variables = value === null ? others : [...others, { name, isSecret, forAgent }].sort(byName);
    if (value === null) deleteSecret(tx, 'project-variable', variableId(id, name));
    else putSecret(tx, { userId, kind: 'project-variable', subjectId: variableId(id, name), plaintext: value });
    const change = { variables, updatedAt: Timestamp.now() };
    tx.update(ref, change);
    const detail = { name, isStored: value !== null, isSecret, forAgent };
    recordEvent(tx, { userId, actor: 'owner', action: 'project_variable_set', subjectId: id, detail });
    tx.signal(userId, { kind: 'project', id });
    return { ...before, ...change };
  });
  return toProjectReply(project);
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
