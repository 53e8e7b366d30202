import { type Container, IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ContainerMessage, MESSAGE_LINES } from '../../entities/container/container-message.tsx';
import { containerName } from '../../entities/container/container-name.ts';
import { LiveStatusBadge } from '../../entities/container/live-status-badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';

interface ContainerCardProps {
  container: Container;
  /** Its live status; undefined until it has arrived. */
  status: string | undefined;
}

/** One container of a project, small; a click anywhere opens it. */
export function ContainerCard({ container, status }: ContainerCardProps) {
  return (
    <Card interactive p="12px 16px">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="12px">
        <chakra.h3 textStyle="label" overflowWrap="anywhere" minW={0}>
          <CardLink to={`/containers/${container.id}`}>{containerName(container)}</CardLink>
        </chakra.h3>
        <LiveStatusBadge status={status} />
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        v{container.imageTag || IMAGE_TAG_DEFAULT} · created <RelativeTime iso={container.createdAt} inLink />
      </chakra.p>
      <ContainerMessage container={container} lines={MESSAGE_LINES} textStyle="sm" />
    </Card>
  );
}
