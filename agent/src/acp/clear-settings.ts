import { dirname } from 'node:path';
import { runProgram } from '../lib/run-program.ts';
import type { AgentUser } from '../workspace/agent-user.ts';

/**
 * Goes down folder by folder. What is behind a link is not there, so the link goes; so does one in place of what is kept.
 * Folders may be closed to their own owner.
 */
const script = `set -e
chmod u+rwx "$1"
cd -P "$1"
kept=$2
shift 2
while [ $# -gt 1 ]; do
  if [ -L "$1" ] || [ ! -d "$1" ]; then
    rm -f "$1"
    exit
  fi
  chmod u+rwx "$1"
  cd -P "$1"
  shift
done
if [ -L "$1" ] || [ ! -d "$1" ]; then
  rm -f "$1"
  exit
fi
chmod -R u+rwX "$1"
if [ -z "$kept" ]; then
  rm -rf "$1"
  exit
fi
cd -P "$1"
for name in * .[!.]* ..?*; do
  case "/$kept/" in
    *"/$name/"*) if [ ! -L "$name" ]; then continue; fi ;;
  esac
  rm -rf -- "$name"
done`;

/**
 * Removes an agent's settings at a path in its home, but for what is kept of a folder: names of its files and folders.
 * A command may have put anything there. Works as the agent's user, who can do no more than the agent. Throws
 * ProgramFailed.
 */
export async function clearSettings(
  home: string,
  path: string,
  kept: readonly string[],
  { user, searchPath }: { user: AgentUser | null; searchPath: string },
): Promise<void> {
  const place = { ...user, cwd: dirname(home), env: { PATH: searchPath } };
  await runProgram('sh', ['-c', script, 'sh', home, kept.join('/'), ...path.split('/')], place);
}
