/** Content with more lines than this may be ticked as viewed; less is read at a glance. */
export const TICKABLE_LINES = 20;

/** As may content of more characters: one line without a break can fill more screens of a small phone than many lines. */
const TICKABLE_CHARACTERS = 2000;

export const isTickable = (lines: number, characters: number): boolean =>
  lines > TICKABLE_LINES || characters > TICKABLE_CHARACTERS;
