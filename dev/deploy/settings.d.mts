/** What the person who deploys has said, for every project and for this one, which counts more. */
export function readSettings(project: string): Partial<Record<string, string>>;
