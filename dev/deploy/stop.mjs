/** Something that the person at the terminal can fix: shown as one message, exit code 1. */
export class Stop extends Error {
  name = 'Stop';
}
