import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSize, startSizeLimit } from './workspace-limit.ts';

const MIB = 1024 * 1024;
const words = 'The workspace has grown to 3 MiB; 1 MiB are allowed, half of CONTAINER_MEMORY.';
let root: string;
let path: string | undefined;

beforeEach(() => {
  path = process.env.PATH;
  root = mkdtempSync(join(tmpdir(), 'countersign-size-'));
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(root, { recursive: true });
});
const fill = () => writeFileSync(join(root, 'big.bin'), Buffer.alloc(3 * MIB, 1));

describe('the size of a folder', () => {
  it('is held against the limit', async () => {
    await checkSize({ root }, MIB);
    fill();
    await expect(checkSize({ root }, MIB)).rejects.toThrow(words);
  });

  it('counts with what the agent has put into folders that all tasks share', async () => {
    const sharedFolders = { clear: async () => undefined, bytes: async () => 3 * MIB };
    await expect(checkSize({ root, sharedFolders }, MIB)).rejects.toThrow(words);
    const unseen = { ...sharedFolders, bytes: () => Promise.reject(new Error('No program can be started')) };
    await checkSize({ root, sharedFolders: unseen }, MIB);
  });

  it('counts even if a file vanished while it was looked at', async () => {
    fill();
    // As `du` ends in that case, at any moment.
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'du'), `#!/bin/sh\nPATH='${path}' du "$@"\nexit 1\n`);
    chmodSync(join(bin, 'du'), 0o755);
    process.env.PATH = `${bin}:${path}`;
    await expect(checkSize({ root }, MIB)).rejects.toThrow(words);
  });

  it('is checked again and again, and reported once', async () => {
    const told: string[] = [];
    const limit = startSizeLimit({ root }, MIB, ({ message }) => told.push(message), 10);
    fill();
    await expect.poll(() => told).toEqual([words]);
    limit.stop();
  });
});
