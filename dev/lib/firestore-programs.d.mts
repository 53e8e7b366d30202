/** What the emulator that firebase-tools downloads needs; any Java does for the Google Cloud CLI's. */
export const OWN_JAVA: number;
/** The Google Cloud CLI's emulator; undefined if it is not installed. */
export function cloudEmulator(): string | undefined;
/** Major version; 0 without Java. */
export function javaVersion(): number;
/** What a program prints; undefined if it fails or is not there. */
export function printedBy(command: string, args: string[]): string | undefined;
