import { join } from 'node:path';
import type { Rolldown } from 'vite';

export type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

const SRC = join(import.meta.dirname, 'src');
/** What is loaded before it is known which page is shown, and by the sign-in page. */
const START = ['main.tsx', 'lib/server/config.ts', 'lib/auth/session-traces.ts', 'app/pages.ts', 'app/app.tsx', 'pages/login/login-page.tsx'];

/**
 * Which pieces the signed-in app comes in, in the order of loading, each with the modules whose static imports make it
 * up: the frame with the dashboard, what follows once that is shown, and what the dashboard says while nothing waits.
 */
const ROOTS = {
  frame: ['app/shell.tsx', 'pages/dashboard/dashboard-page.tsx'],
  after: ['app/layout/after-paint.tsx', 'features/approvals/offline/kept-decisions-banner.tsx'],
  meanwhile: ['pages/meanwhile.tsx'],
};

/**
 * The piece of a module that several pages import, found by following imports; by themselves such modules become a file
 * each, and each file costs the browser of a phone about as much as evaluating it.
 */
export function pieceOf(id: string, chunking: Chunking, piece: string): string | null {
  const { start, pieces } = (found ??= findPieces(chunking));
  if (start.has(id)) return null;
  return pieces.find(({ modules }) => modules.has(id))?.name === piece ? piece : null;
}

export const PIECES = Object.keys(ROOTS);

/** What is needed to start, cut by the pages that need it: none of it may become part of a later piece. */
export function startPieceOf(id: string, chunking: Chunking): string | null {
  found ??= findPieces(chunking);
  return found.start.has(id) && id.startsWith(SRC) ? 'common' : null;
}

let found: ReturnType<typeof findPieces> | undefined;

function findPieces(chunking: Chunking) {
  const pieces = Object.entries(ROOTS).map(([name, roots]) => ({ name, modules: importedBy(roots, chunking) }));
  return { start: importedBy(START, chunking), pieces };
}

/** These modules with all that they import, directly or not, but for dynamic imports. */
function importedBy(roots: readonly string[], chunking: Chunking): Set<string> {
  const modules = new Set<string>();
  const visit = (id: string) => {
    if (modules.has(id)) return;
    modules.add(id);
    chunking.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const root of roots) {
    const id = join(SRC, root);
    if (!chunking.getModuleInfo(id)) throw new Error(`There is no module ${root}`);
    visit(id);
  }
  return modules;
}
