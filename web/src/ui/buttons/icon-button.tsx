import type { ReactNode } from 'react';
import { Tooltip } from '../tooltip.tsx';
import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** Says what it does, to screen readers and in the tooltip. */
  label: string;
  icon: ReactNode;
}

/** A square button with only an icon; its label is its accessible name and its tooltip. */
export function IconButton({ label, icon, variant = 'ghost', ...props }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button aria-label={label} variant={variant} colorPalette="neutral" px="0" {...props}>
        {icon}
      </Button>
    </Tooltip>
  );
}
