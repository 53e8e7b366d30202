import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Chunking = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1];

const SRC = join(import.meta.dirname, 'src');

/** What is loaded before it is known which page is shown, and by the sign-in page. */
const START = [
  'main.tsx',
  'lib/server/config.ts',
  'lib/auth/session-traces.ts',
  'app/pages.ts',
  'app/app.tsx',
  'pages/login/login-page.tsx',
];

/**
 * The pieces of a signed-in start in the order of loading, each with the modules whose imports make it up: the frame with
 * the dashboard, what follows once that is shown, and what the dashboard says while nothing waits.
 */
const PIECES = {
  frame: ['app/shell.tsx', 'pages/dashboard/dashboard-page.tsx'],
  after: ['app/layout/after-paint.tsx', 'features/approvals/offline/kept-decisions-banner.tsx'],
  meanwhile: ['pages/meanwhile.tsx'],
};

/** Smaller files (bytes, not compressed) of the start are joined. */
const SMALL = 1500;

/**
 * Joins the modules that several parts of a signed-in start share. Left alone, each such module becomes a file of its
 * own, and a phone's browser spends about as much time on fetching a small file as on evaluating it.
 */
export function sharedPieces(): Group[] {
  let found: ReturnType<typeof findPieces> | undefined;
  const find = (chunking: Chunking) => (found ??= findPieces(chunking));
  const isOfStart = (id: string, chunking: Chunking) => find(chunking).start.has(id);
  const shared = { minShareCount: 2, priority: 0 };
  return [
    // Files of their own, before the other pieces: a group takes in what its modules import, which the start would then fetch.
    {
      ...shared,
      name: (id, chunking) => (id.startsWith(SRC) && isOfStart(id, chunking) ? 'common' : null),
      entriesAware: true,
      entriesAwareMergeThreshold: SMALL,
    },
    ...Object.keys(PIECES).map((piece): Group => {
      const name = (id: string, chunking: Chunking) => {
        if (isOfStart(id, chunking)) return null;
        const first = find(chunking).pieces.find(({ modules }) => modules.has(id));
        return first?.name === piece ? piece : null;
      };
      return { ...shared, name };
    }),
  ];
}

function findPieces(chunking: Chunking) {
  const pieces = Object.entries(PIECES).map(([name, roots]) => ({ name, modules: importedBy(roots, chunking) }));
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
