/** The title of the tab: "(3) Projects · Countersign", the number of items that wait first. */
let page = '';
let waiting = 0;

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** How many items wait for a decision; told in the tab, and on the app's icon where the platform has one. */
export function setWaitingCount(count: number): void {
  waiting = count;
  if (page !== '') show();
  // Absent or refused where no app is installed: the tab says it all the same.
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}

function show(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Countersign`;
}
