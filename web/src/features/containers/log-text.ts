import type { ContainerLogs } from '@countersign/contract';

/** What the log's card says once the server has been asked: the log, else the server's message, else that it is empty. */
export function logText({ logs, message }: ContainerLogs): string {
  return logs || message || 'No logs available for this container yet.';
}
