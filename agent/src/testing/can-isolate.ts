import { spawnSync } from 'node:child_process';

/** Whether this machine lets bubblewrap make namespaces; if not, `npm test` says that what needs them was left out. */
export const canIsolate = probe();

function probe(): boolean {
  const namespaces = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  return spawnSync('bwrap', [...namespaces, ...view, 'true'], { stdio: 'ignore' }).status === 0;
}
