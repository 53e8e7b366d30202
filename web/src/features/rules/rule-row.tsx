import { patternWords, type Rule, rulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { inOrder } from '../../ui/text/in-order.tsx';
import { DateText } from '../../ui/time/date-text.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { useRevokeRule, useUpdateRule } from './mutations.ts';
import { dayOptions } from './rule-words.ts';

const renewals = [
  { value: '', label: 'Change expiry…' },
  ...dayOptions.map(({ value, label }) => ({ value, label: `${label} from now` })),
];

/**
 * One rule: what it lets pass, how often it has, until when; its expiry can be changed, and it can be revoked. If it is
 * one that only a newer version of this page can describe, it is not renewed unread.
 */
export function RuleRow({ rule }: { rule: Rule }) {
  const { expiresAt, lastUsedAt, timesUsed, whyNothing } = rule;
  const name = visibleText(rule.name);
  const { data: pattern } = rulePattern.safeParse(rule.pattern);
  const [isAsking, setAsking] = useState(false);
  const [days, setDays] = useState('');
  const update = useUpdateRule(rule);
  const revoke = useRevokeRule(rule);
  const now = useNow();
  const isOver = new Date(expiresAt).getTime() <= now;
  return (
    <Row aria-label={name} tabIndex={-1}>
      <chakra.p fontWeight="500" overflowWrap="anywhere">
        {name}
      </chakra.p>
      <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {pattern
          ? inOrder(visibleText(patternWords(pattern)))
          : 'This page is too old to say what it lets pass. Reload it.'}
      </chakra.p>
      {whyNothing && (
        <chakra.p textStyle="sm" color="waiting.fg">
          It approves nothing any more. {whyNothing}
        </chakra.p>
      )}
      <chakra.p textStyle="sm" color="fg.muted">
        {timesUsed === 0 ? 'Never used' : `Used ${plural(timesUsed, 'time')}`}
        {lastUsedAt && (
          <>
            , last <RelativeTime iso={lastUsedAt} />
          </>
        )}
        {' · '}
        {isOver ? (
          <chakra.span color="waiting.fg">
            expired <DateText iso={expiresAt} />
          </chakra.span>
        ) : (
          <>
            expires <DateText iso={expiresAt} />
          </>
        )}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="8px" alignItems="center">
        {pattern && (
          <>
            <chakra.div flex="1 1 170px" maxW="200px">
              <Select aria-label={`Change expiry of ${name}`} options={renewals} value={days} onChange={setDays} />
            </chakra.div>
            {/* A press of its own: an arrow key changes a closed list at once, and would revive an expired rule. */}
            <Button
              variant="outline"
              colorPalette="neutral"
              size="sm"
              aria-label={`Change when ${name} expires`}
              disabled={days === ''}
              // Not disabled meanwhile: that would take the focus from anybody who pressed it by key.
              onClick={() => !update.isPending && update.mutate({ expiresInDays: Number(days) })}
            >
              {update.isPending ? 'Changing…' : 'Change'}
            </Button>
          </>
        )}
        <Button
          variant="outline"
          colorPalette="reject"
          size="sm"
          aria-label={`Revoke ${name}`}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      </chakra.div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: () => setAsking(false) })}
        title="Revoke this rule?"
        confirmLabel="Revoke"
        pending={revoke.isPending}
      >
        It approves nothing more. Steps whose approval the agent has received stay approved; you are asked about any
        others.
      </ConfirmDialog>
    </Row>
  );
}

const Row = chakra('li', { base: { borderTopWidth: '1px', py: '8px', display: 'grid', gap: '4px' } });
