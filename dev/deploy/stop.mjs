/**
 * Something that the person at the terminal can fix: shown as one message, exit code 1. With `command`, where one mends it
 * and running ours again does not.
 */
export class Stop extends Error {
  name = 'Stop';
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

/** What is asked for is in another region: nothing that is found or missing in this one means anything. */
export class OtherRegion extends Stop {
  name = 'OtherRegion';
}
