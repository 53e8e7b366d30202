/** The title of the tab: "(3) Projects · Countersign", beginning with the number of waiting items. */
let page = '';
let waiting = 0;

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** How many items await a decision; shown in the tab, and on the app's icon where the platform supports that. */
export function setWaitingCount(count: number): void {
  waiting = count;
  if (page !== '') show();
  // Absent or refused if no app is installed; the tab still shows the number.
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}

function show(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Countersign`;
}
