let hook: (step: string) => void = () => undefined;

/** A point at which a cascade may be cut off. Does nothing except in tests, which throw here at each step in turn. */
export function failpoint(name: string): void {
  hook(name);
}

/** Sets what happens at each step; without an argument, nothing does. */
export function onFailpoint(wanted: (step: string) => void = () => undefined): void {
  hook = wanted;
}
