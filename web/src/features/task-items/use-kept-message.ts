import { useRef, useState, useSyncExternalStore } from 'react';
import { tabId } from '../../lib/device/tab-id.ts';
import { draftsOf } from '../../lib/drafts.ts';

/** What is typed, and what was sent but not answered: the same text sent again is the same message. */
interface Message {
  text: string;
  attempt?: { text: string; key: string } | undefined;
}

/** By task and tab, since something else may be typed in each; an earlier version kept one for each task. */
const messages = draftsOf<Message>('message', ({ text }) => typeof text === 'string');

/**
 * In the tab's session storage, for each task that something was typed about here: the tab's name, since a duplicate has
 * all that this tab keeps.
 */
const BEGUN_AS = 'countersign.message-begun.';

const hasBegunIn = (tab: string, taskId: string) => sessionStorage.getItem(BEGUN_AS + taskId) === tab;

function noteBegun(tab: string, taskId: string): void {
  try {
    sessionStorage.setItem(BEGUN_AS + taskId, tab);
  } catch (error) {
    console.error('That a message was begun in this tab could not be kept', error);
  }
}

/**
 * The message that is being written about a task in this tab; until something is typed or sent here, the one that was
 * typed last in any tab. What is sent or cleared here deletes nothing that was written elsewhere, except what it was
 * made of.
 */
export function useKeptMessage(taskId: string) {
  const tab = tabId();
  const own = `${taskId}.${tab}`;
  const [isOwn, setIsOwn] = useState(() => messages.get(own) !== undefined || hasBegunIn(tab, taskId));
  const shown = () => (isOwn ? own : messages.newest((id) => id === taskId || id.startsWith(`${taskId}.`)));
  const get = () => messages.get(shown() ?? own);
  const draft = useSyncExternalStore(messages.subscribe, get);
  const hasBegun = useRef(isOwn);
  const source = useRef<{ id: string; text: string }>(undefined);

  const begin = () => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    setIsOwn(true);
    noteBegun(tab, taskId);
    const id = shown();
    if (id !== undefined) source.current = { id, text: messages.get(id)?.text ?? '' };
  };
  /** What this was made of is no longer wanted, unless somebody has gone on with it. */
  const forgetSource = () => {
    const from = source.current;
    source.current = undefined;
    if (from && messages.get(from.id)?.text === from.text) messages.delete(from.id);
  };
  const set = (message: Message) => {
    begin();
    if (message.text !== '' || message.attempt) return messages.set(own, message);
    messages.delete(own);
    // It would be found again with the next visit, for as long as drafts are kept.
    forgetSource();
  };
  /** What was written here is sent; what was typed meanwhile is another message. */
  const finish = (sent: string) => {
    const typed = messages.get(own)?.text;
    set({ text: typed === undefined || typed === sent ? '' : typed });
    forgetSource();
  };
  /** As it is now, also between two renderings. */
  const now = () => messages.get(own) ?? get();
  return { draft, now, set, finish };
}
