/** A reply that grows: where it ends, so that the next call asks for what came after. The position travels in X-Log-Position. */
export class Positioned<T> {
  constructor(
    readonly reply: T,
    readonly position: string | null,
    /** True where it goes on from the position that was asked for; else it begins at the beginning. */
    readonly continues: boolean,
  ) {}
}
