import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { TextLink } from '../../../ui/text/text-link.tsx';
import { thumbHigh } from '../../../ui/viewport/thumb.ts';
import { dropDecision, KEPT_MS, type KeptDecision, useKeptDecisions } from './kept-decisions.ts';
import { sendKept, untilNextTry } from './send-kept.ts';

export { recoverSent } from './recover-sent.ts';

/** Decisions made without a network: sends them once there is one, and says why any of them was not carried out. */
export function KeptDecisionsBanner() {
  const queries = useQueryClient();
  const kept = useKeptDecisions();
  const isWaiting = kept.some(({ failure }) => failure === null);

  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = () => {
      clearTimeout(timer);
      timer = setTimeout(attempt, untilNextTry());
      sendKept(queries).catch((error: unknown) => console.error('Kept decisions could not be sent', error));
    };
    attempt();
    window.addEventListener('online', attempt);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
    };
  }, [queries, isWaiting]);

  const waiting = kept.filter(({ failure }) => failure === null);
  const failed = kept.filter(({ failure }) => failure !== null);
  const [first] = waiting;
  return (
    <section aria-label="Decisions made offline" onKeyDown={once}>
      {first && (
        <Banner kind="offline">
          <Kept>
            <summary>{wordsOf(waiting, first)}</summary>
            <ul>
              {waiting.map((decision) => (
                <li key={decision.id}>
                  <span>
                    {decision.how === 'approve' ? 'Approved' : 'Rejected'}: {visibleText(decision.title)}
                  </span>
                  {decision.isSent ? (
                    <span>Sent, no answer yet</span>
                  ) : (
                    <Button size="sm" variant="ghost" onClick={(click) => drop(click, decision.id)}>
                      Take back
                      <chakra.span srOnly> {visibleText(decision.title)}</chakra.span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Kept>
        </Banner>
      )}
      {failed.map(({ id, how, title, isSent, failure }) => (
        <Banner key={id} kind="failed">
          <Told>
            <span>
              “{visibleText(title)}” {isSent ? 'may have been' : 'was not'}{' '}
              {how === 'approve' ? 'approved' : 'rejected'}. {failure}
            </span>
            <TextLink to={`/approvals/${id}`}>Open</TextLink>
            <Button size="sm" variant="ghost" onClick={(click) => drop(click, id)}>
              Dismiss
              <chakra.span srOnly> {visibleText(title)}</chakra.span>
            </Button>
          </Told>
        </Banner>
      ))}
    </section>
  );
}

/** A key that is held down does not go on with the next button. */
const once = (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault();

/** The pressed button goes with its decision: the focus goes to the next one, or to the heading of the page. */
function drop({ currentTarget }: MouseEvent<HTMLElement>, id: string): void {
  const section = currentTarget.closest('section');
  const buttons = [...(section?.querySelectorAll<HTMLElement>('details[open] button, [role=alert] button') ?? [])];
  const at = buttons.indexOf(currentTarget);
  (buttons[at + 1] ?? buttons[at - 1] ?? document.querySelector('h1'))?.focus();
  dropDecision(id);
}

function wordsOf(waiting: readonly KeptDecision[], { decidedAt }: KeptDecision): string {
  const count = waiting.length;
  // What was sent may wait although the network is there: the page was reloaded before its answer, or none comes.
  const what = waiting.every(({ isSent }) => isSent) ? 'the server answers' : 'the network is back';
  const time = new Date(decidedAt + KEPT_MS).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const many = count === 1 ? '1 decision is' : `${count} decisions are`;
  return `${many} kept here until ${what}. ${count === 1 ? 'It expires' : 'The first expires'} at ${time}.`;
}

const Kept = chakra('details', {
  base: {
    '& summary': { cursor: 'pointer', alignContent: 'center', ...thumbHigh('28px') },
    '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  },
});

const Told = chakra('div', { base: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '12px' } });
