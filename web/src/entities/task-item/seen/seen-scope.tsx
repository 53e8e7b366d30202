import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { parts } from './outline.ts';
import { linesInSight } from './in-sight.ts';
import { lookOften } from './look-often.ts';
import type { Progress, SeenRecord, Spot } from './seen-record.ts';
import { showLine } from './show-line.ts';

/** One place where a request is drawn: which element shows which part of it. */
class DrawnParts {
  readonly #parts = new Map<string, HTMLElement>();
  readonly #names = new Map<string, HTMLElement>();

  add(key: string, element: HTMLElement, name: string): () => void {
    this.#parts.set(key, element);
    if (key.startsWith(`${parts.patch}/`)) this.#names.set(name, element);
    return () => {
      if (this.#names.get(name) === element) this.#names.delete(name);
      if (this.#parts.get(key) === element) this.#parts.delete(key);
    };
  }

  /** Tells the record what stands in the viewport now; once all is drawn, as what comes moves the rest. */
  look(record: SeenRecord): void {
    if (record.progress().isDrawing) return;
    for (const [key, element] of this.#parts) {
      for (const [from, to] of linesInSight(element)) record.see(key, from, to);
    }
  }

  /** Brings a line into view, and opens what it is folded away in. */
  show({ block, line, within }: Spot): void {
    const part = this.#parts.get(block);
    if (part) showLine(part, line, within);
  }

  /** Brings the change of a file into view; false where there is none of that name. */
  showNamed(path: string): boolean {
    const part = this.#names.get(path);
    if (part) showLine(part, 0);
    return part !== undefined;
  }

  /** Whether nothing of it is hidden from a reader: all there, nothing inert, nothing cut off or folded. */
  isAllAccessible(): boolean {
    return [...this.#parts.values()].every(
      (part) => part.isConnected && !part.closest('[inert], [aria-hidden=true], [data-cut], details:not([open])'),
    );
  }
}

interface Scope {
  record: SeenRecord;
  parts: DrawnParts;
}

export const SeenContext = createContext<Scope | null>(null);

interface SeenScopeProps {
  record: SeenRecord;
  /** The parts that there must be, in the order in which they stand. */
  required: readonly string[];
  children: ReactNode;
}

/** Around everything that shows one request: keeps a record of what of it stood in the viewport. */
export function SeenScope({ record, required, children }: SeenScopeProps) {
  const scope = useMemo(() => ({ record, parts: new DrawnParts() }), [record]);
  const isComplete = useSyncExternalStore(record.subscribe, record.isComplete);
  useEffect(() => record.require(required), [record, required]);
  useEffect(() => {
    if (isComplete) return;
    return lookOften(() => scope.parts.look(record));
  }, [scope, record, isComplete]);
  return <SeenContext value={scope}>{children}</SeenContext>;
}

/** How far the person has come with the request around this. */
export function useSeen(): (Scope & { progress: Progress }) | null {
  const scope = useContext(SeenContext);
  const progress = useSyncExternalStore(scope?.record.subscribe ?? never, scope?.record.progress ?? none);
  return scope && progress && { ...scope, progress };
}

const never = () => () => undefined;
const none = () => null;
