/** Content with more lines than this may be ticked as viewed; less is read at a glance. */
export const TICKABLE_LINES = 20;
