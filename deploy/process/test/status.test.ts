import { expect, it } from 'vitest';
import { type OpsShell, runOps } from '../src/ops/program.ts';

const well = { version: '1', revision: '2', started_at: '2026-11-02T08:00:00.000Z', ready: true };
const halted = (value: number) => ({
  ...well,
  figures: [{ name: 'svc_log_halted', labels: {}, value }],
});

/** The table of `ops status` where each role answers this. */
async function statusOf(answers: (role: string) => object) {
  let out = '';
  const shell: OpsShell = {
    env: {},
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    hasColour: false,
    signal: new AbortController().signal,
    connect: async () => ({
      call: async ({ service }) => ({ ok: answers(service) }),
      nodes: () => undefined,
      close: async () => undefined,
    }),
  };
  const code = await runOps(['status'], shell, { name: 'ops', reaches: '', hasSandbox: false });
  return { code, log: /^log +(.*?) {2}/m.exec(out)?.[1] };
}

it.each([
  [0, { code: 0, log: 'ready' }],
  [1, { code: 1, log: 'ready, halted' }],
])(
  'a log whose gauge of halts is %i shows in its line and in the exit code',
  async (value, shown) => {
    const answers = (role: string) => (role === 'log' ? halted(value) : { ...well, figures: [] });
    expect(await statusOf(answers)).toEqual(shown);
  },
);
