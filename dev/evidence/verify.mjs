// Checks what a commit's signed note proves, without a network or any package:
//
//   node verify.mjs [--repo FOLDER] [--key FILE] COMMIT [--audit EXPORT]
//
//   --repo FOLDER    a clone with the commit and notes (git fetch origin refs/notes/countersign:refs/notes/countersign)
//   --key FILE       PEM public keys, or the reply of /api/evidence-keys; default: countersign.pub of the clone's HEAD
//   --audit EXPORT   the owner's "Download your data": also checks the task's audit log, and the steps against it
//
// Exits with 0 if all of it holds, with 1 if something does not, with 2 if that could not be checked.
import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { parseArgs } from 'node:util';

const NOTES = 'refs/notes/countersign';
const PINNED = 'countersign.pub';
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'urn:countersign:evidence:v1';
/** Events that are always links of a chain, whatever else is recorded of a task. */
const LINKED = /^(item_|grant_|limits_|decision_undone$|evidence_signed$)/;

/** What the hash of an event covers, and what is said of its place in the chain. */
const HASHED = ['id', 'actor', 'action', 'subjectId', 'detail', 'createdAt'];
const PLACE = ['taskId', 'number', 'previous', 'hash'];

/** A step that the log does not mention. */
const UNDECIDED = { decision: 'undecided', method: null, outcome: 'unused' };
/** A card of limits is carried out by its approval; a rejected one is never redeemed. */
const LIMITS = { approved: { outcome: 'executed' }, rejected: { outcome: undefined } };
/** Milliseconds in which a decision may be undone, however clocks differ: until then its agent is not told. */
const HELD_MS = 11_000;

/** Something does not hold. */
class Wrong extends Error {}
/** Nothing can be checked. */
class Unable extends Error {}

try {
  const { values, positionals } = readArguments();
  const git = gitIn(values.repo);
  const commit = readCommit(git, positionals[0]);
  const { keys, from } = readKeys(values.key, git);
  const statement = readSigned(readNote(git, commit.id), keys);
  const predicate = checkStatement(statement, commit);
  const log = values.audit ? checkAudit(readEvents(values.audit), predicate) : 'The audit log was not given.';
  console.log(shown(`Commit ${commit.id} is countersigned: ${predicate.countersignedBy}`));
  console.log(shown(`${statement.subject[0].name}, branch ${predicate.branch}, task ${predicate.task}`));
  console.log(`${summaryOf(predicate.steps)}\n${log}`);
  console.log(shown(`Signed with a key of ${from}.`));
} catch (error) {
  const isForeseen = error instanceof Wrong || error instanceof Unable;
  const said = isForeseen ? error.message : `This could not be checked to its end: ${error?.message ?? error}`;
  console.error(shown(error instanceof Wrong ? `WRONG: ${said}` : said));
  process.exitCode = error instanceof Wrong ? 1 : 2;
}

/**
 * One line for a terminal. A note or log that nobody has signed is quoted where it is wrong: control characters in it
 * could wipe what is said of it, and say something else instead.
 */
function shown(text) {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

function readArguments() {
  const text = { type: 'string' };
  try {
    const read = parseArgs({ options: { repo: text, key: text, audit: text }, allowPositionals: true });
    if (read.positionals.length === 1) return read;
  } catch {
    // said below
  }
  throw new Unable('Usage: node verify.mjs [--repo FOLDER] [--key FILE] COMMIT [--audit EXPORT]');
}

/**
 * Git on a clone; null where it fails. What only this folder says of its history is ignored: replacements of objects,
 * grafts, and a graph of its commits.
 */
function gitIn(folder = '.') {
  const only = ['--no-replace-objects', '-c', 'core.commitGraph=false', '-C', folder];
  const env = { ...process.env, GIT_GRAFT_FILE: '/dev/null' };
  return (...args) => {
    try {
      const options = { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'], env };
      return execFileSync('git', [...only, ...args], options);
    } catch {
      return null;
    }
  };
}

/** A commit whose bytes have the hash that names it. */
function readCommit(git, name) {
  const id = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)?.toString().trim();
  const bytes = id && git('cat-file', 'commit', id);
  if (!bytes) throw new Unable(`There is no commit ${name} here.`);
  // Git prefers a branch or tag of that name to the beginning of a hash.
  if (/^[0-9a-f]{7,}$/i.test(name) && !id.startsWith(name.toLowerCase()))
    throw new Wrong(`A branch or tag is called ${name}, and leads to another commit: ${id}.`);
  const hash = createHash('sha1').update(`commit ${bytes.length}\0`).update(bytes).digest('hex');
  if (hash !== id) throw new Wrong(`The commit that is kept as ${id} is another one.`);
  return { id, message: bytes.toString().split('\n\n').slice(1).join('\n\n') };
}

/** The trusted keys: those given, or those pinned at the clone's HEAD, unless an agent has pinned them. */
function readKeys(file, git) {
  const isShallow = file === undefined && git('rev-parse', '--is-shallow-repository')?.toString().trim() !== 'false';
  // In a truncated history the oldest commit seems to have made every file.
  if (isShallow) {
    throw new Unable(
      `This clone is shallow: it does not tell who pinned ${PINNED}. Fetch its history (git fetch --unshallow), or give the key with --key.`,
    );
  }
  const pinned = file === undefined ? git('show', `HEAD:${PINNED}`) : readFile(file);
  if (!pinned) throw new Unable(`No key to check with: HEAD has no ${PINNED}. Give one with --key.`);
  const change = file === undefined ? git('log', '-1', '--format=%H%n%B', 'HEAD', '--', PINNED)?.toString() : '';
  if (change === undefined || /^Countersign-Task:/m.test(change)) {
    throw new Wrong(
      `${PINNED} was last changed by work of an agent: ${change?.slice(0, 40)}. Give the key with --key.`,
    );
  }
  const blocks = pinned
    .toString()
    .replaceAll('\\n', '\n')
    .match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
  if (!blocks) throw new Unable('There is no public key in what was given as one.');
  const keys = blocks.map((pem) => {
    const key = keyOf(pem);
    return { key, keyid: sha256(key.export({ format: 'der', type: 'spki' })) };
  });
  // Whoever reads this may know that commit: a squash merge of an agent's work leaves no trailer that tells.
  return { keys, from: file ?? `${PINNED}, which commit ${change.slice(0, 40)} changed last` };
}

function keyOf(pem) {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw new Unable(`What was given as a public key is none: ${error.message}`);
  }
}

/** The envelope of a note: exactly what the server wrote, and nothing else. */
function readNote(git, commitId) {
  const note = git('notes', `--ref=${NOTES}`, 'show', commitId)?.toString().trim();
  if (!note) throw new Wrong(`The commit has no note in ${NOTES}: it was removed, never pushed, or not fetched.`);
  const { payloadType, payload, signatures } = parsed(note, 'The note') ?? {};
  const { keyid, sig } = signatures?.[0] ?? {};
  const isExact = note === JSON.stringify({ payloadType, payload, signatures: [{ keyid, sig }] });
  if (!isExact || typeof payload !== 'string' || typeof sig !== 'string' || payloadType !== PAYLOAD_TYPE) {
    throw new Wrong('The note is not one signed statement and nothing else.');
  }
  return { payload, keyid, sig };
}

/** The statement in an envelope (DSSE) that one of the keys has signed. */
function readSigned({ payload, keyid, sig }, keys) {
  const bytes = fromBase64(payload);
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${bytes.length} `), bytes]);
  const known = keys.find((one) => one.keyid === keyid);
  if (!known) throw new Wrong(`The note names the key ${keyid}, which is none of those that are trusted.`);
  if (!verify(null, signed, known.key, fromBase64(sig))) throw new Wrong('The signature is not of this statement.');
  return parsed(bytes.toString(), 'The statement');
}

/** The statement must be about this commit, whose trailers say the same, and its publishing must have been approved. */
function checkStatement({ _type, predicateType, subject, predicate }, commit) {
  if (_type !== STATEMENT_TYPE || predicateType !== PREDICATE_TYPE)
    throw new Wrong('This is a statement of another kind.');
  if (subject?.length !== 1 || subject[0].digest?.gitCommit !== commit.id) {
    throw new Wrong(`The statement is about another commit: ${subject?.[0]?.digest?.gitCommit}.`);
  }
  const trailers = commit.message.trimEnd().split('\n\n').at(-1).split('\n');
  for (const [name, value] of [
    ['Countersigned-by', predicate.countersignedBy],
    ['Countersign-Task', predicate.task],
  ]) {
    // As git reads them: in letters of either case, and with blanks before the colon.
    const found = trailers.filter((line) => line.split(':')[0].trim().toLowerCase() === name.toLowerCase());
    if (found.length !== 1 || found[0] !== `${name}: ${value}`) {
      throw new Wrong(`The commit does not say "${name}: ${value}", as the statement does, exactly once.`);
    }
  }
  const publish = predicate.steps.find(({ id }) => id === predicate.publish);
  if (publish?.kind !== 'publish' || publish.decision !== 'approved') {
    throw new Wrong('The statement lists no approval of its publishing.');
  }
  return predicate;
}

function summaryOf(steps) {
  const count = (is) => steps.filter(is).length;
  const decisions = ['approved', 'answered', 'rejected', 'closed', 'undecided']
    .map((word) => [count(({ decision }) => decision === word), word])
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`);
  const [byRule, byLimits] = ['rule ', 'limits '].map((word) => count(({ method }) => method?.startsWith(word)));
  const [enforced, honoured] = ['enforced', 'honoured'].map((word) => count(({ enforcement }) => enforcement === word));
  const [diverged, left] = ['diverged', 'not_executed'].map((word) => count(({ outcome }) => outcome === word));
  return `${steps.length} steps: ${decisions.join(', ')}; ${byRule} by a rule, ${byLimits} within limits; ${enforced} enforced, ${honoured} honoured; ${diverged} diverged, ${left} not carried out.`;
}

/** The audit events in an export: lines of JSON, each {kind, data}. */
function readEvents(file) {
  const events = [];
  for (const line of linesOf(file)) {
    const thing = (line !== '' && parsed(line, 'The export')) || {};
    const { kind, data } = thing;
    if (kind !== 'audit' || !data) continue;
    const [more] = unhashed(thing, ['kind', 'data']);
    if (more !== undefined)
      throw new Wrong(`A line of the log has a field that no hash covers: ${JSON.stringify(more)}.`);
    events.push(data);
  }
  return events;
}

/** Read piece by piece: an export may be larger than a text, or a buffer, can be. */
function* linesOf(file) {
  const opened = reading(file, () => openSync(file));
  const piece = Buffer.allocUnsafe(1 << 20);
  let begun = [];
  for (;;) {
    const read = piece.subarray(
      0,
      reading(file, () => readSync(opened, piece)),
    );
    if (read.length === 0) break;
    let from = 0;
    for (let end = read.indexOf('\n'); end >= 0; end = read.indexOf('\n', from)) {
      yield Buffer.concat([...begun, read.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    begun.push(Buffer.from(read.subarray(from)));
  }
  closeSync(opened);
  yield Buffer.concat(begun).toString();
}

/**
 * Each link of the task's chain must follow the one before, from the first that the statement knows to its last and
 * beyond, and what the statement says about the steps must follow from the links up to that last one.
 */
function checkAudit(events, { task, steps, audit: { first, head } }) {
  const links = events.filter(({ chain }) => chain?.taskId === task).sort((a, b) => a.chain.number - b.chain.number);
  let expected = first;
  let previous;
  for (const { chain, ...event } of links) {
    const { number } = chain;
    if (number < first)
      throw new Wrong(`The log has an event ${number} that was not kept when the statement was made.`);
    if (number < expected) throw new Wrong(`The log has two events ${number}.`);
    if (number !== expected) throw new Wrong(`The log has no event ${expected}.`);
    if (chain.hash !== chainHash(event, chain)) throw new Wrong(`Event ${number} of the log is not what was recorded.`);
    const [more] = [...unhashed(event, HASHED), ...unhashed(chain, PLACE).map((name) => `chain.${name}`)];
    if (more !== undefined)
      throw new Wrong(`Event ${number} of the log has a field that its hash does not cover: ${JSON.stringify(more)}.`);
    if (previous !== undefined && chain.previous !== previous) throw new Wrong(`Event ${number} follows another one.`);
    if (number === head.number && chain.hash !== head.hash) throw new Wrong(`Event ${number} is not the signed one.`);
    previous = chain.hash;
    expected += 1;
  }
  if (expected <= head.number) throw new Wrong(`The log ends before event ${head.number}, which is signed.`);
  const begin = links[0].createdAt;
  const isBeside = ({ action, detail, chain, createdAt }) =>
    chain?.taskId !== task && detail?.taskId === task && LINKED.test(action) && createdAt >= begin;
  const beside = events.find(isBeside);
  if (beside) throw new Wrong(`The log has an event outside of the chain: ${beside.action}, ${beside.createdAt}.`);
  const earlier = checkSteps(
    steps,
    links.filter(({ chain }) => chain.number <= head.number),
  );
  const later = links.length - (head.number - first + 1);
  const untold = earlier === 0 ? '' : ` It begins later than ${earlier} of the decisions.`;
  return `The audit log holds: events ${first} to ${head.number} are signed, ${later} came later.${untold}`;
}

/** Each signed step must be what the log says, and none left out. Returns how many were decided before it begins. */
function checkSteps(steps, links) {
  const told = toldOf(links);
  const [begin, end] = [links[0].createdAt, links.at(-1).createdAt];
  const listed = new Set(steps.map(({ id }) => id));
  const left = [...told.keys()].find((id) => !listed.has(id));
  if (left !== undefined) throw new Wrong(`The statement leaves out the step ${left}, of which the log tells.`);
  let earlier = 0;
  for (const step of steps) {
    const log = told.get(step.id) ?? {};
    const isEarlier = log.decision === undefined && step.decidedAt !== null && step.decidedAt < begin;
    if (isEarlier) earlier += 1;
    const isHeld =
      step.decision === 'undecided' && log.method === 'person' && Date.parse(end) - Date.parse(log.at) < HELD_MS;
    const ofLimits = step.kind === 'limits' && LIMITS[log.decision];
    const expected = { ...(isEarlier ? step : UNDECIDED), ...ofLimits, ...log, ...(isHeld && UNDECIDED) };
    for (const name of ['hash', 'decision', 'method', 'outcome']) {
      if (expected[name] !== undefined && expected[name] !== step[name]) {
        throw new Wrong(
          `Of the step ${step.id} the statement has the ${name} ${step[name]}, the log ${expected[name]}.`,
        );
      }
    }
  }
  return earlier;
}

/**
 * What the links say about each step, by its id, the latest last: how and by what it was decided, about which bytes,
 * and what came of it.
 */
function toldOf(links) {
  const told = new Map();
  for (const { action, subjectId, detail, createdAt } of links) {
    if (!LINKED.test(action)) continue;
    told.set(subjectId, { ...told.get(subjectId), ...changeBy(action, detail, createdAt) });
  }
  return told;
}

function changeBy(action, { hash, ruleId, ruleVersion, limitsItemId }, at) {
  const decided = (decision, method) => ({ decision, method, hash, at });
  switch (action) {
    case 'item_approved':
    case 'item_rejected':
    case 'item_answered':
      return decided(action.slice('item_'.length), 'person');
    case 'item_approved_by_rule':
      return decided('approved', `rule ${ruleId} version ${ruleVersion}`);
    case 'item_passed_within_limits':
      return decided('approved', `limits ${limitsItemId}`);
    case 'item_closed':
      return { ...decided('closed', null), outcome: 'told' };
    case 'decision_undone':
      return { decision: 'undecided', method: null, hash: undefined };
    default:
      return action.startsWith('grant_') ? { outcome: action.slice('grant_'.length) } : {};
  }
}

/** Fields that no hash covers: anybody can have added them, and say anything in them. */
function unhashed(thing, known) {
  return Object.keys(thing).filter((name) => !known.includes(name));
}

/** As functions/src/audit/chain-hash.ts computes it. */
function chainHash({ id, actor, action, subjectId, detail, createdAt }, { taskId, number, previous }) {
  return sha256(canonicalJson({ taskId, number, previous, id, actor, action, subjectId, detail, createdAt }));
}

/** Sorted keys, no blanks. */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join()}}`;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of canonical base64. */
function fromBase64(text) {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Wrong('The note is not in base64 as it was written.');
  return bytes;
}

function parsed(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Wrong(`${what} is no JSON.`);
  }
  const twice = repeatedName(text);
  if (twice !== undefined) throw new Wrong(`${what} names ${JSON.stringify(twice)} twice in one place.`);
  return value;
}

/** A name that an object of this JSON has twice, of which readers take one or the other; undefined if there is none. */
function repeatedName(text) {
  const open = [];
  for (const [sign, string, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g)) {
    if (string === undefined) {
      if (sign === '{' || sign === '[') open.push(new Set());
      else open.pop();
    } else if (colon !== undefined) {
      const name = JSON.parse(string);
      if (open.at(-1).has(name)) return name;
      open.at(-1).add(name);
    }
  }
  return undefined;
}

function readFile(file) {
  return reading(file, () => readFileSync(file));
}

function reading(file, read) {
  try {
    return read();
  } catch (error) {
    throw new Unable(`${file} cannot be read: ${error.message}`);
  }
}
