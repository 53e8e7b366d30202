import { runProgram } from '../lib/run-program.ts';
import type { AgentUser } from '../workspace/agent-user.ts';

/** Goes down folder by folder; where the agent has put a link, or anything else that is no folder, there is one afterwards. */
const script = `set -e
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
 * Writes a file of an agent's settings into its home. The home has been lived in, by an earlier run or before a crash: what leads out of
 * it is not followed, and it is written as the agent's user, who can do no more than the agent itself. Throws ProgramFailed.
 */
export async function writeHomeFile(
  home: string,
  path: string,
  content: string,
  { user, searchPath }: { user: AgentUser | null; searchPath: string },
): Promise<void> {
  const place = { ...user, cwd: home, env: { PATH: searchPath } };
  await runProgram('sh', ['-c', script, 'sh', home, ...path.split('/')], { ...place, input: content });
}
