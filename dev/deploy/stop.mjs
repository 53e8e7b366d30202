/** Something the person at the terminal can mend: shown as one message, exit code 1. */
export class Stop extends Error {
  name = 'Stop';
}
