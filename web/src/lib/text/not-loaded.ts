/** What is said of something that could not be loaded; `what` begins the sentence. */
export const notLoaded = (what: string) => `${what} could not be loaded`;
