import { runProgram } from '../lib/run-program.ts';

/** The unprivileged account that agents run as. */
export interface AgentUser {
  uid: number;
  gid: number;
  /** True where no other container's agents run as it, so that whatever it runs is this container's. */
  isOwn: boolean;
}

/** Which account is meant. */
export interface AgentUserOptions {
  /** Null for none. */
  name: string | null;
  isRequired: boolean;
  isOwn: boolean;
}

/**
 * Finds the account. Null if there is none, as on a developer's machine; throws if one is required (in the image) and
 * cannot be used.
 */
export async function findAgentUser({ name, isRequired, isOwn }: AgentUserOptions): Promise<AgentUser | null> {
  const isRoot = process.getuid?.() === 0;
  const found = name !== null && isRoot ? await lookUp(name) : null;
  const user = found === null ? null : { ...found, isOwn };
  if (user === null && isRequired) {
    throw new Error('Agents must run as a user of their own here: start as root with AGENT_USER naming that user');
  }
  return user;
}

async function lookUp(name: string): Promise<Pick<AgentUser, 'uid' | 'gid'> | null> {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
    return { uid: Number(uid.toString()), gid: Number(gid.toString()) };
  } catch {
    return null;
  }
}

/** Gives everything under a folder to the agent's account; does nothing without one. Links are not followed. */
export async function giveTo(user: AgentUser | null, folder: string): Promise<void> {
  if (user === null) return;
  await runProgram('chown', ['-R', '-h', `${user.uid}:${user.gid}`, folder]);
}

/** Lets the runner change everything under a folder, e.g. read-only caches of packages. Links are not followed. */
export async function makeWritable(folder: string): Promise<void> {
  await runProgram('chmod', ['-R', 'u+rwX', folder]);
}

/**
 * Ends all that the account runs. `kill -1` reaches every process that its caller may signal: here, all of this user and
 * no other.
 */
export async function killAllOf({ uid, gid }: AgentUser): Promise<void> {
  await runProgram('sh', ['-c', 'kill -9 -1'], { uid, gid, env: {} }).catch(() => undefined);
}
