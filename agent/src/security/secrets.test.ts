import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { misbehavingAgentEnv, misbehavingAgentScript } from '../testing/misbehaving-agent.ts';
import { serve } from '../testing/serve.ts';
import { makeFolder, startRunner } from '../testing/start-runner.ts';
import { inEachWay } from './in-each-way.ts';

inEachWay((isolation) => {
  const harness = useHarness();
  const isRoot = process.getuid?.() === 0;
  /** Every system has this user; it owns nothing and is not root. */
  const USER = 'nobody';

  it("reading tokens from the environment: the agent has none of the runner's", async () => {
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: { 'trick.sh': 'env; cat /proc/self/environ /proc/$PPID/environ; git config --list; cat .git/config\n' },
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    await harness.ended(task);
    const words = harness.said(task);
    expect(words).toContain('HOME=');
    const { host, model, api } = harness;
    const secrets = [host.token, model.key, api.url, 'start-code-of-the-test'];
    for (const secret of [...secrets, 'START_CODE', 'MODEL_API_KEY', 'AGENT_API_URL', 'insteadof']) {
      expect(words, secret).not.toContain(secret);
    }
  });

  it.runIf(isolation.AGENT_ISOLATION)(
    "what else its user could read or reach is out of the agent's sight",
    async () => {
      const folder = makeFolder();
      writeFileSync(join(folder, 'keys'), 'keys-of-the-stack');
      // Stands for an emulator, which lets anybody on this machine approve anything.
      const { port, close } = await serve((_req, res) => void res.end('emulator-reached'));
      const trick = `cat /proc/[0-9]*/environ | tr '\\0' '\\n'
cat '${join(folder, 'keys')}' /proc/[0-9]*/root'${join(folder, 'keys')}'
ls /root /home
node -e 'fetch("http://127.0.0.1:${port}").then((reply) => reply.text()).then(console.log, () => console.log("not there"))'
NODE_USE_ENV_PROXY= node -e 'fetch("http://127.0.0.1:${port}").then((reply) => reply.text()).then(console.log, () => console.log("not there"))'
`;
      const task = await harness.begin({
        agent: 'custom',
        title: 'trick',
        files: { 'trick.sh': trick },
        env: { ...misbehavingAgentEnv(), ...isolation },
        folder,
      });
      await harness.ended(task);
      const words = harness.said(task);
      expect(words).toContain('not there');
      for (const secret of ['keys-of-the-stack', 'emulator-reached', 'VITEST', 'START_CODE', harness.host.token])
        expect(words, secret).not.toContain(secret);
      await close();
    },
  );

  it('a secret that reached the agent all the same is masked in what is recorded, and put to nobody', async () => {
    const task = await harness.begin({
      agent: 'custom',
      title: 'leak',
      files: { 'leak.txt': harness.host.token },
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    const asked = await harness.approveAll(task);
    const items = harness.api.state.itemsOf(task.id);
    expect(asked.map(({ title }) => title)).toEqual(['cat leak.txt']);
    expect(harness.api.state.items.get(asked[0]?.id ?? '')).toMatchObject({
      grant: 'executed',
      toolResponse: { output: '[redacted]' },
    });
    expect(items).toContainEqual(
      expect.objectContaining({
        toolParameters: { '[redacted]': ['[redacted]'] },
        toolResponse: { text: '[redacted]' },
      }),
    );
    expect(JSON.stringify(items), 'the agent is told why').toContain(
      'contains a key or token that only the runner may know',
    );
    expect(JSON.stringify([items, harness.api.state.logs])).not.toContain(harness.host.token);
  });

  it.each([
    ['by an ignored file of attributes', "mkdir lib\necho '* -diff' > lib/.gitattributes", 'lib/notes.txt'],
    ['by tracked attributes', "echo '* binary' > .gitattributes", 'notes.txt'],
  ])('a secret in a file that is called binary %s is found before it is published', async (_how, hide, path) => {
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: {
        '.gitignore': 'lib/.gitattributes\n',
        'trick.sh': `${hide}\ncp leak.txt ${path}\necho >> ${path}\n`,
        'leak.txt': harness.host.token,
      },
      env: { ...misbehavingAgentEnv(), ...isolation },
    });
    expect(await harness.approveAll(task), 'nobody is asked').toEqual([]);
    expect(task.status, harness.api.state.logs.join('')).toBe('failed');
    const end = harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
    expect(end?.content).toContain('contains a key or token that only the runner may know');
    expect(harness.published(task, path)).toBeNull();
  });

  it('the last words of a runner hold none of its secrets', async () => {
    const exits: string[] = [];
    const server = await serve((req, res) => {
      if (req.url === '/agent/exit') req.on('data', (chunk: Buffer) => exits.push(chunk.toString()));
      const reply = { code: 'invalid', message: 'No such code: start-code-of-the-test' };
      res.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    });
    const runner = startRunner(server.url);
    expect(await runner.exited).toBe(1);
    await server.close();
    expect(JSON.parse(exits.join(''))).toMatchObject({
      reason: 'crashed',
      message: expect.stringContaining('[redacted]'),
    });
    expect(exits.join('')).not.toContain('start-code-of-the-test');
  });

  const spying = `runner=$(sed -n 's/^PPid:\\s*//p' /proc/$PPID/status)
id -u
for place in /proc/$runner/environ /proc/$runner/mem ../runner/askpass; do
  head -c 100 $place > /dev/null 2>&1 && echo "read $place" || echo "closed $place"
done
for place in /proc/$runner/fd /proc/$runner/cwd/ ../runner ../runner/*.git; do
  ls $place > /dev/null 2>&1 && echo "read $place" || echo "closed $place"
done
kill -0 $runner 2> /dev/null && echo "read signals"
touch ../planted 2> /dev/null && echo "read planted"
true
`;

  it("reading tokens from /proc, the runner's git directory and its folder: closed to the agent's own user", async () => {
    // The agent's user must be able to reach its workspace; a test's own folder is closed to others.
    const folder = makeFolder();
    chmodSync(folder, 0o755);
    const script = join(folder, 'misbehaving-agent.mjs');
    copyFileSync(misbehavingAgentScript, script);
    const task = await harness.begin({
      agent: 'custom',
      title: 'trick',
      files: { 'trick.sh': spying },
      env: { ...misbehavingAgentEnv(script), AGENT_USER: USER, AGENT_USER_REQUIRED: '1' },
      folder,
    });
    const { api, runner } = harness;
    if (!isRoot) {
      // Only root can start a program as another user; otherwise nothing is started at all.
      expect(await runner.exited).toBe(1);
      expect(runner.output()).toContain('Agents must run as a user of their own');
      expect(task.status).toBe('pending');
      return;
    }
    await harness.ended(task);
    const words = harness.said(task);
    expect(words, api.state.logs.join('')).toContain(execFileSync('id', ['-u', USER], { encoding: 'utf8' }).trim());
    expect(words.match(/^closed .*/gm)).toHaveLength(7);
    expect(words.match(/^read .*/gm)).toBeNull();
  });
});
