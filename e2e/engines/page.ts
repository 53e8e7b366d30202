import { stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import type { Driver } from './driver.ts';

/** Patience for a page in an engine that runs beside everything else on two cores. */
const WITHIN_MS = 120_000;

/** A browser's page, addressed by its content. */
export class EnginePage {
  constructor(private readonly driver: Driver) {}

  goto = (path: string) => this.driver.open(stack.url + path);

  /** Waits until an expression about the document is true. */
  async is(expression: string): Promise<void> {
    let text: unknown;
    const ask = async () => {
      text = await this.driver.value(`document.body.innerText`);
      return (await this.driver.value(expression)) === true;
    };
    await until(`${expression} to be true`, ask, { timeoutMs: WITHIN_MS, seen: () => text });
  }

  /** Waits for an element and presses its middle. */
  async press(element: string): Promise<void> {
    const { x, y } = await this.middleOf(element);
    await this.driver.move(x, y);
    await this.driver.press();
    await this.driver.release();
  }

  async write(field: string, text: string): Promise<void> {
    await this.press(field);
    await this.is(`document.activeElement === ${field}`);
    await this.driver.type(text);
  }

  /** Drags an element by its upper left corner this far to the right. */
  async drag(element: string, pixels: number): Promise<void> {
    const { left, top } = await this.boxOf(element);
    await this.driver.move(left + 40, top + 40);
    await this.driver.press();
    await this.driver.move(left + 40 + pixels, top + 40);
    await this.driver.release();
  }

  key = (name: Parameters<Driver['key']>[0]) => this.driver.key(name);

  private async middleOf(element: string): Promise<{ x: number; y: number }> {
    const { left, top, width, height } = await this.boxOf(element);
    return { x: left + width / 2, y: top + height / 2 };
  }

  private async boxOf(element: string): Promise<{ left: number; top: number; width: number; height: number }> {
    await this.is(`!!${element}`);
    const box = await this.driver.value(
      `(() => { const it = ${element}; it.scrollIntoView({ block: 'nearest' }); const { left, top, width, height } = it.getBoundingClientRect(); return JSON.stringify({ left, top, width, height }); })()`,
    );
    return JSON.parse(String(box)) as { left: number; top: number; width: number; height: number };
  }
}

/** The enabled button with exactly this text, within the element that `within` finds. */
export const button = (words: string, within = 'document') =>
  `[...(${within}?.querySelectorAll('button:not([disabled])') ?? [])].find((one) => one.textContent.trim() === '${words}')`;
