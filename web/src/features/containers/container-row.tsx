import { type Container, IMAGE_TAG_DEFAULT } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Eye, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ContainerMessage, MESSAGE_LINES } from '../../entities/container/container-message.tsx';
import { containerName, shortId } from '../../entities/container/container-name.ts';
import { ExitCode } from '../../entities/container/exit-code.tsx';
import { LiveStatusBadge } from '../../entities/container/live-status-badge.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { CopyId } from '../../ui/text/copy-id.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';

interface ContainerRowProps {
  container: Container;
  /** Its live status; undefined until it has arrived. */
  status: string | undefined;
  onDelete: (container: Container) => void;
}

/** One line of the list of containers. */
export function ContainerRow({ container, status, onDelete }: ContainerRowProps) {
  const name = containerName(container);
  return (
    <Frame interactive>
      <chakra.div minW={0} flex="1">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4px 8px">
          <chakra.h3 textStyle="cardTitle" overflowWrap="anywhere">
            <CardLink to={`/containers/${container.id}`}>{name}</CardLink>
          </chakra.h3>
          <LiveStatusBadge status={status} />
        </chakra.div>
        <Facts>
          <Badge mono>v{container.imageTag || IMAGE_TAG_DEFAULT}</Badge>
          <CopyId id={container.id} shown={shortId(container.id)} label="Copy id of container" />
          {container.project && <span>{visibleText(container.project.name)}</span>}
          <span>
            Created <RelativeTime iso={container.createdAt} />
          </span>
          {container.exitCode !== null && <ExitCode code={container.exitCode} />}
        </Facts>
        <ContainerMessage container={container} lines={MESSAGE_LINES} textStyle="sm" mt="4px" />
      </chakra.div>
      <chakra.div display="flex" position="relative" flexShrink={0}>
        <Button asChild variant="ghost" size="sm" colorPalette="neutral" px={{ base: '0', md: '12px' }}>
          <Link to={`/containers/${container.id}`} aria-label={`View ${name}`}>
            <Eye size={16} aria-hidden />
            <chakra.span hideBelow="md">View</chakra.span>
          </Link>
        </Button>
        <IconButton
          label={`Delete ${name}`}
          size="sm"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => onDelete(container)}
        />
      </chakra.div>
    </Frame>
  );
}

const Frame = chakra(Card, {
  base: { display: 'flex', alignItems: 'flex-start', gap: '12px', py: { base: '12px', md: '14px' } },
});

const Facts = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    mt: '6px',
    color: 'fg.muted',
    textStyle: 'sm',
    overflowWrap: 'anywhere',
    '& > *': { minW: 0 },
  },
});
