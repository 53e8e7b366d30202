/** The name for a browser that does not identify itself. */
export const UNKNOWN_BROWSER = 'A browser';

const browsers = { Edge: /Edg/, Opera: /OPR/, Firefox: /Firefox|FxiOS/, Chrome: /Chrome|CriOS/, Safari: /Safari/ };
const systems = {
  Android: /Android/,
  iPhone: /iPhone/,
  iPad: /iPad/,
  Windows: /Windows/,
  Mac: /Mac OS/,
  Linux: /Linux/,
};

/** A name for a browser from its User-Agent, coarse on purpose: "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const named = (all: Record<string, RegExp>) =>
    Object.entries(all).find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = named(systems);
  return `${named(browsers) ?? UNKNOWN_BROWSER}${system ? ` on ${system}` : ''}`;
}
