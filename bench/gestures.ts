import type { Page } from 'playwright-core';

const SCREENS = 66;
const WHEEL_STEPS = 100;
/** Pixels per second: a hand that throws the page. */
const FINGER_SPEED = 6_000;
const DRAG_STEPS = 20;

/** Scrolls down over 66 screens as fast as a hand can: with a finger, or with the wheel, two thirds of one per frame. */
export async function scroll(page: Page, hasTouch = false): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [width / 2, height * 0.8];
  if (hasTouch) {
    const session = await page.context().newCDPSession(page);
    const yDistance = -height * 0.66;
    const repeatCount = SCREENS / 0.66 - 1;
    const gesture = { x, y, yDistance, speed: FINGER_SPEED, repeatCount, repeatDelayMs: 0, preventFling: false };
    await session.send('Input.synthesizeScrollGesture', { ...gesture, gestureSourceType: 'touch' });
    return session.detach();
  }
  await page.mouse.move(x, height * 0.6);
  for (let step = 0; step < WHEEL_STEPS; step += 1) {
    await page.mouse.wheel(0, height * 0.66);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
}

/** Drags sideways, with a finger or with the mouse, and lets go. */
export async function drag(page: Page, { x, y }: { x: number; y: number }, pixels: number, hasTouch: boolean) {
  const places = Array.from({ length: DRAG_STEPS }, (_, step) => x + (pixels * (step + 1)) / DRAG_STEPS);
  if (hasTouch) {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
    await touch('touchStart', x);
    for (const place of places) await touch('touchMove', place);
    await touch('touchEnd');
    return session.detach();
  }
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const place of places) await page.mouse.move(place, y);
  await page.mouse.up();
}
