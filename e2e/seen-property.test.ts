/// <reference lib="dom" />
import type { Approval } from '@countersign/contract';
import { expect, test } from 'vitest';
import { isLong, seed, seededRandom, variant } from '../dev/testing/sample.ts';
import { newPending } from './support/approvals.ts';
import { useBrowser } from './support/browser.ts';
import { approve, frame } from './support/phone-review.ts';
import { readToEnd } from './support/read.ts';
import { showAs } from './support/show-as.ts';
import { signIn } from './support/sign-in.ts';
import { newUser } from './support/user.ts';
import { noted, watchWords } from './support/watch-words.ts';

const browser = useBrowser();

const MOST_LINES = isLong ? 300 : 40;
const MOST_WORDS = 16;

const kinds = { command, creation, edit, publish };
const names = ['command', 'creation', 'edit', 'publish'] as const;
const widths = [360, 390, 1280];
const modes = ['swipe', 'list'];

/**
 * Kind, width and view take turns, so that even a few have each of them; the rest is chosen at random, from the run's
 * seed and the sample's number.
 */
const samples = Array.from({ length: isLong ? 60 : 6 }, (_, index) => ({
  number: index,
  kind: names[(variant + index) % names.length] ?? 'command',
  width: widths[index % widths.length] ?? 390,
  mode: modes[Math.floor(index / widths.length) % modes.length] ?? 'swipe',
}));

test.each(samples)(
  '$number: $kind at $width px, $mode: never approvable unseen, always by reading on',
  async (sample) => {
    const { number, kind, width, mode } = sample;
    const random = seededRandom(seed + number);
    const text = textOf(random);
    const fields = kinds[kind](text);
    const user = await newUser('seen');
    const pending = await newPending(user, ['Weave']);
    const phone = { hasTouch: true, isMobile: true };
    const height = width < 500 ? 664 : 800;
    const page = await browser.open({ viewport: { width, height }, ...(width < 500 && phone) });
    await watchWords(page, text.words);
    await signIn(page, user);
    await showAs(page, pending[0]?.itemId ?? '', fields);
    await page.goto(`/approvals?mode=${mode}`);
    const area = mode === 'swipe' ? frame(page) : page.getByRole('list', { name: 'Pending approvals' });
    await area.getByRole('heading', { name: fields.title ?? '', exact: true }).waitFor();

    // Jumps first, and then reads on: what was jumped over is asked for.
    for (const to of [random(), 1, random()]) {
      await page.evaluate(async (part) => {
        for (const scroller of [...document.querySelectorAll('[data-scrolls]'), document.documentElement])
          scroller.scrollTop = part * scroller.scrollHeight;
        for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
      }, to);
    }
    await readToEnd(area);
    expect(await approve(page).isEnabled()).toBe(true);
    expect(await noted(page)).toEqual({ unseen: '', early: null });
  },
);

/** Makes lines of words, each of which occurs once; `words` are all that must be seen. */
function textOf(random: () => number) {
  const words: string[] = [];
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const line = (letter: string, number: number) => {
    const own = Array.from({ length: upTo(MOST_WORDS) }, (_, place) => `${letter}${number}x${place}`);
    words.push(...own);
    return own.join(' ');
  };
  const lines = (letter: string, count = upTo(MOST_LINES)) =>
    Array.from({ length: count }, (_, number) => line(letter, number));
  return { words, line, lines };
}
type Words = ReturnType<typeof textOf>;

function command({ lines }: Words): Partial<Approval> {
  const toolParameters = { command: `cat <<'END'\n${lines('c').join('\n')}\nEND` };
  return { title: 'Run a script', type: 'tool_call', toolKind: 'execute', toolParameters, content: null };
}

function creation({ lines }: Words): Partial<Approval> {
  const path = 'docs/loom.md';
  const shown = { toolParameters: { path }, filePath: path, fileContent: `${lines('n').join('\n')}\n` };
  return { title: `Create ${path}`, type: 'file_creation', toolKind: 'edit', content: null, ...shown };
}

/** Unchanged lines far from any change are folded, and need not be seen: they have no words of their own. */
function edit({ lines }: Words): Partial<Approval> {
  const same = Array.from({ length: 12 }, (_, number) => `unchanged ${number}`);
  const oldText = [...lines('old'), ...same, ...lines('before', 3)].join('\n');
  const newText = [...lines('new'), ...same, ...lines('after', 3)].join('\n');
  const toolParameters = { path: 'src/loom.md', oldText, newText };
  return { title: 'Edit src/loom.md', type: 'tool_call', toolKind: 'edit', toolParameters, content: null };
}

function publish({ line, lines }: Words): Partial<Approval> {
  const files = ['a', 'b'].map((name) => {
    const added = lines(name);
    const head = [`diff --git a/${name}.md b/${name}.md`, 'new file mode 100644', '--- /dev/null', `+++ b/${name}.md`];
    return [...head, `@@ -0,0 +1,${added.length} @@`, ...added.map((text) => `+${text}`), ''].join('\n');
  });
  const asked = { title: line('title', 0), body: lines('body', 4).join('\n') };
  // These two are within no approved step, and each is opened by being read.
  const outside = { files: 2, listed: ['a.md', 'b.md'] };
  /** Wider than a phone where it is not broken. */
  const long = (letter: string) => letter.repeat(60);
  const steps = [{ id: 'step', title: line('step', 0), how: 'declared' }];
  const within = [{ files: 1, listed: [long('w')], steps, moreSteps: 0 }];
  const rejected = [{ id: 'refused', title: line('refused', 0), listed: [long('r')] }];
  const attribution = { files: 3, outside, within, rejected, notes: [] };
  return {
    title: 'Publish to acme/loom',
    type: 'approval_request',
    toolKind: 'publish',
    toolParameters: { branch: 'countersign/weave', base: long('m'), commit: 'c0ffee', ...asked, attribution },
    content: '2 files changed',
    filePath: 'countersign-weave.patch',
    fileContent: files.join(''),
    enforcement: 'enforced',
  };
}
