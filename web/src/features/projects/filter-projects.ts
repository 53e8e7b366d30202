import type { Project } from '@countersign/contract';

/** Projects whose name or description contains the typed text, regardless of case. */
export function filterProjects(projects: readonly Project[], search: string): readonly Project[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return projects;
  return projects.filter(({ name, description }) =>
    [name, description ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}
