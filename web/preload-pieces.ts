import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Makes the page itself tell the browser to fetch every piece that main.tsx evaluates in turn; otherwise each would be
 * requested only when the one before it is done.
 */
export function preloadPieces(): Plugin {
  return {
    name: 'countersign:preload-pieces',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const files = entry ? piecesOf(entry, new Map(chunks.map((chunk) => [chunk.fileName, chunk]))) : [];
        return files.filter((file) => !html.includes(`/${file}"`)).map(toLink);
      },
    },
  };
}

/** The chunks that the entry imports dynamically, each with its own static imports. */
function piecesOf(entry: Rolldown.OutputChunk, chunks: Map<string, Rolldown.OutputChunk>): string[] {
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.get(file)?.imports.forEach(visit);
  };
  entry.dynamicImports.forEach(visit);
  return [...files];
}

const toLink = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
  injectTo: 'head',
});
