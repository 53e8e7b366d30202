import type { Directive } from '@countersign/contract/agent';
import type { Life } from './shutdown.ts';

/** Does what the server wants of this container; `run` changes nothing. */
export function followDirective(directive: Directive, life: Life): void {
  if (directive === 'pause') life.end('paused');
  if (directive === 'exit') life.end('deleted');
}
