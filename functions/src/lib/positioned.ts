/**
 * A reply that grows, with the position of its end: the next call asks for what came after. It travels in
 * X-Log-Position.
 */
export class Positioned<T> {
  constructor(
    readonly reply: T,
    readonly position: string | null,
    /** True if it continues from the requested position; otherwise it starts from the beginning. */
    readonly continues: boolean,
  ) {}
}
