/**
 * The keys of all queries, in one place, because the live listener must find everything that a change affects. `[kind,
 * 'list', …]` are lists, `[kind, 'one', id]` single things; a prefix addresses everything below it.
 */
export const keys = {
  stats: ['stats'],
  projects: {
    all: ['projects'],
    lists: ['projects', 'list'],
    summaries: ['projects', 'list', 'summary'],
    one: (id: string) => ['projects', 'one', id],
    usage: (id: string) => ['projects', 'one', id, 'usage'],
    rules: (id: string) => ['projects', 'one', id, 'rules'],
  },
  repositories: {
    all: ['repositories'],
    lists: ['repositories', 'list'],
    ofProject: (projectId: string) => ['repositories', 'list', 'project', projectId],
  },
  tasks: {
    all: ['tasks'],
    lists: ['tasks', 'list'],
    ofProject: (projectId: string) => ['tasks', 'list', 'project', projectId],
    one: (id: string) => ['tasks', 'one', id],
  },
  /** Results of tasks. */
  results: {
    all: ['results'],
    one: (taskId: string) => ['results', taskId],
  },
  items: {
    all: ['items'],
    ofTask: (taskId: string) => ['items', 'task', taskId],
    one: (id: string) => ['items', 'one', id],
  },
  approvals: ['approvals'],
  /** Past decisions; fetched whenever they are opened. */
  decisions: ['decisions'],
  rejectionReasons: ['rejection-reasons'],
  /** The last approved request of the same shape. */
  precedents: ['precedents'],
  precedent: (id: string) => ['precedents', id],
  limitsProposal: (taskId: string, opening: number) => ['limits-proposal', taskId, opening],
  containers: {
    lists: ['containers', 'list'],
    ofProject: (projectId: string) => ['containers', 'list', 'project', projectId],
    ones: ['containers', 'one'],
    one: (id: string) => ['containers', 'one', id],
    liveStatus: (id: string) => ['containers', 'live-status', id],
    logs: (id: string) => ['containers', 'logs', id],
  },
  devices: ['devices'],
  countersignature: ['countersignature'],
  config: ['config'],
} as const;
