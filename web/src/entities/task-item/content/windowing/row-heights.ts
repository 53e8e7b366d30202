/** Width of a character relative to the height of the monospace font. */
const EM_OF_CHARACTER = 0.6;
/** Width of numbers, signs and edges beside a text. */
const BESIDE_TEXT_PX = 78;

/** Heights of a table's pieces: measured when they were drawn, otherwise estimated from the length of their texts. */
export class RowHeights {
  #layout = '';
  #lengths: readonly (readonly number[])[] = [];
  #heights: number[] = [];

  /**
   * Pixels of each piece at the table's present width. Measured heights are written into this array; another width, or
   * other texts (`lengths`: characters of each row, piece by piece), give a new one.
   */
  of(table: HTMLElement, lengths: readonly (readonly number[])[], sides: number): number[] {
    const { fontSize, lineHeight } = getComputedStyle(table);
    const wraps = !table.closest('[data-wraps=false]');
    const layout = [fontSize, lineHeight, wraps ? table.clientWidth : 0, sides].join();
    if (layout === this.#layout && lengths === this.#lengths) return this.#heights;
    const width = table.clientWidth / sides - BESIDE_TEXT_PX;
    const inLine = wraps ? Math.max(1, Math.floor(width / (Number.parseFloat(fontSize) * EM_OF_CHARACTER))) : Infinity;
    const linesOf = (length: number) => Math.max(1, Math.ceil(length / inLine));
    const linePx = Number.parseFloat(lineHeight) || GUESSED_LINE_PX;
    this.#layout = layout;
    this.#lengths = lengths;
    this.#heights = lengths.map((rows) => rows.reduce((sum, length) => sum + linesOf(length), 0) * linePx);
    return this.#heights;
  }
}

export const GUESSED_LINE_PX = 20;
