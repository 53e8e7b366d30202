import { routes, trailersOf, type EvidenceEnvelope, type ExportedThing, type RulePattern } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { constants } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainHash } from '../audit/chain-hash.ts';
import type { AuditEventDocument } from '../documents/audit-event.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { taskItems } from '../store/firestore.ts';
import { chainOf } from '../store/queries.ts';
import { newNonce, request, useStack } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

/*
 * What dev/evidence/verify.mjs finds in a real repository with the server's signed notes, and in the audit log as its
 * owner downloads it. Each test is one way to tamper with them, by somebody who has everything but the server's key.
 */
useTestEnvironment();
const stack = useStack();
const verifier = fileURLToPath(new URL('../../../dev/evidence/verify.mjs', import.meta.url));
const NAME = 'Ada L.';
const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Data = ExportedThing['data'];
type Link = Omit<AuditEventDocument, 'createdAt' | 'userId' | 'chain'> & {
  createdAt: string;
  chain: NonNullable<AuditEventDocument['chain']>;
};

const genuine = join(folder, 'genuine');
let commit: string;
let other: string;
let unsaid: string;
let twice: string;
let keys: string;
let log: ExportedThing[];
/** Envelopes of the last commit after all kinds of decisions; `forged` by what was tampered with before signing. */
let later: string;
const forged = new Map<string, string>();
/** The envelope after the log's first event was deleted because of its age, and that log. */
let aged: { envelope: string; log: ExportedThing[] };
/** A commit message with the task's trailers. */
let trailered: (subject: string) => string;

function gitIn(repository: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Countersign', '-c', 'user.email=agent@countersign.dev'];
  return execFileSync('git', ['-C', repository, ...who, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commitFile(repository: string, file: string, content: string, message: string): string {
  writeFileSync(join(repository, file), content);
  gitIn(repository, 'add', '--all');
  gitIn(repository, 'commit', '--quiet', '--no-gpg-sign', `--message=${message}`);
  return gitIn(repository, 'rev-parse', 'HEAD');
}

function note(repository: string, id: string, text: string): void {
  // Longer ones are no argument.
  const file = join(repository, '.git', 'note');
  writeFileSync(file, text);
  gitIn(repository, 'notes', '--ref=refs/notes/countersign', 'add', '--force', `--file=${file}`, id);
}
const noteOf = (repository: string, id: string) =>
  gitIn(repository, 'notes', '--ref=refs/notes/countersign', 'show', id);

beforeAll(async () => {
  const { owner, runner, task, item, hash } = await stack.newRequest();
  const { client, projectId } = owner;
  const { id: repositoryId } = await client.call(routes.postProjectRepository, {
    params: { id: projectId },
    body: { owner: 'acme', url: 'https://github.com/acme/app' },
  });
  const takeOut = async (itemId: string, seen = '') => {
    const params = { taskId: task.id, itemId };
    const { epoch } = task;
    const released = { epoch, hash: seen, nonce: newNonce() };
    const { isApproved } = await runner.client.call(agentRoutes.release, { params, body: released });
    return { params, epoch, isApproved };
  };
  await client.call(routes.rejectTaskItem, { params: { id: item.id }, body: { reason: 'Not this' }, ifMatch: null });
  const { params, epoch } = await takeOut(item.id, hash);
  await runner.client.call(agentRoutes.executed, { params, body: { epoch, outcome: 'told' } });

  let again = async (): Promise<string> => '';
  const publish = async (id: string) => {
    const evidence = { countersignedBy: NAME, note: 'refs/notes/countersign' };
    const asked = request({
      type: 'approval_request',
      toolName: 'publish',
      toolKind: 'publish',
      enforcement: 'enforced',
      toolParameters: { repositoryId, branch: 'b', base: 'main', commit: id, title: 'T', body: 'B', evidence },
    });
    const [seen] = await runner.record(task, asked);
    await client.call(routes.approveTaskItem, { params: { id: asked.id }, body: {}, ifMatch: seen ?? null });
    const taken = await takeOut(asked.id, seen);
    const body = { epoch: taken.epoch, commit: id };
    const { envelope } = await runner.client.call(agentRoutes.evidence, { params: taken.params, body });
    note(genuine, id, JSON.stringify(envelope));
    again = async () =>
      JSON.stringify((await runner.client.call(agentRoutes.evidence, { params: taken.params, body })).envelope);
    const done = { epoch: taken.epoch, outcome: 'executed' as const };
    await runner.client.call(agentRoutes.executed, { params: taken.params, body: done });
  };
  /**
   * Steps approved by a rule and by limits, one by a rule that was revoked then, one that is open, one with an undone decision, one replaced, one held, and
   * one that was approved and not carried out.
   */
  const decideInEveryWay = async () => {
    const lint: RulePattern = { kind: 'command', words: ['npm', 'run', 'lint'], rest: 'none' };
    const build: RulePattern = { ...lint, words: ['npm', 'run', 'build'] };
    const ofProject = { id: owner.projectId };
    await client.call(routes.postProjectRule, { params: ofProject, body: { name: 'Lint', pattern: lint } });
    const limits = { patterns: [build], steps: 1, minutes: 10, budget: null };
    const card = await client.call(routes.postTaskLimits, { params: { id: task.id }, body: limits });
    await client.call(routes.approveTaskItem, { params: { id: card.id }, body: {}, ifMatch: null });
    const asked = ['npm run lint', 'npm run build', 'ls a', 'ls b', 'ls c', 'ls d', 'ls f'].map((command) =>
      request({ title: command, toolParameters: { command } }),
    );
    const hashes = await runner.record(task, ...asked);
    const ids = asked.map(({ id }) => id);
    const [ruled = '', passed = '', open = '', undone = '', replaced = '', held = '', left = ''] = ids;
    await runner.record(task, request({ title: 'ls e', replaces: replaced }));
    const hold = { seconds: 10, key: 'key' };
    const params = { id: undone };
    const { releaseAt } = await client.call(routes.approveTaskItem, { params, body: { hold }, ifMatch: null });
    await client.call(routes.undoTaskItem, { params, body: { releaseAt: releaseAt ?? '' } });
    await client.call(routes.approveTaskItem, { params: { id: held }, body: { hold }, ifMatch: null });
    await client.call(routes.approveTaskItem, { params: { id: left }, body: {}, ifMatch: null });
    const taken = await takeOut(left, hashes.at(-1));
    const body = { epoch: taken.epoch, outcome: 'not_executed' as const };
    await runner.client.call(agentRoutes.executed, { params: taken.params, body });
    const whole: RulePattern = { ...lint, words: ['npm', 'test'] };
    const rule = await client.call(routes.postProjectRule, { params: ofProject, body: { name: 'T', pattern: whole } });
    const ended = request({ title: 'npm test', toolParameters: { command: 'npm test' } });
    const [seen] = await runner.record(task, ended);
    await client.call(routes.deleteRule, { params: { id: rule.id } });
    await expect(takeOut(ended.id, seen)).rejects.toMatchObject({ status: 409 });
    return [ruled, passed, open, undone, replaced, left, ended.id] as const;
  };
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', genuine]);
  keys = JSON.stringify(await client.call(routes.getEvidenceKeys));
  commitFile(genuine, 'countersign.pub', keys, 'Pin the key');
  trailered = (subject) => `${subject}\n\n${trailersOf(task.id, NAME)}`;
  other = commitFile(genuine, 'a.txt', 'other', trailered('Other'));
  await publish(other);
  unsaid = commitFile(genuine, 'a.txt', 'unsaid', `Unsaid\n\n${trailersOf(task.id, 'Somebody else')}`);
  await publish(unsaid);
  commit = commitFile(genuine, 'a.txt', 'work', `Work\n\nTask: ${task.id}\n${trailersOf(task.id, NAME)}`);
  await publish(commit);
  const forge = async (name: string, id: string, change: Partial<TaskItemDocument>) => {
    const stored = taskItems().doc(id);
    const before = (await stored.get()).data();
    if (!before) throw new Error(`${id} is not stored`);
    await stored.update(change);
    forged.set(name, await again());
    await stored.set(before);
  };
  const [ruled, passed, open, undone, replaced, left, ended] = await decideInEveryWay();
  later = await again();
  await forge('approved', item.id, { isApproved: true });
  await forge('closed', item.id, { isClosed: true });
  await forge('other bytes', item.id, { hash: 'f'.repeat(64) });
  await forge('carried out', item.id, { grant: 'executed' });
  await forge('not carried out', left, { grant: 'executed' });
  await forge('left out', item.id, { needsApproval: false });
  await forge('person, no rule', ruled, { decidedByRule: null });
  await forge('another version', ruled, { decidedByRule: { id: 'other', version: 1, name: 'Lint' } });
  await forge('person, no limits', passed, { decidedByLimits: null });
  await forge('never decided', open, { isApproved: true, decidedAt: Timestamp.now() });
  await forge('undone', undone, { isApproved: true, decidedAt: Timestamp.now() });
  await forge('of a rule that had ended', ended, {
    isApproved: true,
    decidedByRule: { id: 'ended', version: 1, name: 'T' },
  });
  await forge('rejected', replaced, { isClosed: false, replacedBy: null });
  log = await client.call(routes.exportAccount, { query: {} });
  await (await chainOf(task.id).limit(1).get()).docs[0]?.ref.delete();
  aged = { envelope: await again(), log: await client.call(routes.exportAccount, { query: {} }) };
  twice = commitFile(genuine, 'a.txt', 'twice', `${trailered('Twice')}\ncountersigned-by : Somebody else`);
  await publish(twice);
  gitIn(genuine, 'reset', '--quiet', '--hard', commit);
  expect(log.length, 'the export is one page').toBeLessThan(1_000);
});

/** Runs the verifier on a tampered copy of the repository. */
function verify(
  tamper: (repository: string) => string | void,
  ...more: string[]
): { code: number | null; said: string } {
  const repository = mkdtempSync(join(folder, 'tampered-'));
  cpSync(genuine, repository, { recursive: true });
  const id = tamper(repository) ?? commit;
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, '--repo', repository, id, ...more], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return { code: status, said: stdout + stderr };
}

/** The same with a tampered log. */
function verifyLog(
  tamper: (links: Link[]) => Link[],
  of = log,
  envelope = noteOf(genuine, commit),
): { code: number | null; said: string } {
  const [links, rest]: [ExportedThing[], ExportedThing[]] = [[], []];
  for (const thing of of) (thing.kind === 'audit' && thing.data.chain ? links : rest).push(thing);
  const sorted = links
    .map(({ data }) => structuredClone(data) as unknown as Link)
    .sort((a, b) => a.chain.number - b.chain.number);
  const things = [...rest, ...tamper(sorted).map((data) => ({ kind: 'audit', data: data as unknown as Data }))];
  const file = join(mkdtempSync(join(folder, 'log-')), 'export.ndjson');
  writeFileSync(file, things.map((thing) => `${JSON.stringify(thing)}\n`).join(''));
  return verify((repository) => void note(repository, commit, envelope), '--audit', file);
}

/** Links as somebody without a key would forge them, so that each follows the one before. */
function chained(links: Link[]): Link[] {
  let previous: string | null = null;
  return links.map((link, index) => {
    const place = { taskId: link.chain.taskId, number: index + 1, previous };
    const createdAt = Timestamp.fromDate(new Date(link.createdAt));
    previous = chainHash({ ...link, userId: '', createdAt }, place);
    return { ...link, chain: { ...place, hash: previous } };
  });
}

test('an untampered repository verifies, by the pinned key or a given one, with the log', () => {
  const { code, said } = verifyLog((links) => links);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining(`is countersigned: ${NAME}`) });
  expect(said).toContain(
    '4 steps: 3 approved, 1 rejected; 0 by a rule, 0 within limits; 3 enforced, 0 honoured; 0 diverged, 0 not carried out.',
  );
  expect(said).toMatch(/events 1 to 14 are signed, \d+ came later\.\n/);
  const file = join(folder, 'keys.json');
  writeFileSync(file, keys);
  expect(verify(() => undefined, '--key', file).said).toContain(`Signed with a key of ${file}.`);
  const pinnedBy = gitIn(genuine, 'rev-list', '--max-parents=0', 'HEAD');
  const by = `Signed with a key of countersign.pub, which commit ${pinnedBy} changed last.`;
  expect(verify(() => other)).toMatchObject({ code: 0, said: expect.stringContaining(by) });
});

test('steps decided in every way match the log, including those whose decision it no longer has', () => {
  const { code, said } = verifyLog((links) => links, log, later);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('1 by a rule, 1 within limits') });
  expect(said).toContain('14 steps: 7 approved, 1 rejected, 1 closed, 5 undecided');
  expect(said).toContain('0 diverged, 1 not carried out.');
  expect(said).toMatch(/came later\.\n/);
  const old = verifyLog((links) => links, aged.log, aged.envelope);
  expect(old).toMatchObject({ code: 0, said: expect.stringContaining('It begins later than 1 of the decisions.') });
});

test('a shallow clone does not show who pinned its key: it must be given', () => {
  const pinned = (repository: string) =>
    commitFile(repository, 'countersign.pub', keys.replace('[', '[ '), trailered('Pin'));
  const key = join(folder, 'given.json');
  writeFileSync(key, keys);
  const cloned = (...more: string[]) => {
    const repository = mkdtempSync(join(folder, 'shallow-'));
    const shallow = join(repository, 'clone');
    cpSync(genuine, join(repository, 'origin'), { recursive: true });
    const id = pinned(join(repository, 'origin'));
    note(join(repository, 'origin'), id, noteOf(genuine, commit));
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${join(repository, 'origin')}`, shallow], {
      stdio: 'pipe',
    });
    gitIn(shallow, 'fetch', '--quiet', 'origin', 'refs/notes/countersign:refs/notes/countersign');
    const args = [verifier, '--repo', shallow, id, ...more];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } });
    return { code: status, said: stderr };
  };
  expect(cloned()).toMatchObject({ code: 2, said: expect.stringMatching(/clone is shallow.*--unshallow.*--key/) });
  expect(cloned('--key', key), 'goes on to the note').toMatchObject({
    code: 1,
    said: expect.stringMatching(/another commit/),
  });
});

test('without a key, a commit or arguments it says that nothing could be checked', () => {
  const unpin = (repository: string) => {
    gitIn(repository, 'rm', '--quiet', 'countersign.pub');
    gitIn(repository, 'commit', '--quiet', '--no-gpg-sign', '--message=Unpin');
  };
  expect(verify(unpin)).toMatchObject({ code: 2, said: expect.stringContaining('No key to check with') });
  expect(verify(() => 'nothing')).toMatchObject({ code: 2, said: 'There is no commit nothing here.\n' });
  expect(verify(() => undefined, 'two')).toMatchObject({ code: 2, said: expect.stringContaining('Usage') });
});

test('where something else is given as a key, or the log cannot be read, it says that nothing could be checked', () => {
  const key = join(folder, 'no-key.pem');
  writeFileSync(key, '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n');
  const said = expect.stringMatching(/^What was given as a public key is none: .+\n$/) as string;
  expect(verify(() => undefined, '--key', key)).toEqual({ code: 2, said });
  const unread = expect.stringMatching(/^\S+ cannot be read: .+\n$/) as string;
  expect(verify(() => undefined, '--audit', folder)).toEqual({ code: 2, said: unread });
});

test('an error that nobody has thought of is no proof that something does not hold', () => {
  const file = join(folder, 'unforeseen.ndjson');
  const link = log.find(({ data }) => data.chain)?.data as unknown as Link;
  const first = { ...link, chain: { ...link.chain, number: 1 }, detail: 'deep' };
  const deep = JSON.stringify(first).replace('"deep"', '['.repeat(50_000) + ']'.repeat(50_000));
  writeFileSync(file, `{"kind":"audit","data":${deep}}\n`);
  const said = expect.stringMatching(/^This could not be checked to its end: .+\n$/) as string;
  expect(verify(() => undefined, '--audit', file)).toEqual({ code: 2, said });
});

test('what is added to a line of the log beside its event is no part of what was recorded', () => {
  const file = join(mkdtempSync(join(folder, 'beside-')), 'export.ndjson');
  const lines = log.map((thing) => JSON.stringify(thing.kind === 'audit' ? { ...thing, more: 1 } : thing));
  writeFileSync(file, lines.join('\n'));
  const said = 'WRONG: A line of the log has a field that no hash covers: "more".\n';
  expect(verify(() => undefined, '--audit', file)).toEqual({ code: 1, said });
});

test.each([
  ['its kind', (line: string) => line.replace('"kind":', '"\\u006bind":"item","kind":'), 'kind'],
  ['what was decided', (line: string) => line.replace('"action":', '"action":"item_rejected","action":'), 'action'],
  ['what its hash covers', (line: string) => line.replace('"detail":{', '"detail":{"hash":"f","hash":"e",'), 'hash'],
])(
  'a line of the log that says %s twice says nothing: readers differ in which of both they take',
  (_what, change, name) => {
    const file = join(mkdtempSync(join(folder, 'twice-')), 'export.ndjson');
    const lines = log.map((thing) => JSON.stringify(thing));
    const index = log.findIndex(({ kind, data }) => kind === 'audit' && data.chain);
    writeFileSync(file, lines.with(index, change(lines[index] ?? '')).join('\n'));
    const said = `WRONG: The export names ${JSON.stringify(name)} twice in one place.\n`;
    expect(verify(() => undefined, '--audit', file)).toEqual({ code: 1, said });
    // Names of different objects, and words that look like names, are no repetition.
    const beside = { kind: 'item', data: [{ kind: 'kind": 1, "kind' }, { kind: '\\' }] };
    writeFileSync(file, [...lines, JSON.stringify(beside)].join('\n'));
    expect(verify(() => undefined, '--audit', file)).toMatchObject({ code: 0 });
  },
);

test('an export that is longer than a text can be is read line by line', () => {
  const file = join(mkdtempSync(join(folder, 'long-')), 'export.ndjson');
  const whole = openSync(file, 'w');
  const other = Buffer.from(`${JSON.stringify({ kind: 'item', data: 'ü'.repeat(4_000_000) })}\n`);
  for (let size = 0; size <= constants.MAX_STRING_LENGTH; size += other.length) writeSync(whole, other);
  writeSync(whole, log.map((thing) => JSON.stringify(thing)).join('\n'));
  closeSync(whole);
  const found = verify(() => undefined, '--audit', file);
  rmSync(file);
  expect(found).toMatchObject({ code: 0, said: expect.stringContaining('events 1 to 14 are signed') });
});

interface Statement {
  predicate: { steps: Record<string, unknown>[]; audit: { first: number; head: { number: number } } };
}

/** The commit's envelope, changed. */
const changed = (change: (envelope: EvidenceEnvelope) => EvidenceEnvelope | string) => (repository: string) => {
  const envelope = change(JSON.parse(noteOf(repository, commit)) as EvidenceEnvelope);
  note(repository, commit, typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
};

/** Its statement changed, with the existing signature. */
const restated = (change: (statement: Statement) => void) =>
  changed((envelope) => {
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as Statement;
    change(statement);
    return { ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString('base64') };
  });

/** Signed with somebody else's key, under its own name or the trusted one's. */
const resigned = (isDisguised: boolean) =>
  changed(({ payloadType, payload, signatures }) => {
    const bytes = Buffer.from(payload, 'base64');
    const head = Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `);
    const sig = sign(null, Buffer.concat([head, bytes]), generateKeyPairSync('ed25519').privateKey).toString('base64');
    const keyid = isDisguised ? (signatures[0]?.keyid ?? '') : 'f'.repeat(64);
    return { payloadType, payload, signatures: [{ keyid, sig }] };
  });

/** One by its commit's whole name, another in a folder, as git sorts many. */
function twoNotes(repository: string): void {
  const index = { ...process.env, GIT_INDEX_FILE: join(repository, '.git', 'notes-index') };
  const run = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', env: index }).trim();
  run('read-tree', 'refs/notes/countersign');
  const blob = run('rev-parse', `refs/notes/countersign:${commit}`);
  const otherBlob = run('rev-parse', `refs/notes/countersign:${other}`);
  run('update-index', '--add', '--cacheinfo', `100644,${blob},${commit}`);
  run('update-index', '--add', '--cacheinfo', `100644,${otherBlob},${commit.slice(0, 2)}/${commit.slice(2)}`);
  const who = ['-c', 'user.name=Countersign', '-c', 'user.email=agent@countersign.dev'];
  const id = run(...who, 'commit-tree', run('write-tree'), '-m', 'Two');
  run('update-ref', 'refs/notes/countersign', id);
}

describe('a note that is tampered with is found:', () => {
  const ways: [string, (repository: string) => string | void, RegExp][] = [
    ['removed', (at) => void gitIn(at, 'notes', '--ref=refs/notes/countersign', 'remove', commit), /has no note/],
    ['cut short', changed((envelope) => JSON.stringify(envelope).slice(0, -20)), /is no JSON/],
    ['a second envelope added', changed((one) => `${JSON.stringify(one)}\n${JSON.stringify(one)}`), /is no JSON/],
    ['a word added', changed((one) => JSON.stringify({ ...one, more: 1 })), /nothing else/],
    ['a blank added to the payload', changed((one) => ({ ...one, payload: `${one.payload} ` })), /not in base64/],
    ['another type said', changed((one) => ({ ...one, payloadType: 'text/plain' })), /nothing else/],
    ['nothing in it', changed(() => 'null'), /nothing else/],
    ['the signature emptied', changed((one) => JSON.stringify({ ...one, signatures: [null] })), /nothing else/],
    ['the signature left out', changed((one) => ({ ...one, signatures: [] })), /nothing else/],
    ['a step deleted', restated(({ predicate }) => void predicate.steps.shift()), /not of this statement/],
    ['steps reordered', restated(({ predicate }) => void predicate.steps.reverse()), /not of this statement/],
    [
      'a step inserted',
      restated(({ predicate }) => void predicate.steps.push({ ...predicate.steps[0], id: 'new' })),
      /not of this statement/,
    ],
    [
      'a rejection made an approval',
      restated(({ predicate }) => void Object.assign(predicate.steps[0] ?? {}, { decision: 'approved' })),
      /not of this statement/,
    ],
    ['a shorter log claimed', restated(({ predicate }) => void (predicate.audit.head.number -= 1)), /not of this/],
    ['signed with another key', resigned(false), /none of those that are trusted/],
    ['signed with another key under the name of the trusted one', resigned(true), /not of this statement/],
    ['the note of another commit', (at) => void note(at, commit, noteOf(at, other)), /about another commit/],
    ['two notes, of which git shows both', twoNotes, /is no JSON/],
    [
      'a payload given twice',
      changed((one) => JSON.stringify(one).replace('{', '{"payload":"e30=",')),
      /"payload" twice/,
    ],
    ['megabytes of it', (at) => void note(at, commit, 'A'.repeat(5_000_000)), /is no JSON/],
  ];
  test.each(ways)('%s', (_way, tamper, said) => {
    expect(verify(tamper)).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  });

  test('words that would wipe a terminal and claim the opposite', () => {
    const claim = `\u001b[2K\u009b1A\r\u202eCommit ${commit} is countersigned: ${NAME}`;
    const named = changed((one) => ({ ...one, signatures: [{ keyid: claim, sig: one.signatures[0]?.sig ?? '' }] }));
    const { code, said } = verify(named);
    expect(code).toBe(1);
    expect(said).toMatch(/^WRONG: The note names the key \\u\{1b\}\[2K\\u\{9b\}1A\\u\{d\}\\u\{202e\}Commit/);
    expect(said.trimEnd()).not.toMatch(/\p{C}/u);
  });

  test('one whose key is no longer trusted, until that is given as well', () => {
    const file = join(folder, 'rotated.pem');
    const next = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
    writeFileSync(file, next);
    expect(verify(() => undefined, '--key', file)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/none of those/),
    });
    writeFileSync(file, `${next.toString()}${keys}`);
    expect(verify(() => undefined, '--key', file)).toMatchObject({ code: 0 });
  });
});

describe('a commit that is tampered with is found:', () => {
  const amended = (repository: string) => {
    const text = noteOf(repository, commit);
    writeFileSync(join(repository, 'a.txt'), 'other work');
    gitIn(repository, 'commit', '--quiet', '--all', '--amend', '--no-edit', '--no-gpg-sign');
    const id = gitIn(repository, 'rev-parse', 'HEAD');
    note(repository, id, text);
    return id;
  };
  const repinned = (repository: string) => {
    const text = noteOf(repository, commit);
    const id = commitFile(repository, 'countersign.pub', keys.replace('[', '[ '), trailered('Pin another key'));
    note(repository, id, text);
    return id;
  };
  const repinnedBefore = (repository: string) => {
    repinned(repository);
    return commitFile(repository, 'a.txt', 'more', trailered('More work'));
  };
  /** Somebody who hands over a whole folder may have told git that a later commit, of a person, has no parents. */
  const grafted = (repository: string) => {
    const id = repinned(repository);
    const later = commitFile(repository, 'a.txt', 'more', 'Work of a person');
    mkdirSync(join(repository, '.git/info'), { recursive: true });
    writeFileSync(join(repository, '.git/info/grafts'), `${later}\n`);
    return id;
  };
  const merged = (repository: string) => {
    const text = noteOf(repository, commit);
    gitIn(repository, 'checkout', '--quiet', '-b', 'side', 'HEAD~1');
    commitFile(repository, 'b.txt', 'aside', 'Aside');
    gitIn(repository, 'merge', '--quiet', '--no-gpg-sign', `--message=${trailered('Merge')}`, 'main');
    const id = gitIn(repository, 'rev-parse', 'HEAD');
    note(repository, id, text);
    return id;
  };
  const tagged = (repository: string) => {
    const short = other.slice(0, 10);
    gitIn(repository, 'tag', short, commit);
    return short;
  };
  test.each([
    ['other content under the same note', amended, /about another commit/],
    ['a merge of it under the same note', merged, /about another commit/],
    ['a tag named like the beginning of its hash', tagged, /is called [0-9a-f]{10}, and leads to another commit/],
    ['trailers that name somebody else', () => unsaid, /does not say "Countersigned-by: Ada L\."/],
    ['a second name, in letters that only git takes for the same', () => twice, /as the statement does, exactly once/],
    ['a commit that brings its own key', repinned, /countersign\.pub was last changed by work of an agent/],
    ['a key that work before it has brought', repinnedBefore, /countersign\.pub was last changed by work of an agent/],
    [
      'such a key, in a history that a graft cuts off',
      grafted,
      /countersign\.pub was last changed by work of an agent/,
    ],
  ])('%s', (_way, tamper, said) => {
    expect(verify(tamper)).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  });

  test('a commit that git shows instead of the signed one deceives nobody', () => {
    const replaced = (repository: string) => {
      gitIn(repository, 'replace', commit, other);
    };
    expect(verify(replaced)).toMatchObject({ code: 0, said: expect.stringContaining(commit) });
  });
});

describe('a log that is tampered with is found:', () => {
  const at = (links: Link[], index: number): Link => {
    const link = links[index];
    if (!link) throw new Error(`The log has no link ${index}`);
    return link;
  };
  const swapped = (links: Link[]) => {
    const [a, b] = [at(links, 3), at(links, 4)];
    return links.with(3, { ...b, chain: a.chain }).with(4, { ...a, chain: b.chain });
  };
  const approved = (links: Link[]) => links.with(0, { ...at(links, 0), action: 'item_approved' });
  const own = (links: Link[]) => chained(approved(links).slice(0, 1))[0] ?? at(links, 0);
  const ways: [string, (links: Link[]) => Link[], RegExp][] = [
    ['all of it deleted', () => [], /ends before event 14/],
    ['an event deleted', (links) => links.toSpliced(4, 1), /has no event 5/],
    ['the beginning deleted', (links) => links.slice(1), /has no event 1/],
    ['the end deleted', (links) => links.slice(0, 13), /ends before event 14/],
    ['two events reordered', swapped, /Event 4 of the log is not what was recorded/],
    ['an event told twice', (links) => links.toSpliced(4, 0, at(links, 4)), /^WRONG: The log has two events 5\.$/m],
    ['a word added to an event', (links) => links.with(4, { ...at(links, 4), more: 1 } as Link), /Event 5 .* "more"/],
    [
      "a word added to an event's place",
      (links) => links.with(4, { ...at(links, 4), chain: { ...at(links, 4).chain, more: 1 } as Link['chain'] }),
      /Event 5 .* "chain\.more"/,
    ],
    [
      'an event inserted, the later ones renumbered',
      (links) => chained(links.toSpliced(4, 0, at(links, 4))),
      /signed one/,
    ],
    ['an event replaced', approved, /Event 1 of the log is not what was recorded/],
    ['an event replaced with a hash of its own', (links) => links.with(0, own(links)), /Event 2 follows another one/],
    ['the chain made anew after that', (links) => chained(approved(links)), /Event 14 is not the signed one/],
    [
      'another time',
      (links) => links.with(2, { ...at(links, 2), createdAt: '2020-01-01T00:00:00.000Z' }),
      /Event 3 of the log is not/,
    ],
    [
      'an event added outside of the chain',
      (links) => [...links, { ...at(links, 0), action: 'item_approved', chain: null as unknown as Link['chain'] }],
      /outside of the chain/,
    ],
    [
      'an event of the task added as a link of another chain',
      (links) => {
        const link = at(links, 0);
        return [...links, { ...link, action: 'item_approved', chain: { ...link.chain, taskId: 'other' } }];
      },
      /outside of the chain/,
    ],
  ];
  test.each(ways)('%s', (_way, tamper, said) => {
    expect(verifyLog(tamper)).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  });
});

describe('data that was changed before it was signed is found by the log:', () => {
  const ways: [string, RegExp][] = [
    ['approved', /has the decision approved, the log rejected/],
    ['closed', /has the decision closed, the log rejected/],
    ['other bytes', /has the hash f{64}, the log [0-9a-f]{64}/],
    ['carried out', /has the outcome executed, the log told/],
    ['not carried out', /has the outcome executed, the log not_executed/],
    ['left out', /leaves out the step/],
    ['person, no rule', /has the method person, the log rule \S+ version 1/],
    ['another version', /has the method rule other version 1, the log rule/],
    ['person, no limits', /has the method person, the log limits/],
    ['never decided', /has the decision approved, the log undecided/],
    ['undone', /has the decision approved, the log undecided/],
    ['of a rule that had ended', /has the decision approved, the log undecided/],
    ['rejected', /has the decision rejected, the log closed/],
  ];
  test.each(ways)('%s', (way, said) => {
    const found = verifyLog((links) => links, log, forged.get(way));
    expect(found).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  });
});
