import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TOUCH } from '../viewport/media.ts';

export interface CopyIdProps {
  /** The text that is copied. */
  id: string;
  /** The text that is shown; the id itself if absent. */
  shown?: string;
  label?: string;
}

/** An id in monospace that a click copies; shows that it did for two seconds. */
export function CopyId({ id, shown = id, label = 'Copy id' }: CopyIdProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () =>
    void navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Frame type="button" className="pressable" onClick={copy} aria-label={`${label} ${shown}`} title={id}>
      <chakra.span truncate>{shown}</chakra.span>
      {copied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
      <chakra.span srOnly role="status">
        {copied ? 'Copied' : ''}
      </chakra.span>
    </Frame>
  );
}

const Frame = chakra('button', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minW: 0,
    maxW: '100%',
    minH: '24px',
    textStyle: 'mono',
    fontSize: '0.75rem',
    color: 'fg.muted',
    cursor: 'pointer',
    rounded: '4px',
    // On a draggable card only "pressable" elements themselves can be tapped.
    '& > *': { pointerEvents: 'none' },
    '& > svg': { flexShrink: 0 },
    _hover: { color: 'fg' },
    // A 44-px target for a thumb without moving the text around it.
    _after: {
      content: '""',
      position: 'absolute',
      insetInline: '-4px',
      top: '50%',
      height: { base: '44px', md: '28px' },
      translate: '0 -50%',
    },
    [TOUCH]: { _after: { height: '44px' } },
  },
});
