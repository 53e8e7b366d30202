/** Numbers that server, runner and page must agree on, named once. */

/** Ids are nanoids; a container shows the first 8 characters of its own. */
export const ID_LENGTH = 21;
export const SHORT_ID_LENGTH = 8;

export const PRIORITY_MIN = 0;
export const PRIORITY_MAX = 10;
export const PRIORITY_STEP = 0.1;
export const PRIORITY_DEFAULT = 1;
/** The lowest priorities that are shown as info, warning and high. */
export const PRIORITY_TIERS = { info: 2, warning: 5, high: 8 } as const;
/** The priority filter: low is below `medium`, medium is below `high`. */
export const PRIORITY_BUCKETS = { medium: 2, high: 5 } as const;

export const PROJECT_STATUS_DEFAULT = 'active';
export const IMAGE_TAG_DEFAULT = 'latest';

/** Where functions and containers run unless a deployment says otherwise (CLOUD_RUN_REGION); named here alone. */
export const REGION_DEFAULT = 'us-central1';

/** Milliseconds between two polls of a container's live status and logs. */
export const LIVE_POLL_MS = 5_000;
export const LOGS_POLL_MS = 5_000;

/** Pixels a card is dragged sideways before it decides. */
export const SWIPE_THRESHOLD_PX = 150;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOOLTIP_DELAY_MS = 700;

export const DASHBOARD_PROJECTS = 3;
export const DASHBOARD_APPROVALS = 2;
export const SIDEBAR_PROJECTS = 2;
export const PROJECT_PLACEHOLDERS = 6;
export const TASK_SKELETON_ROWS = 5;
export const DASHBOARD_SKELETON_CARDS = 4;

/** Bytes of one request body; more is 413. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Bytes of a file that comes in pieces, in total; Firestore limits the size of a document and of a transaction. */
export const FILE_LIMIT_BYTES = 4 * 1024 * 1024;
/** Nesting depth of lists and objects in JSON that an agent sends. */
export const JSON_DEPTH_LIMIT = 100;
/** Nesting depth of the steps in a task's history. */
export const ITEM_LEVELS_MAX = 50;
/** Issues listed in one reply; its message says how many more there are. */
export const ISSUES_MAX = 50;
/** Bytes of one item field carried in a list reply; beyond it the reply says `truncated`. */
export const FIELD_REPLY_LIMIT_BYTES = 20 * 1024;

/** What a container says that its agent left while it waits for a person. */
export const WAITS_FOR_DECISION = 'Waiting for your decision';

/** Seconds: a lease is lost after 60; an agent renews it every quarter of that. A deployment may change it. */
export const LEASE_SECONDS = 60;
/** Seconds for which the server holds an agent's wait at most (below the platform's 240). */
export const WAIT_MAX_SECONDS = 200;
/** Items that one held wait may name: as many as one listener of Firestore can follow by id. */
export const WAIT_MAX_ITEMS = 30;
/** Questions of one task that may be open at a time: Stop, or its end, closes all of them in one transaction. */
export const OPEN_QUESTIONS_MAX = 100;
/** Questions that one task may ask in all, including those that rules approve: its signed statement lists each. */
export const QUESTIONS_MAX = 5_000;
/** Messages that one reply carries, and that one call can acknowledge. */
export const ACKNOWLEDGE_MAX = 100;

/** How many commits the end of a task may name whose branches no longer have them. */
export const GONE_MAX = 100;
/** Messages of one task that may wait for its agent to receive them. */
export const MESSAGES_WAITING_MAX = 500;
/** Tasks whose tokens one call can report. */
export const TASKS_TOLD_MAX = 20;
/** Bytes of one chunk of a container's log. */
export const LOG_CHUNK_BYTES = 64 * 1024;
/** Chunks kept of a container's log: at 64 KiB each, 1 MiB. */
export const LOG_CHUNKS = 16;

/** How many changed ids a signal carries (docs/design.md#signals). */
export const SIGNAL_SLOTS = 20;

/** The reason that is sent when a card is rejected from the list, where nobody types one. */
export const LIST_REJECTION_REASON = 'Rejected from list view';

/** Seconds for which a decision may be held back from its agent. */
export const HOLD_SECONDS_MAX = 10;

/** Characters of a rejection's reason. */
export const REJECTION_REASON_MAX = 2_000;

/** Things in one reply to a list without a limit, and bytes of any list's reply; X-Next-Cursor leads to the rest. */
export const LIST_REPLY_ITEMS = 1_000;
export const LIST_REPLY_BYTES = 4 * 1024 * 1024;
/** Bytes of long fields in one reply of approvals, spent on the oldest first; the others say `truncated`. */
export const APPROVALS_BODIES_BYTES = 1024 * 1024;
/** Tasks, and repositories, shown with each project in the list of projects: the newest ones. */
export const NESTED_ITEMS = 50;

/** The name of a task's workspace in the task's own folder: paths below `<task id>/workspace` are inside it. */
export const WORKSPACE_FOLDER = 'workspace';

/** Seconds after which a wait is reported, with its cause. */
export const LONG_WAIT_SECONDS = 30;

/** The header in which every reply carries the server's version, and how long a version may be. */
export const VERSION_HEADER = 'X-Countersign-Version';
export const VERSION_MAX = 100;

/** Carries the same hash as If-Match: a proxy that keeps conditional headers to itself passes this one on. */
export const SEEN_HASH_HEADER = 'X-Seen-Hash';
