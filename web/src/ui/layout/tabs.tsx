import { Tabs as Parts } from '@chakra-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabsProps {
  /** Names the group to a screen reader. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
}

/** Tabs with their panels; arrow keys move between them. */
export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  return (
    <Parts.Root value={value} onValueChange={(details) => onChange(details.value)} lazyMount>
      <Parts.List aria-label={label}>
        {tabs.map((tab) => (
          <Parts.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        // By itself the library shows the old panel beside the new one for a moment.
        <Parts.Content key={tab.value} value={tab.value} hidden={tab.value !== value}>
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}
