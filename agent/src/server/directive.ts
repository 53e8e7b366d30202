import type { Directive } from '@countersign/contract/agent';
import type { Lifetime } from '../lib/lifetime.ts';

/** Does what the server wants of this container; `run` changes nothing. */
export function followDirective(directive: Directive, life: Lifetime): void {
  if (directive === 'pause') life.end('paused');
  if (directive === 'exit') life.end('deleted');
}
