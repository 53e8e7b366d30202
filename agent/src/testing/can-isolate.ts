import { spawnSync } from 'node:child_process';

/** Whether this machine lets bubblewrap make namespaces; if not, what needs them is named and left out. */
export const canIsolate = probe();

function probe(): boolean {
  const namespaces = ['--unshare-user', '--unshare-pid', '--unshare-net', '--cap-drop', 'ALL'];
  const { status } = spawnSync('bwrap', [
    ...namespaces,
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    'true',
  ]);
  if (status !== 0)
    console.log('Not run here, as bubblewrap cannot make namespaces: the tests of the isolation of agents');
  return status === 0;
}
