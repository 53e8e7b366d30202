/** What `work` answers; rejects where that takes too long, as some browsers never answer. What is late goes on unheard. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('This browser did not answer. Try again later.')), milliseconds);
  });
  return Promise.race([work, late]);
}
