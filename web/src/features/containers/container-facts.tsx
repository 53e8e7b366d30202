import { type Container, IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { ContainerMessage } from '../../entities/container/container-message.tsx';
import { durationWords, inAllWords } from '../../entities/container/duration-words.ts';
import { ExitCode } from '../../entities/container/exit-code.tsx';
import { LiveStatusBadge } from '../../entities/container/live-status-badge.tsx';
import { UsageText } from '../../entities/usage/usage-text.tsx';
import { usageWords } from '../../entities/usage/usage-words.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { CopyId } from '../../ui/text/copy-id.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';

interface ContainerFactsProps {
  container: Container;
  status: string | undefined;
}

/** Facts about a container; those it does not have yet are left out. */
export function ContainerFacts({ container, status }: ContainerFactsProps) {
  const { id, imageTag, createdAt, startedAt, completedAt, exitCode } = container;
  const duration = durationWords(startedAt, completedAt);
  const inAll = inAllWords(container);
  return (
    <Section title="Details">
      <Card>
        <List>
          <Fact name="Container ID">
            <CopyId id={id} label="Copy container id" />
          </Fact>
          <Fact name="Status">
            <LiveStatusBadge status={status} />
          </Fact>
          <Fact name="Image Tag">
            <chakra.span textStyle="mono">{imageTag || IMAGE_TAG_DEFAULT}</chakra.span>
          </Fact>
          <Fact name="Created">
            <RelativeTime iso={createdAt} />
          </Fact>
          {startedAt && (
            <Fact name="Started">
              <RelativeTime iso={startedAt} />
            </Fact>
          )}
          {completedAt && (
            <Fact name="Completed">
              <RelativeTime iso={completedAt} />
            </Fact>
          )}
          {duration && (
            <Fact name="Duration">
              <span>
                {duration}
                {inAll && (
                  <chakra.span display="block" color="fg.muted">
                    {inAll}
                  </chakra.span>
                )}
              </span>
            </Fact>
          )}
          {usageWords(container.usage) && (
            <Fact name="Used">
              <UsageText usage={container.usage} />
            </Fact>
          )}
          {exitCode !== null && (
            <Fact name="Exit Code">
              <ExitCode code={exitCode} />
            </Fact>
          )}
        </List>
        <ContainerMessage container={container} mt="16px" />
      </Card>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div minW={0}>
      <chakra.dt textStyle="xs" color="fg.muted" mb="2px">
        {name}
      </chakra.dt>
      <chakra.dd display="flex" alignItems="center" minH="24px" textStyle="sm">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

const List = chakra('dl', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: '16px' },
});
