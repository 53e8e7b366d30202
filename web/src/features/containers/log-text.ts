import type { ContainerLogs } from '@countersign/contract';

/** The text of the log card once the server has replied: the log, else the server's message, else that it is empty. */
export function logText({ logs, message }: ContainerLogs): string {
  return logs || message || 'No logs available for this container yet.';
}
