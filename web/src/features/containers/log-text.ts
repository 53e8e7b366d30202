import type { ContainerLogs } from '@countersign/contract';
import { visibleText } from '../../lib/text/visible-text.ts';

/**
 * The text of the log card once the server has replied: the log, else the server's message, else that it is empty. Invisible
 * characters in it are made visible.
 */
export function logText({ logs, message }: ContainerLogs): string {
  return visibleText(logs || message || 'No logs available for this container yet.');
}
