/**
 * How long a container ran: hours and minutes, minutes and seconds, or seconds (specification §4).
 * Null unless both times are known.
 */
export function durationWords(startedAt: string | null, completedAt: string | null): string | null {
  if (startedAt === null || completedAt === null) return null;
  const milliseconds = Date.parse(completedAt) - Date.parse(startedAt);
  if (Number.isNaN(milliseconds)) return null;
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = total % 60;
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds}s` : `${seconds}s`;
}
