import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

interface LinkWordsProps {
  href: string | undefined;
  /** The words alone. */
  text: string;
  children: ReactNode;
}

/**
 * The words of a link that an agent has written, and where it leads, unless they say that: on a phone nothing else would,
 * and the words may be the address of another site.
 */
export function LinkWords({ href, text, children }: LinkWordsProps) {
  const place = placeOf(href);
  if (place === null || isSaid(place, text)) return <>{children}</>;
  return (
    <>
      {children}{' '}
      <chakra.span color="fg.muted" dir="ltr" unicodeBidi="isolate">
        ({place})
      </chakra.span>
    </>
  );
}

/** The host, in the form in which no letter looks like another; null within this app. */
function placeOf(href: string | undefined): string | null {
  if (href === undefined || href === '') return null;
  try {
    const { origin, host, pathname } = new URL(href, location.href);
    return origin === location.origin ? null : host || pathname;
  } catch {
    return null; // it leads nowhere
  }
}

/** Whether the words begin with this place, as an address that is its own words does. */
function isSaid(place: string, text: string): boolean {
  const words = text.replace(/^(?:https?:\/\/|mailto:)/i, '').toLowerCase();
  return words === place.toLowerCase() || ['/', '?', '#'].some((end) => words.startsWith(place.toLowerCase() + end));
}
