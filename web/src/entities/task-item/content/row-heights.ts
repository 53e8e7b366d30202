/** Of the font for code: as wide as high, times this. */
const EM_OF_CHARACTER = 0.6;
/** Numbers, signs and edges beside a text. */
const BESIDE_TEXT_PX = 78;

/** How high pieces of a table are: as they were when they were drawn, else a guess from the length of their texts. */
export class RowHeights {
  #layout = '';
  #lengths: readonly (readonly number[])[] = [];
  #heights: number[] = [];

  /**
   * Pixels of each piece at the table's present width. What is measured is written into it; at another width, or for
   * other texts (`lengths`: characters of each row, piece by piece), it is a new one.
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
