/** What the test of the documents reads from Markdown. */

const fence = /^```[^]*?^```$/gm;
const codeSpan = /`[^`\n]+`/g;

/** Targets of links and pictures, including those of `[name]: target`, but not in code. */
export function linksIn(markdown: string): string[] {
  const text = markdown.replace(fence, '').replace(codeSpan, '');
  const found = [...text.matchAll(/\]\(\s*([^\s)]+)[^)]*\)/g), ...text.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)];
  return found.map(([, target = '']) => target);
}

/** The anchors of the headings, as GitHub makes them. */
export function anchorsIn(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replace(fence, '').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** The words of all code, in spans and blocks: commands, paths, names. */
export function codeWordsIn(markdown: string): string[] {
  const blocks = markdown.match(fence) ?? [];
  const rest = markdown.replace(fence, '');
  const indented = rest.match(/^ {4}\S.*$/gm) ?? [];
  const spans = rest.match(codeSpan) ?? [];
  const words = [...blocks, ...indented, ...spans].join('\n').split(/[\s`'"()[\],;|]+/);
  return words.map((word) => word.replace(/^\.\//, '').replace(/[.:]+$/, '')).filter(Boolean);
}

/** The rows of the table below a heading, with code marks removed from the cells. */
export function tableBelow(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^(?=#{1,6} )/m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
