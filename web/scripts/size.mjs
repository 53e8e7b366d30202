// Prints how much JavaScript (gzip) the browser must load to show /login and the dashboard; fails over the budget. It
// reads the build's manifest: a page costs its chunk, all static imports, and what is loaded at once beside it. Code
// that loads later (live updates, menus, dialogs) is listed, but not counted.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const sizes = new Map();

const entry = 'index.html';
const auth = 'src/lib/auth/firebase-auth.ts';
// Everything that main.tsx loads first, whichever page is shown.
const start = [entry, ...manifest[entry].dynamicImports];
const login = [...start, 'src/pages/login/login-page.tsx'];
const dashboard = [...start, 'src/app/shell.tsx', 'src/pages/dashboard/dashboard-page.tsx'];

const budgets = [
  { name: '/login', limit: 170, roots: login },
  { name: '/login with authentication', limit: 200, roots: [...login, auth] },
  { name: 'dashboard', limit: 240, roots: dashboard },
  { name: 'dashboard with authentication', limit: 265, roots: [...dashboard, auth] },
];

let over = false;
for (const { name, limit, roots } of budgets) {
  const files = closure(roots);
  const total = [...files].reduce((sum, file) => sum + gzipSize(file), 0) / KB;
  const verdict = total <= limit ? 'ok' : 'OVER';
  over ||= total > limit;
  console.log(`${verdict.padEnd(5)} ${name.padEnd(32)} ${total.toFixed(1).padStart(6)} kB of ${limit} kB`);
  if (process.argv.includes('--files')) {
    for (const file of [...files].sort((a, b) => gzipSize(b) - gzipSize(a))) {
      console.log(`        ${(gzipSize(file) / KB).toFixed(1).padStart(6)} ${file}`);
    }
  }
}
if (over) process.exitCode = 1;

/** The files that the given entries need before they can run. */
function closure(roots) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}`);
    if (files.has(chunk.file)) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  roots.forEach(visit);
  return files;
}

function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}
