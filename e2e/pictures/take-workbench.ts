// Takes pictures of every card, badge, empty state and dialog (npm run pictures:workbench) into .countersign/pictures
// for review. No stack is needed: it serves the workbench itself.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, DESKTOP, PHONE } from '../support/browser.ts';
import { stack } from '../support/stack.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.countersign/pictures');
/** Tall enough that everything drawn only near the screen is drawn. */
const WHOLE_PAGE_PX = 9_000;

await mkdir(folder, { recursive: true });
const { url, end } = await serve();
const browser = await chromium.launch({ executablePath: stack.chromium, args: CHROMIUM_ARGS });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const save = (name: string) => page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
      await page.goto(url);
      const shelf = page.getByRole('region', { name: 'Dialogs' });
      const dialogs = await shelf.getByRole('button').allInnerTexts();
      await page.setViewportSize({ ...viewport, height: WHOLE_PAGE_PX });
      await page.getByRole('table').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      await save('workbench');
      await page.setViewportSize(viewport);
      for (const name of dialogs) {
        await shelf.getByRole('button', { name, exact: true }).click();
        await page.getByRole(/^(Delete|Shut)/.test(name) ? 'alertdialog' : 'dialog').waitFor();
        await save(`dialog-${name.toLowerCase().replaceAll(' ', '-')}`);
        await page.keyboard.press('Escape');
        await page.getByRole('heading', { name: 'Workbench' }).waitFor();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  end();
}

/** Serves the workbench from its sources, on its own port. */
async function serve(): Promise<{ url: string; end: () => void }> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const server = spawn(process.execPath, [vite, '--port', '0'], { cwd: join(root, 'web') });
  const end = () => void server.kill();
  let said = '';
  for await (const chunk of server.stdout) {
    said += String(chunk);
    // Skips colour codes, if there are any.
    const port = /127\.0\.0\.1:\D*(\d+)/.exec(said)?.[1];
    if (port !== undefined) return { url: `http://127.0.0.1:${port}/workbench.html`, end };
  }
  throw new Error(`Vite ended: ${said}`);
}
