/** What has more lines than this may be ticked as viewed; less is read in one look. */
export const TICKABLE_LINES = 20;
