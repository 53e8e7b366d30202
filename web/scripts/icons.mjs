// Renders the app's icons from one drawing: node scripts/icons.mjs [path of a Chromium]. The PNGs are committed.
import { writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const INK = '#2F3E9E';
const PAPER = '#FAF9F6';

/** The mark on a 48 × 48 grid, in one colour: a check inside a stamp ring. */
const mark = (color, dashes) => `
  <g fill="none" stroke="${color}">
    <circle cx="24" cy="24" r="21" stroke-width="3" />
    ${dashes ? '<circle cx="24" cy="24" r="15.5" stroke-width="1.5" stroke-dasharray="2.2 2.67" />' : ''}
    <path d="M16.5 24.5l5.5 5.5 10-11.5" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" />
  </g>`;

/**
 * `scale`: of the mark within the icon. A maskable icon keeps the mark in the inner 80 %, because masks cut off the
 * rest.
 */
function icon({ background, color, scale, radius = 0, dashes = true }) {
  const offset = (48 - 48 * scale) / 2;
  const plate = background ? `<rect width="48" height="48" rx="${radius}" fill="${background}" />` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="100%" height="100%">${plate}
    <g transform="translate(${offset} ${offset}) scale(${scale})">${mark(color, dashes)}</g></svg>`;
}

const any = icon({ background: INK, color: PAPER, scale: 0.72, radius: 10 });
const icons = [
  { name: 'icon-192.png', size: 192, svg: any },
  { name: 'icon-512.png', size: 512, svg: any },
  { name: 'icon-maskable-512.png', size: 512, svg: icon({ background: INK, color: PAPER, scale: 0.56 }) },
  { name: 'icon-monochrome-512.png', size: 512, svg: icon({ color: '#000000', scale: 0.8, dashes: false }) },
];

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, size, svg } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0;height:100%;background:transparent}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`../public/${name}`, import.meta.url), png);
  console.log(`${name} ${png.length} bytes`);
}
await browser.close();
