import type { ContentBlock } from '@agentclientprotocol/sdk';
import { fitText } from './fit-item.ts';
import type { Log } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Answered } from './recorder.ts';
import type { Redactor } from './redact.ts';
import { stepId } from './tool-call.ts';

export type Voice = 'message' | 'thought';

/** The agent's words, which come in pieces and become one item a passage. */
export interface Speech {
  take(voice: Voice, content: ContentBlock): void;
  /** Something else follows: the passage is complete. */
  end(): void;
  turnBegins(turn: number, answered: Answered | null): void;
  readonly lastWords: string;
}

interface SpeechOptions {
  taskId: string;
  epoch: number;
  outbox: Pick<Outbox, 'put'>;
  redact: Redactor;
  log: Log;
}

/** Characters of one passage; an agent that goes on and on is cut. */
const PASSAGE_LIMIT = 90_000;
/** Characters of a passage in the container's log. */
const LOGGED = 2_000;
/** Milliseconds between two records of a passage that grows. */
const RECORD_MS = 250;

export function createSpeech({ taskId, epoch, outbox, redact, log }: SpeechOptions): Speech {
  let voice: Voice | null = null;
  let passage = '';
  let dropped = 0;
  let turn = 0;
  let passages = 0;
  let answered: Answered | null = null;
  let lastWords = '';
  let recordedAt = 0;

  const record = () => {
    recordedAt = Date.now();
    const words = fitText(redact(passage).trim());
    if (words === '') return;
    const content = dropped === 0 ? words : `${words}\n[cut here: ${dropped} more characters]`;
    if (voice === 'message' && answered !== null) {
      // The agent's answer to a rejection belongs to the step that was rejected.
      outbox.put({ id: answered.itemId, type: answered.type, title: answered.title, chatResponse: content });
      return;
    }
    const id = stepId(taskId, 'words', String(epoch), String(turn), String(passages));
    outbox.put({ id, type: 'planning', title: voice === 'thought' ? 'Thoughts' : 'Message', content });
  };

  const end = () => {
    if (voice === null) return;
    record();
    if (voice === 'message') {
      lastWords = passage.trim() || lastWords;
      log(`agent: ${fitText(passage.trim(), LOGGED)}`);
      answered = null;
    }
    voice = null;
    passage = '';
    dropped = 0;
  };

  return {
    end,
    take(kind, content) {
      if (voice !== kind) {
        end();
        voice = kind;
        passages += 1;
      }
      const text = textOf(content);
      const taken = text.slice(0, Math.max(0, PASSAGE_LIMIT - passage.length));
      passage += taken;
      dropped += text.length - taken.length;
      if (Date.now() - recordedAt >= RECORD_MS) record();
    },
    turnBegins(number, toAnswer) {
      end();
      turn = number;
      passages = 0;
      answered = toAnswer;
    },
    get lastWords() {
      return lastWords;
    },
  };
}

function textOf(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource_link':
      return content.uri;
    default:
      return `[${content.type}]`;
  }
}
