import { useEffect } from 'react';
import { setPageTitle } from './tab-title.ts';

/** Names the tab: "Projects · Countersign". */
export function usePageTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}
