import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { CardLink } from '../../ui/card-link.tsx';
import type { PaletteName } from '../../ui/theme/colors.ts';

export interface StatCardProps {
  label: string;
  value: number;
  /** Where the things that were counted are. */
  to: string;
  icon: LucideIcon;
  tone: PaletteName;
}

/** One number of the dashboard and the way to what it counts. */
export function StatCard({ label, value, to, icon: Icon, tone }: StatCardProps) {
  return (
    <Card interactive display="grid" gap="4px">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="8px">
        <CardLink to={to} textStyle="label" color="fg.muted">
          {label}
        </CardLink>
        <chakra.span colorPalette={tone} color="colorPalette.fg">
          <Icon size={20} aria-hidden />
        </chakra.span>
      </chakra.div>
      <chakra.span textStyle="2xl" fontWeight="600">
        {value.toLocaleString('en')}
      </chakra.span>
    </Card>
  );
}
