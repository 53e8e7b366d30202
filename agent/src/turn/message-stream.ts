import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { RecordItem } from '@countersign/contract/agent';
import { stepId } from '../lib/step-id.ts';
import { fitText } from '../server/fit-item.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { ReportQueue } from '../server/report-queue.ts';

/** An item that the agent's next words answer if it says them before it does anything, e.g. a rejected step. */
export interface Answered {
  itemId: string;
  type: RecordItem['type'];
  title: string;
}

type PassageKind = 'message' | 'thought';

/** The agent's words, which come in pieces. Each passage, up to where something else follows, becomes one item. */
export interface MessageStream {
  take(kind: PassageKind, content: ContentBlock): void;
  /** Something else follows: the passage is complete. */
  end(): void;
  /** The agent begins to do something: what it says after that is no answer any more. */
  acts(): void;
  turnBegins(turn: number, answered: Answered | null): void;
  /** The last message of this turn, empty if there was none. Its secrets are masked, because a cut could hide one in part. */
  readonly lastWords: string;
}

interface MessageStreamOptions {
  taskId: string;
  epoch: number;
  reports: Pick<ReportQueue, 'put'>;
  redact: Redactor;
  log: Log;
  /** Called when the agent begins to say something. */
  onStep: (step: { itemId: string }) => void;
}

/** Most characters of one passage; a longer one is cut. */
const PASSAGE_LIMIT = 90_000;
/** Most characters of a passage in the container's log. */
const LOGGED = 2_000;
/** Milliseconds between two records of a growing passage. */
const RECORD_MS = 250;

export function createMessageStream(options: MessageStreamOptions): MessageStream {
  const { taskId, epoch, reports, redact, log } = options;
  let current: PassageKind | null = null;
  let passage = '';
  let dropped = 0;
  let turn = 0;
  let passages = 0;
  let answered: Answered | null = null;
  let lastWords = '';
  let recordedAt = 0;

  const passageId = () => stepId(taskId, 'words', String(epoch), String(turn), String(passages));
  /** What may be shown of the passage. A secret whose rest has yet to come, or was dropped, must not stand there in part. */
  const words = (isOver: boolean) =>
    redact(isOver && dropped === 0 ? redact.interrupted(passage) : redact.settled(passage)).trim();
  const record = (said: string) => {
    recordedAt = Date.now();
    if (said === '') return;
    const shown = fitText(said);
    const content = dropped === 0 ? shown : `${shown}\n[cut here: ${dropped} more characters]`;
    if (current === 'message' && answered !== null) {
      // The agent's answer to a rejection belongs to the rejected step.
      reports.put({ id: answered.itemId, type: answered.type, title: answered.title, chatResponse: content });
      return;
    }
    reports.put({ id: passageId(), type: 'planning', title: current === 'thought' ? 'Thoughts' : 'Message', content });
  };

  const end = () => {
    if (current === null) return;
    const said = words(true);
    record(said);
    if (current === 'message') {
      lastWords = said || lastWords;
      log(`agent: ${fitText(said, LOGGED)}`);
      answered = null;
    }
    current = null;
    passage = '';
    dropped = 0;
  };

  return {
    end,
    acts() {
      end();
      answered = null;
    },
    take(kind, content) {
      if (current !== kind) {
        end();
        current = kind;
        passages += 1;
        const toAnswer = kind === 'message' ? answered : null;
        options.onStep({ itemId: toAnswer?.itemId ?? passageId() });
      }
      const text = textOf(content);
      const taken = text.slice(0, Math.max(0, PASSAGE_LIMIT - passage.length));
      passage += taken;
      dropped += text.length - taken.length;
      if (Date.now() - recordedAt >= RECORD_MS) record(words(false));
    },
    turnBegins(number, toAnswer) {
      end();
      turn = number;
      passages = 0;
      answered = toAnswer;
      lastWords = '';
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
