import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import type { PaletteName } from '../theme/colors.ts';
import { Card } from './card.tsx';
import { CardLink } from './card-link.tsx';

export interface StatCardProps {
  label: string;
  value: number;
  icon: LucideIcon;
  tone?: PaletteName;
  /** The address of the counted things. */
  to?: string;
}

/** One number, its name, and a link to what it counts, if given. */
export function StatCard({ label, value, icon: Icon, tone = 'neutral', to }: StatCardProps) {
  return (
    <Card interactive={to !== undefined} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4px">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="8px" color="fg.muted">
        {to === undefined ? (
          <chakra.span textStyle="label">{label}</chakra.span>
        ) : (
          <CardLink to={to} textStyle="label" color="fg.muted" minW={0}>
            {label}
          </CardLink>
        )}
        <chakra.span colorPalette={tone} color="colorPalette.fg" flexShrink={0}>
          <Icon size={20} aria-hidden />
        </chakra.span>
      </chakra.div>
      <chakra.data value={value} textStyle="2xl" fontWeight="600">
        {value.toLocaleString('en')}
      </chakra.data>
    </Card>
  );
}
