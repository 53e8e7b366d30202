import { dirname } from 'node:path';
import { runProgram } from '../lib/run-program.ts';
import type { AgentUser } from '../workspace/agent-user.ts';

/** Goes down folder by folder; replaces any link or other non-folder that the agent has put there with a folder. */
const script = `set -e
chmod u+rwx "$1"
cd -P "$1"
shift
while [ $# -gt 1 ]; do
  if [ -L "$1" ] || [ ! -d "$1" ]; then
    rm -f "$1"
    mkdir "$1"
  fi
  cd -P "$1"
  shift
done
rm -rf "$1"
cat > "$1"`;

/**
 * Writes a settings file into an agent's home. An earlier run, or this one before a crash, may have left anything
 * there: links out of it are not followed, and the file is written as the agent's user, who can do no more than the
 * agent. Throws ProgramFailed.
 */
export async function writeHomeFile(
  home: string,
  path: string,
  content: string,
  { user, searchPath }: { user: AgentUser | null; searchPath: string },
): Promise<void> {
  const place = { ...user, cwd: dirname(home), env: { PATH: searchPath } };
  await runProgram('sh', ['-c', script, 'sh', home, ...path.split('/')], { ...place, input: content });
}
