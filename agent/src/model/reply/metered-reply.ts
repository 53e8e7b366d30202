import { Transform, type TransformCallback } from 'node:stream';
import { orLater } from '../../lib/or-later.ts';
import { estimateTokens, type Metering } from '../meter/admit-call.ts';
import type { TokenCounter } from './count-tokens.ts';
import type { MeteredCall } from '../meter/metered-call.ts';
import type { ModelFailure } from '../trouble/model-trouble.ts';
import type { ReplyEnd } from './reply-end.ts';

/** A model's reply on its way to the agent: the same bytes as they come, except that its end is held. */
export interface MeteredReply {
  stream: Transform;
  /** The agent or the model is gone: nothing more will come. */
  breakOff(): void;
}

export interface MeteredReplyOptions {
  call: MeteredCall;
  requestBytes: number;
  /** Null for a reply that cannot be read, e.g. a compressed one. */
  counter: TokenCounter | null;
  metering: Pick<Metering, 'tell' | 'endMs'>;
  /** Called when the first of it comes, unless that is an error. The result is called at its end, or with an error. */
  onAnnounce: () => () => void;
  /**
   * Called when something of an answer comes, or where a reply ends without; not for a failure, or one that broke off.
   */
  onBegin: () => void;
  /** Called with the failure that the reply reports, after `onEnd`. */
  onFailure: (failure: ModelFailure) => void;
  /**
   * Called before the agent has the end of the reply: with how it ended (null if it does not say), whether a word or
   * call was in it, and whether it reported a failure.
   */
  onEnd: (end: ReplyEnd | null, speaks: boolean, hasFailed: boolean) => void;
}

/** After its end a reply has nothing more to say; one that goes on nevertheless is not withheld from the agent. */
const HELD_BYTES = 1024 * 1024;

/**
 * Counts a reply that passes through, and holds its end until the server knows what it used: agents act on a whole
 * reply, so by then its use is reported even if the runner is killed. What a reply does not say is estimated, by its
 * words where they can be read; otherwise a silent endpoint would never reach a cap.
 */
export function createMeteredReply(options: MeteredReplyOptions): MeteredReply {
  const { call, requestBytes, counter, metering, onAnnounce, onBegin, onEnd, onFailure } = options;
  let replyBytes = 0;
  let ending: Promise<void> | null = null;
  let held: Buffer[] | null = null;
  let heldBytes = 0;
  let hasBegun = false;
  let isEndTold = false;
  let announced: (() => void) | null = null;

  const begin = () => {
    if (!hasBegun && !isEndTold) onBegin();
    hasBegun = true;
  };
  const tellEnd = (isWhole: boolean) => {
    if (isEndTold) return;
    const failure = counter?.failure ?? null;
    if (counter?.hasBegun || (failure === null && isWhole)) begin();
    isEndTold = true;
    announced?.();
    onEnd(counter?.ended() ?? null, counter?.speaks ?? true, failure !== null);
    if (failure !== null) onFailure(failure);
  };

  const settle = (isWhole: boolean): Promise<void> => {
    const told = counter?.told(isWhole) ?? { inputTokens: null, outputTokens: null, cachedTokens: 0 };
    const isNothing = counter?.failure != null && !counter.hasBegun && told.inputTokens === null;
    const used = {
      inputTokens: told.inputTokens ?? estimateTokens(requestBytes),
      outputTokens: told.outputTokens ?? counter?.estimate() ?? estimateTokens(replyBytes),
      cachedTokens: told.cachedTokens,
    };
    // As with a refusal by its status: the model has given nothing.
    call.settle(isNothing ? null : used);
    tellEnd(isWhole);
    return orLater(metering.tell(), metering.endMs);
  };
  const release = () => {
    for (const chunk of held ?? []) stream.push(chunk);
    held = null;
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      replyBytes += chunk.length;
      if (ending === null) counter?.take(chunk);
      if (counter === null || counter.hasBegun) begin();
      // Agents go on from an error, though its connection may still be open. What it has used may come after it.
      if (counter?.failure) tellEnd(false);
      else if (!isEndTold) announced ??= onAnnounce();
      if (ending === null && counter?.isComplete) {
        held = [];
        ending = settle(true).then(release);
      }
      if (held === null) {
        this.push(chunk);
      } else {
        held.push(chunk);
        heldBytes += chunk.length;
        if (heldBytes > HELD_BYTES) release();
      }
      done();
    },
    flush(done: TransformCallback) {
      ending ??= settle(true);
      void ending.then(() => {
        release();
        done();
      });
    },
  });
  return {
    stream,
    breakOff() {
      ending ??= settle(false);
    },
  };
}
