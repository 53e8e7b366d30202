/** The router state with which another page links to `/projects` to create a project there. */
export const createProjectState = { createProject: true };

/** True of that state. */
export const asksToCreateProject = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'createProject' in state;
