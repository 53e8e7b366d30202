import type { RiskReason } from '@countersign/contract';

/** A stretch of text; `level` is the highest level of the reasons that mark it, `colour` its syntax class. */
export interface MarkedPart {
  text: string;
  level: string | null;
  colour?: string | null;
}

/** Splits a text where marks begin and end; where marks overlap, the higher level wins. Low ones mark nothing. */
export function markedParts(text: string, reasons: readonly RiskReason[]): MarkedPart[] {
  const marks = reasons
    .filter(({ level }) => level !== 'low')
    .flatMap(({ level, spans }) => spans.map(({ from, to }) => ({ level, from, to })));
  const edges = marks.flatMap(({ from, to }) => [from, to]).filter((edge) => edge > 0 && edge < text.length);
  const cuts = [0, ...new Set(edges), text.length].sort((a, b) => a - b);
  const parts: MarkedPart[] = [];
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] ?? text.length;
    const level = weightiest(marks.filter((mark) => mark.from <= from && mark.to >= to).map((mark) => mark.level));
    const before = parts.at(-1);
    if (before && before.level === level) before.text += text.slice(from, to);
    else if (to > from) parts.push({ text: text.slice(from, to), level });
  }
  return parts;
}

function weightiest(levels: string[]): string | null {
  return levels.find((level) => level !== 'medium') ?? levels[0] ?? null;
}

/** The parts, split where colours begin and end as well. Both describe the same text. */
export function withColours(
  parts: readonly MarkedPart[],
  coloured: readonly { text: string; colour: string | null }[],
): MarkedPart[] {
  const cut: MarkedPart[] = [];
  let [at, left] = [0, coloured[0]?.text.length ?? 0];
  for (const { text, level } of parts) {
    for (let from = 0; from < text.length;) {
      const to = coloured[at] ? Math.min(text.length, from + left) : text.length;
      cut.push({ text: text.slice(from, to), level, colour: coloured[at]?.colour ?? null });
      left -= to - from;
      from = to;
      if (left === 0) left = coloured[(at += 1)]?.text.length ?? 0;
    }
  }
  return cut;
}
