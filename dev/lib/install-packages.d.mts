/** Runs `npm ci` in `root`, unless what is installed matches package-lock.json. Throws if npm fails. */
export function installPackages(root: string): Promise<void>;
