/** The result of `work`; rejects if it takes too long, because some browsers never answer. A late result is ignored. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('This browser did not answer. Try again later.')), milliseconds);
  });
  return Promise.race([work, late]);
}
