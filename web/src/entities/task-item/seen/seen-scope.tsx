import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { linesInSight } from './in-sight.ts';
import { lookOften } from './look-often.ts';
import { inBoth } from './ranges.ts';
import type { Progress, SeenRecord, Spot } from './seen-record.ts';
import { showLine } from './show-line.ts';

/** One place where a request is drawn: maps its parts to elements. */
class DrawnParts {
  readonly #parts = new Map<string, HTMLElement>();
  readonly #names = new Map<HTMLElement, readonly string[]>();

  add(key: string, element: HTMLElement, names: readonly string[] = []): () => void {
    this.#parts.set(key, element);
    this.#names.set(element, names);
    return () => {
      this.#names.delete(element);
      if (this.#parts.get(key) === element) this.#parts.delete(key);
    };
  }

  /**
   * Looks what is in the viewport; only once everything is drawn, because later parts move the rest. Returns what
   * records, after the frame was painted, that which is still there: anything that was moved or covered in between was
   * never on the screen.
   */
  look(record: SeenRecord): (() => void) | undefined {
    if (record.progress().isDrawing) return undefined;
    const looked = [...this.#parts].map(([key, element]) => ({ key, element, before: linesInSight(element) }));
    return () =>
      record.atOnce(() => {
        for (const { key, element, before } of looked) {
          if (before.length === 0 || this.#parts.get(key) !== element) continue;
          for (const [from, to] of inBoth(before, linesInSight(element))) record.see(key, from, to);
        }
      });
  }

  /** Brings a line into view, and unfolds whatever hides it. */
  show({ block, line, within }: Spot): void {
    const part = this.#parts.get(block);
    if (part) showLine(part, line, within);
  }

  /** Brings the change of a file into view; false if there is none of that name. */
  showNamed(path: string): boolean {
    const part = [...this.#names.keys()].find((one) => this.#names.get(one)?.includes(path));
    if (part) showLine(part, 0);
    return part !== undefined;
  }

  /** Whether all of it is accessible to a screen reader: everything drawn, nothing inert, cut off or folded. */
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
  /** The parts that must exist, in order; absent if another scope of the same request says so. */
  required?: readonly string[];
  children: ReactNode;
}

/** Wraps everything that shows one request: records which of it was in the viewport. */
export function SeenScope({ record, required, children }: SeenScopeProps) {
  const scope = useMemo(() => ({ record, parts: new DrawnParts() }), [record]);
  const isComplete = useSyncExternalStore(record.subscribe, record.isComplete);
  useEffect(() => {
    if (required) record.require(required);
  }, [record, required]);
  useEffect(() => {
    if (isComplete) return;
    return lookOften(() => scope.parts.look(record));
  }, [scope, record, isComplete]);
  return <SeenContext value={scope}>{children}</SeenContext>;
}

/** The person's progress with the enclosing request. */
export function useSeen(): (Scope & { progress: Progress }) | null {
  const scope = useContext(SeenContext);
  const progress = useSyncExternalStore(scope?.record.subscribe ?? never, scope?.record.progress ?? none);
  return scope && progress && { ...scope, progress };
}

const never = () => () => undefined;
const none = () => null;
