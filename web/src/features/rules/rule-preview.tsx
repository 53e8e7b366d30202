import { ApiError, patternWords, type RulePattern } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { detailOf, messageOf } from '../../lib/api.ts';
import { plural } from '../../lib/text/plural.ts';
import { fieldErrorsOf } from '../../lib/forms/server-issues.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { inOrder } from '../../ui/text/in-order.tsx';
import { previewQuery } from './queries.ts';
import { limitWords, PROJECT_CODE } from './rule-words.ts';

/** A rule in words, what it cannot promise, and which of the latest requests it would have answered. */
export function RulePreviewView({ projectId, pattern }: { projectId: string; pattern: RulePattern }) {
  const { data, error, isError, refetch } = useQuery(previewQuery(projectId, pattern));
  const isRefused = error instanceof ApiError && error.status === 400;
  return (
    <chakra.div display="grid" gap="8px" aria-live="polite">
      <chakra.p overflowWrap="anywhere">
        <chakra.span fontWeight="500">{inOrder(visibleText(patternWords(pattern)))}.</chakra.span>{' '}
        <chakra.span color="fg.muted">{limitWords(pattern)}</chakra.span>
      </chakra.p>
      {data?.runsProjectCode && (
        <Notice>
          <TriangleAlert size={16} aria-hidden />
          <span>{PROJECT_CODE}</span>
        </Notice>
      )}
      {isError && (
        <ErrorState
          title={isRefused ? 'This cannot be a rule' : 'It could not be tried on the latest requests'}
          detail={isRefused ? (fieldErrorsOf(error, ['pattern']).pattern ?? messageOf(error)) : detailOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <Skeleton height="44px" aria-label="Looking at the latest requests" role="status" />}
      {data && (
        <div>
          <p>
            Would have answered {data.matched.length} of the last {plural(data.of, 'request')}.
          </p>
          {data.matched.length > 0 && (
            <Disclosure summary="Which ones">
              <chakra.ul display="grid" gap="4px" maxH="200px" overflowY="auto" tabIndex={0} aria-label="Requests">
                {data.matched.map(({ id, shown, createdAt }) => (
                  <Line key={id}>
                    <chakra.span textStyle="mono" overflowWrap="anywhere" minW={0}>
                      {inOrder(visibleText(shown))}
                    </chakra.span>
                    <chakra.span textStyle="xs" color="fg.muted" flexShrink={0}>
                      <RelativeTime iso={createdAt} />
                    </chakra.span>
                  </Line>
                ))}
              </chakra.ul>
            </Disclosure>
          )}
        </div>
      )}
    </chakra.div>
  );
}

const Line = chakra('li', {
  base: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '12px' },
});
