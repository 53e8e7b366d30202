import { chakra } from '@chakra-ui/react/styled-system';
import { Box, CircleDot, Pause, Trash2 } from 'lucide-react';
import { StatCard } from '../../ui/layout/stat-card.tsx';

interface ContainerSummaryProps {
  total: number;
  running: number;
  paused: number;
  deleted: number;
}

/** The four numbers above the list of containers. */
export function ContainerSummary({ total, running, paused, deleted }: ContainerSummaryProps) {
  return (
    <chakra.div
      role="group"
      aria-label="Summary"
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
      gap="12px"
      mb="24px"
    >
      <StatCard label="Total" value={total} icon={Box} />
      <StatCard label="Running" value={running} icon={CircleDot} tone="approve" />
      <StatCard label="Paused" value={paused} icon={Pause} tone="waiting" />
      <StatCard label="Deleted" value={deleted} icon={Trash2} />
    </chakra.div>
  );
}
