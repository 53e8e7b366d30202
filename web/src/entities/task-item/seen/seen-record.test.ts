import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf } from './progress.ts';
import { SeenRecord, seenRecordOf } from './seen-record.ts';

/** A request as drawn: parts with numbers of lines, each line with a height, in a viewport of some height. */
const request = fc.record({
  parts: fc.array(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 }), {
    minLength: 1,
    maxLength: 5,
  }),
  ticked: fc.nat({ max: 5 }),
  viewport: fc.integer({ min: 40, max: 700 }),
  jumps: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
});

interface Line {
  key: string;
  place: number;
  top: number;
  bottom: number;
}

function draw(parts: number[][], ticked: number) {
  const record = new SeenRecord();
  const keys = parts.map((_, index) => `part/${index}`);
  const lines: Line[] = [];
  let y = 0;
  record.require(keys);
  parts.forEach((heights, index) => {
    const tickOnly = index === ticked;
    record.declare(`part/${index}`, { lines: heights.length, name: `file ${index}`, tickOnly });
    heights.forEach((height, place) => {
      if (!tickOnly) lines.push({ key: `part/${index}`, place, top: y, bottom: y + height });
      y += height;
    });
  });
  const tick = ticked < parts.length ? `part/${ticked}` : null;
  return { record, lines, height: y, tick };
}

/** Records what is in the viewport when the request is scrolled to `top`. */
function look(record: SeenRecord, lines: Line[], top: number, viewport: number): void {
  for (const line of lines) {
    const from = Math.max(line.top, top) - line.top;
    const to = Math.min(line.bottom, top + viewport) - line.top;
    const height = line.bottom - line.top;
    if (to > from) record.see(line.key, line.place + from / height, line.place + to / height);
  }
}

describe('whatever a request looks like', () => {
  it('is never complete before every pixel of every line stood in the viewport, and always after reading on', () => {
    fc.assert(
      fc.property(request, ({ parts, ticked, viewport, jumps }) => {
        const { record, lines, height, tick } = draw(parts, ticked);
        const shown = new Uint8Array(height);
        const isAllShown = () => lines.every(({ top, bottom }) => !shown.subarray(top, bottom).includes(0));
        const show = (top: number) => {
          look(record, lines, top, viewport);
          shown.fill(1, top, Math.min(height, top + viewport));
          if (tick !== null) expect(record.isComplete(), 'without its tick').toBe(false);
          else expect(record.isComplete()).toBe(isAllShown());
        };
        for (const jump of jumps) show(Math.round(jump * Math.max(0, height - viewport)));
        for (let top = 0; top < height; top += Math.ceil(viewport / 2)) show(top);
        if (tick !== null) record.mark(tick, true);
        expect(record.isComplete()).toBe(true);
        expect(record.progress()).toMatchObject({ left: 0, ticks: 0, next: null, skipped: null });
      }),
    );
  });

  it('becomes complete by going where it says that something is missing', () => {
    fc.assert(
      fc.property(request, ({ parts, ticked, viewport, jumps }) => {
        const { record, lines, height } = draw(parts, ticked);
        for (const jump of jumps) look(record, lines, jump * Math.max(0, height - viewport), viewport);
        for (let steps = 0; !record.isComplete(); steps += 1) {
          expect(steps, 'steps').toBeLessThanOrEqual(lines.length + height / viewport + 2);
          const { skipped, next } = record.progress();
          const at = skipped?.at ?? next;
          if (!at) throw new Error('Expected a way to what is missing');
          const line = lines.find(({ key, place }) => key === at.block && place === at.line);
          if (!line) record.mark(at.block, true);
          else look(record, lines, line.top + at.within * (line.bottom - line.top), viewport);
        }
      }),
    );
  });
});

function drawn(...names: string[]): SeenRecord {
  const record = new SeenRecord();
  record.require(names);
  for (const name of names) record.declare(name, { lines: 10, name: `${name}.ts` });
  return record;
}

it('is not complete while a part is not drawn, or before it is known which there must be', () => {
  const record = new SeenRecord();
  expect(record.isComplete()).toBe(false);
  record.declare('file', { lines: 1, name: 'a' });
  record.see('file', 0, 1);
  expect(record.isComplete()).toBe(false);
  record.require(['file', 'patch']);
  expect(record.progress()).toMatchObject({ isComplete: false, isDrawing: true });
  record.declare('patch', { lines: 0, name: 'patch' });
  expect(record.isComplete()).toBe(true);
  record.declare('patch/0', { lines: 1, name: 'b' });
  expect(record.isComplete()).toBe(false);
});

it('says how much is left, and which lines were jumped over', () => {
  const record = drawn('file');
  record.see('file', 0, 3);
  expect(record.progress()).toMatchObject({
    left: 7,
    lines: 10,
    skipped: null,
    next: { block: 'file', line: 3, within: 0 },
  });
  record.see('file', 8.5, 10);
  expect(record.progress().skipped).toEqual({
    words: 'lines 4–9 not shown',
    at: { block: 'file', line: 3, within: 0 },
  });
  record.see('file', 3, 8);
  expect(record.progress().skipped?.words).toBe('line 9 not shown');
  expect(record.progress().next).toEqual({ block: 'file', line: 8, within: 0 });
});

it('takes no line for jumped over that stands beside one that is not', () => {
  const record = new SeenRecord();
  record.require(['diff']);
  // Four lines were removed, and four added beside them.
  record.declare('diff', { lines: 8, name: 'a.ts', placeOf: (line) => line % 4 });
  for (const line of [0, 1, 4, 5]) record.see('diff', line, line + 1);
  expect(record.progress()).toMatchObject({ left: 4, skipped: null, next: { line: 2 } });
  for (const line of [3, 7]) record.see('diff', line, line + 1);
  expect(record.progress().skipped?.words).toBe('line 3 not shown');
});

it('leads into a line that is higher than the screen, to where it was read', () => {
  const record = drawn('file');
  record.see('file', 0, 2.25);
  expect(record.progress().next).toEqual({ block: 'file', line: 2, within: 0.25 });
});

it('names the part among several, with its own numbers', () => {
  const record = new SeenRecord();
  record.require(['patch', 'text']);
  record.declare('patch', { lines: 0, name: '' });
  record.declare('patch/10', { lines: 2, name: 'z.ts' });
  record.declare('patch/2', { lines: 3, name: 'a.ts', numberOf: (line) => line + 40 });
  record.declare('text', { lines: 1, name: 'the text' });
  record.see('patch/10', 0, 2);
  expect(record.progress().skipped?.words).toBe('lines 40–42 of a.ts not shown');
});

it('keeps apart what was ticked and what was seen', () => {
  const record = drawn('file', 'other');
  record.declare(nameOf('file'), { lines: 1, name: '', aside: true });
  record.see('file', 0, 4);
  record.see(nameOf('file'), 0, 1);
  record.mark('file', true);
  expect(record.isMarked('file')).toBe(true);
  expect(record.progress()).toMatchObject({ left: 10, marked: 6, lines: 20 });
  record.mark('file', false);
  expect(record.progress()).toMatchObject({ left: 16, marked: 0 });
});

it('wants a tick for what cannot be shown, even at the end of all', () => {
  const record = drawn('file');
  record.require(['file', 'binary']);
  record.declare('binary', { lines: 1, name: 'logo.png', tickOnly: true });
  record.see('binary', 0, 1);
  record.reachEnd();
  expect(record.progress()).toMatchObject({
    isComplete: false,
    left: 0,
    ticks: 1,
    next: { block: 'binary', line: 0, within: 0 },
  });
  record.mark('binary', true);
  expect(record.isComplete()).toBe(true);
});

it('leads on past what wants a tick, and back to it in the end', () => {
  const record = drawn('file', 'text');
  record.declare('file', { lines: 1, name: 'logo.png', tickOnly: true });
  record.see('text', 0, 4);
  expect(record.progress().next).toMatchObject({ block: 'text', line: 4 });
  record.see('text', 4, 10);
  expect(record.progress().next).toMatchObject({ block: 'file', line: 0 });
});

it('wants a file opened: its change read to the end counts, a tick of it or the end of all does not', () => {
  const record = new SeenRecord();
  record.require(['outside', 'outside/0', 'outside/1', 'patch']);
  record.declare('outside', { lines: 1, name: '', aside: true });
  record.declare('outside/0', { lines: 1, name: 'a.ts', tickOnly: true, opens: 'a.ts' });
  record.declare('outside/1', { lines: 1, name: 'b.ts', tickOnly: true, opens: 'b.ts' });
  record.declare('patch', { lines: 0, name: 'Patch' });
  record.declare('patch/0', { lines: 5, name: 'a.ts', names: ['a.ts'] });
  record.declare('patch/1', { lines: 5, name: 'b.ts', names: ['b.ts'] });
  record.see('outside', 0, 1);
  record.mark('patch/0', true);
  record.reachEnd();
  expect(record.progress()).toMatchObject({ isComplete: false, left: 0, unopened: 2, lines: 10, marked: 10 });
  record.see('patch/0', 0, 5);
  expect(record.progress()).toMatchObject({ unopened: 1, next: { block: 'outside/1' } });
  expect([record.isRead('a.ts'), record.isRead('b.ts')]).toEqual([true, false]);
  record.mark('outside/1', true);
  expect(record.isComplete()).toBe(true);
});

it('knows a file by its name before and after, and as read when all of its changes are', () => {
  const record = new SeenRecord();
  record.declare('patch/0', { lines: 5, name: 'gone.txt (deleted)', names: ['gone.txt'] });
  record.declare('patch/1', { lines: 5, name: 'a.ts → b.ts', names: ['a.ts', 'b.ts'] });
  record.declare('patch/2', { lines: 5, name: 'gone.txt', names: ['gone.txt'] });
  const read = () => ['gone.txt', 'a.ts', 'b.ts'].map((path) => record.isRead(path));
  record.see('patch/0', 0, 5);
  expect(read()).toEqual([false, false, false]);
  record.see('patch/1', 0, 5);
  record.see('patch/2', 0, 5);
  expect(read()).toEqual([true, true, true]);
});

it('begins anew for a part of another length, and goes on for the same one drawn again', () => {
  const record = drawn('file');
  record.see('file', 0, 10);
  record.declare('file', { lines: 10, name: 'file.ts' });
  expect(record.isComplete()).toBe(true);
  record.declare('file', { lines: 11, name: 'file.ts' });
  expect(record.progress().left).toBe(11);
});

it('is one for each content: another hash, or only its beginning, is another', () => {
  const sight = { id: 'a', hash: 'h', truncated: false };
  expect(seenRecordOf(sight)).toBe(seenRecordOf({ ...sight }));
  expect(seenRecordOf({ ...sight, hash: 'i' })).not.toBe(seenRecordOf(sight));
  expect(seenRecordOf({ ...sight, truncated: true })).not.toBe(seenRecordOf(sight));
});
