import type { Plugin } from 'vite';

const ROUTES = /\/contract\/src\/routes\/[\w-]+\.ts$/;
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g;

/** Empties the routes' one-line summaries, which only the API's own documentation shows: each page would load them. */
export function leaveOutSummaries(): Plugin {
  return {
    name: 'countersign:leave-out-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (ROUTES.test(id) ? { code: withoutSummaries(code), map: null } : null),
  };
}

export const withoutSummaries = (code: string): string => code.replace(SUMMARY, "summary: ''");
