/** Finds the JSON texts in a model's reply as its bytes pass. */
export interface ReplyReader {
  take(bytes: Uint8Array): void;
  /** No more bytes will come. */
  end(): void;
  /** Something was too long to be read. */
  readonly hasLeftOut: boolean;
}

/** Characters of one event, or of a body that is no stream, that are kept for reading; a longer one is not read. */
const TEXT_LIMIT = 4 * 1024 * 1024;

/**
 * Calls `onText` with the data of each event of a server-sent event stream, or with the whole body at its end if the
 * reply is no such stream. The first character tells which: JSON begins with a bracket, and no event does. Endpoints
 * are less reliable in naming the type of their replies.
 */
export function createReplyReader(onText: (text: string) => void, limit = TEXT_LIMIT): ReplyReader {
  // It keeps the beginning of a character until the rest of it has come.
  const decoder = new TextDecoder();
  let reader: TextReader | null = null;
  let hasLeftOut = false;
  const hear = (text: string | null) => {
    if (text === null) hasLeftOut = true;
    else onText(text);
  };
  const takeText = (text: string) => {
    const begun = reader === null ? text.trimStart() : text;
    if (begun === '') return;
    reader ??= /^[[{]/.test(begun) ? bodyReader(hear, limit) : eventReader(hear, limit);
    reader.take(begun);
  };
  return {
    take: (bytes) => takeText(decoder.decode(bytes, { stream: true })),
    end() {
      takeText(decoder.decode());
      reader?.end();
    },
    get hasLeftOut() {
      return hasLeftOut;
    },
  };
}

interface TextReader {
  take(text: string): void;
  end(): void;
}

/** Hears null where a text was too long. */
type Hear = (text: string | null) => void;

function bodyReader(hear: Hear, limit: number): TextReader {
  const body = createPile(limit);
  return {
    take: (text) => body.add(text),
    end: () => hear(body.empty()),
  };
}

/** The lines of an event end with a line feed, a carriage return or both; the event ends with an empty line. */
function eventReader(hear: Hear, limit: number): TextReader {
  const line = createPile(limit);
  const data = createPile(limit);
  let hasData = false;
  let isAfterReturn = false;

  const endEvent = () => {
    const text = data.empty();
    if (hasData || text === null) hear(text);
    hasData = false;
  };
  const endLine = () => {
    const isLong = line.isOver;
    const text = line.empty();
    if (isLong) data.overflow();
    if (text === '') endEvent();
    const [, value] = /^data(?:: ?|$)([^]*)$/.exec(text ?? '') ?? [];
    if (value === undefined) return;
    data.add(hasData ? `\n${value}` : value);
    hasData = true;
  };
  return {
    take(text) {
      const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
      isAfterReturn = text.endsWith('\r');
      for (const [index, part] of rest.split(/\r\n|\n|\r/).entries()) {
        if (index > 0) endLine();
        line.add(part);
      }
    },
    end() {
      // The last event counts even without its empty line, which some endpoints leave out.
      endLine();
      endEvent();
    },
  };
}

/** Text that is collected up to a limit. */
interface Pile {
  add(text: string): void;
  /** True when more was added than is kept. */
  readonly isOver: boolean;
  overflow(): void;
  /** Empties it; returns everything added since the last time, or null if that was too much. */
  empty(): string | null;
}

function createPile(limit: number): Pile {
  let kept = '';
  let isOver = false;
  const overflow = () => {
    isOver = true;
    kept = '';
  };
  return {
    overflow,
    get isOver() {
      return isOver;
    },
    add(text) {
      if (isOver) return;
      if (kept.length + text.length > limit) overflow();
      else kept += text;
    },
    empty() {
      const text = isOver ? null : kept;
      kept = '';
      isOver = false;
      return text;
    },
  };
}
