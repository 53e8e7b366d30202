import { jsonText } from '../../entities/task-item/content/json-text.ts';

/** What a tool gave back, for a person. */
export interface ReadResponse {
  text: string;
  /** What came of it, in a few words, where that is no success; else null. */
  failure: string | null;
}

/** Output of a program without its colours, anything else as JSON. Agents tell beside it how the program ended, and some the output once more. */
export function responseOf(given: unknown): ReadResponse {
  const response = typeof given === 'string' ? (begunOutput(given) ?? given) : given;
  if (!isRecord(response)) return { text: jsonText(response), failure: null };
  const { output: written, status, metadata, ...others } = response;
  const output = typeof written === 'string' ? withoutColours(written) : written;
  const beside = isRecord(metadata) ? metadata : {};
  const exit = exitOf(response) ?? exitOf(beside);
  const failure = exit !== null && exit !== 0 ? `exit code ${exit}` : status === 'failed' ? 'failed' : null;
  if (typeof output !== 'string') return { text: jsonText(response), failure };
  const rest = {
    ...others,
    ...(status === 'failed' || status === 'completed' ? {} : { status }),
    ...(isRepeated(metadata, written, exit) ? {} : { metadata }),
  };
  const isAll = Object.entries(rest).every(([name, value]) => value === undefined || isExit(name, value));
  return { text: isAll ? output : `${output}\n\n${jsonText(rest)}`, failure };
}

/** The most characters that belong together in JSON: those of an escaped character beyond the first plane. */
const TOGETHER = 12;

/** What is known of a long response that lists give the beginning of, as text, where that is within its output; else null. */
function begunOutput(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  for (let left = 0; left < TOGETHER; left += 1) {
    try {
      const begun = JSON.parse(`${text.slice(0, text.length - left)}"}`) as unknown;
      return isRecord(begun) && typeof begun.output === 'string' ? begun : null;
    } catch {
      // It ends within an escaped character, or elsewhere.
    }
  }
  return null;
}

/** Codes for colours and the like, which only a terminal shows: here they would stand between the words. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;:]*m`, 'g');
const withoutColours = (output: string) => output.replace(COLOURS, '');

const exitNames = ['exit', 'exitCode', 'exit_code'];
const isExit = (name: string, value: unknown) => exitNames.includes(name) && typeof value === 'number';

function exitOf(record: Record<string, unknown>): number | null {
  const [exit] = exitNames.map((name) => record[name]).filter((value) => typeof value === 'number');
  return exit ?? null;
}

/** True of what says nothing that is not said: the same output, that nothing of it is missing, and how the program ended. */
function isRepeated(metadata: unknown, output: unknown, exit: number | null): boolean {
  if (metadata === undefined) return true;
  if (!isRecord(metadata)) return false;
  return Object.entries(metadata).every(
    ([name, value]) =>
      (name === 'output' && value === output) || (name === 'truncated' && value === false) || value === exit,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
