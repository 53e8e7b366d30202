import puppeteer from 'puppeteer-core';
import { type Driver, STEPS, VIEWPORT } from './driver.ts';
import { needProgram } from './need-program.ts';

/** Firefox over WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  needProgram(executablePath, 'firefox-esr');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: VIEWPORT,
  });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    value: (expression) => page.evaluate(expression),
    move: (x, y) => page.mouse.move(x, y, { steps: STEPS }),
    press: () => page.mouse.down(),
    release: () => page.mouse.up(),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    end: () => browser.close(),
  };
}
