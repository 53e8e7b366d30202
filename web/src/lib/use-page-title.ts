import { useEffect } from 'react';

/** Names the tab: "Projects · Countersign". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
}
