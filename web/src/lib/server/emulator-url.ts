/** The address of an emulator, given as "127.0.0.1:9099" or with its scheme. */
export function emulatorUrl(address: string): URL {
  return new URL(address.includes('://') ? address : `http://${address}`);
}
