import type { RecordItem } from '@countersign/contract/agent';

/** Characters of a text that the timeline keeps; a longer one is cut and says so. */
const TEXT_LIMIT = 100_000;
const TITLE_LIMIT = 300;
/** Characters that each text of a result may keep: the first of these with which it fits. */
const TEXT_PARTS = [60_000, 30_000, 10_000, 2_000];
/** The server's limits for these; agents send more. */
const TOOL_NAME_LIMIT = 200;
const PATH_LIMIT = 4_096;
/** What one request may hold, in bytes of its JSON; a step that asks for consent is never cut. */
export const ASK_LIMIT_BYTES = 800 * 1024;

/** An item cut to what can be recorded. Not for one that asks for consent: what is approved must be seen whole. */
export function fitItem(item: RecordItem): RecordItem {
  return {
    ...item,
    title: fitTitle(item.title),
    ...(item.toolName == null ? {} : { toolName: fitLine(item.toolName, TOOL_NAME_LIMIT) }),
    ...(item.filePath == null ? {} : { filePath: fitLine(item.filePath, PATH_LIMIT) }),
    ...(item.content == null ? {} : { content: fitText(item.content) }),
    ...(item.chatResponse == null ? {} : { chatResponse: fitText(item.chatResponse) }),
    ...(item.fileContent == null ? {} : { fileContent: fitText(item.fileContent) }),
    ...(item.toolParameters === undefined ? {} : { toolParameters: fitJson(item.toolParameters) }),
    ...(item.toolResponse === undefined ? {} : { toolResponse: fitResponse(item.toolResponse) }),
  };
}

/** A title on one line. */
export function fitTitle(title: string): string {
  return fitLine(title.replace(/\s+/g, ' ').trim() || 'Step', TITLE_LIMIT);
}

function fitLine(line: string, limit: number): string {
  const clean = wellFormed(line);
  return clean.length <= limit ? clean : `${wellFormed(clean.slice(0, limit - 1))}…`;
}

/** Text up to the limit, with a line that says how much is missing. */
export function fitText(text: string, limit = TEXT_LIMIT): string {
  const clean = wellFormed(text);
  if (clean.length <= limit) return clean;
  return `${wellFormed(clean.slice(0, limit))}\n[cut here: ${clean.length - limit} more characters]`;
}

/** A JSON value up to the limit; a larger one is replaced by the beginning of its text. */
function fitJson(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= TEXT_LIMIT) return JSON.parse(wellFormed(text));
  return { truncated: true, text: fitText(typeof value === 'string' ? value : text) };
}

/** A result up to the limit. In a larger one long texts lose their middle: what a program says first and last matters most. */
export function fitResponse(value: unknown): unknown {
  const whole = JSON.stringify(value) ?? 'null';
  if (whole.length <= TEXT_LIMIT || typeof value !== 'object') return fitJson(value);
  for (const limit of TEXT_PARTS) {
    const text = JSON.stringify(value, (_name, part: unknown) =>
      typeof part === 'string' ? withoutMiddle(part, limit) : part,
    );
    if (text.length <= TEXT_LIMIT) return JSON.parse(text);
  }
  return fitJson(value);
}

function withoutMiddle(text: string, limit: number): string {
  const left = text.length - limit;
  if (left <= 0) return wellFormed(text);
  const [start, end] = [text.slice(0, limit / 2), text.slice(-limit / 2)].map(wellFormed);
  return `${start}\n[left out here: ${left} characters]\n${end}`;
}

/** Text without lone surrogates, which cannot be stored. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
