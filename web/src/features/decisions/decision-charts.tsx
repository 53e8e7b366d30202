import { type DecisionSummary, WAIT_STEPS_SECONDS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { plural } from '../../lib/text/plural.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import type { PaletteName } from '../../ui/theme/colors.ts';
import { SMALL } from '../../ui/viewport/media.ts';
import { useMediaQuery } from '../../ui/viewport/use-media-query.ts';
import { waitWords } from './decision-words.ts';

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** The last decisions as two small charts, with the numbers beside each bar: how they ended, and how long they waited. */
export function DecisionCharts({ summary }: { summary: DecisionSummary }) {
  const { approved, byRule, byLimits, rejected, answered, medianSeconds, p95Seconds, isCut } = summary;
  const count = approved + rejected + answered;
  const byHand = approved - byRule - byLimits;
  const isSmall = useMediaQuery(SMALL);
  if (count === 0) return null;
  const most = Math.max(...summary.waits, 1);
  const charts = (
    <>
      <chakra.div
        display="grid"
        gap="12px"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Chart
          title="Approval rate"
          numbers={[
            [`${percent(approved, approved + rejected)} %`, 'of approvals and rejections'],
            ...(byRule > 0 ? [[`${percent(byRule, count)} %`, 'answered by rules'] as [string, string]] : []),
            ...(byLimits > 0 ? [[`${percent(byLimits, count)} %`, 'within limits'] as [string, string]] : []),
          ]}
        >
          <Bar label="Approved" count={byHand} share={byHand / count} tone="approve" />
          {byRule > 0 && <Bar label="By a rule" count={byRule} share={byRule / count} tone="approve" />}
          {byLimits > 0 && <Bar label="Within limits" count={byLimits} share={byLimits / count} tone="approve" />}
          <Bar label="Rejected" count={rejected} share={rejected / count} tone="reject" />
          {answered > 0 && <Bar label="Answered" count={answered} share={answered / count} tone="neutral" />}
        </Chart>
        {medianSeconds !== null && p95Seconds !== null && (
          <Chart
            title="Waited for a decision"
            numbers={[
              [waitWords(medianSeconds), 'median'],
              [waitWords(p95Seconds), '95th percentile'],
            ]}
          >
            {summary.waits.map((waits, index) => (
              <Bar key={index} label={stepWords(index)} count={waits} share={waits / most} tone="info" />
            ))}
          </Chart>
        )}
      </chakra.div>
      <chakra.p textStyle="xs" color="fg.muted" mt="8px">
        {isCut ? `Of the last ${count.toLocaleString('en')} decisions.` : `Of ${plural(count, 'decision')}.`}
      </chakra.p>
    </>
  );
  return (
    <chakra.section aria-label="In numbers" mb={{ base: '8px', md: '24px' }}>
      {/* On a phone they would fill the first screen, so there the decisions come first. */}
      {isSmall ? <Disclosure summary={shortWords(summary)}>{charts}</Disclosure> : charts}
    </chakra.section>
  );
}

/** The two numbers that people ask for most. */
function shortWords({ approved, rejected, medianSeconds }: DecisionSummary): string {
  const rate = `${percent(approved, approved + rejected)} % approved`;
  return medianSeconds === null ? rate : `${rate}, median wait ${waitWords(medianSeconds)}`;
}

function stepWords(index: number): string {
  const upTo = WAIT_STEPS_SECONDS[index];
  if (upTo === undefined) return 'Longer';
  if (upTo < 60) return `Up to ${upTo} s`;
  return upTo < 3_600 ? `Up to ${upTo / 60} min` : `Up to ${upTo / 3_600} h`;
}

interface ChartProps {
  title: string;
  numbers: [value: string, of: string][];
  children: ReactNode;
}

/** A table whose middle column is a drawing: it reads the same without it. */
function Chart({ title, numbers, children }: ChartProps) {
  return (
    <Card>
      <chakra.table width="100%">
        <chakra.caption textAlign="start" mb="8px">
          <chakra.span textStyle="label" color="fg.muted">
            {title}
          </chakra.span>
          <chakra.span display="flex" flexWrap="wrap" columnGap="20px">
            {numbers.map(([value, of]) => (
              <span key={of}>
                <chakra.strong textStyle="xl" fontWeight="600">
                  {value}
                </chakra.strong>{' '}
                <chakra.span textStyle="sm" color="fg.muted">
                  {of}
                </chakra.span>
              </span>
            ))}
          </chakra.span>
        </chakra.caption>
        <tbody>{children}</tbody>
      </chakra.table>
    </Card>
  );
}

function Bar({ label, count, share, tone }: { label: string; count: number; share: number; tone: PaletteName }) {
  return (
    <tr>
      <Cell as="th" scope="row" width="92px" textAlign="start" fontWeight="400" color="fg.muted">
        {label}
      </Cell>
      <Cell aria-hidden>
        <chakra.svg display="block" width="100%" height="10px" colorPalette={tone} color="colorPalette.solid">
          <chakra.rect width="100%" height="100%" rx="3" fill="bg.muted" />
          {count > 0 && <rect width={`${Math.max(100 * share, 1)}%`} height="100%" rx="3" fill="currentColor" />}
        </chakra.svg>
      </Cell>
      <Cell width="56px" textAlign="end" fontVariantNumeric="tabular-nums">
        {count.toLocaleString('en')}
      </Cell>
    </tr>
  );
}

const Cell = chakra('td', { base: { textStyle: 'sm', py: '2px', verticalAlign: 'middle', whiteSpace: 'nowrap' } });
