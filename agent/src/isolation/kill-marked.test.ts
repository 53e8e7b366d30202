import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createMarker, killMarked, type Marker } from './kill-marked.ts';

const isRoot = process.getuid?.() === 0;
/** No test beside this one runs anything as this account. */
const account = { uid: 61_998, gid: 61_998 };

function startAs({ uid, gid }: typeof account, marker: Marker) {
  const child = spawn('/bin/sleep', ['60'], { uid, gid, env: { ...marker }, stdio: 'ignore' });
  return { child, exited: once(child, 'exit') };
}

// Only root can start programs as another user, as in the image.
it.runIf(isRoot).each([
  { isOwn: false, whose: 'one that others share', ended: 'SIGTERM' },
  { isOwn: true, whose: 'its own', ended: 'SIGKILL' },
])('ends what has the marker, and all else only of an account of its own (here: $whose)', async ({ isOwn, ended }) => {
  const marker = createMarker();
  const own = startAs(account, marker);
  const other = startAs(account, createMarker());
  await killMarked(marker, { ...account, isOwn });
  await own.exited;
  expect(own.child.signalCode).toBe('SIGKILL');
  // Has no effect on one that was killed before.
  other.child.kill('SIGTERM');
  await other.exited;
  expect(other.child.signalCode).toBe(ended);
});
