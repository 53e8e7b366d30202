/** Resolves when the work has ended, or after this many milliseconds; rejects if the work fails before. */
export async function orLater(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await Promise.race([work, later]);
  } finally {
    clearTimeout(timer);
  }
}
