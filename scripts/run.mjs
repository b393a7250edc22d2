// npm's commands come through here. It needs nothing but Node >= 18 and npm: it installs what is
// missing, then runs the command with the Node version that the project pins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { install, root } from './install.mjs';

const checks = ['types', 'lint', 'boundaries', 'deadcode', 'names', 'document', 'settings'];
const commands = {
  start: (args) => ['deploy/local/src/start.ts', ...args],
  service: (args) => ['deploy/process/src/main.ts', ...args],
  call: (args) => ['deploy/local/src/call.ts', ...args],
  ops: (args) => ['deploy/local/src/ops.ts', ...args],
  secrets: (args) => ['deploy/local/src/secrets.ts', ...args],
  courier: (args) => ['packages/simulators/src/courier/main.ts', ...args],
  fleet: (args) => ['packages/simulators/src/fleet/main.ts', ...args],
  hooks: (args) => ['deploy/local/src/hooks.ts', ...args],
  verify: (args) => ['packages/proof/src/verify/cli.ts', ...args],
  witness: (args) => ['packages/proof/src/witness/main.ts', ...args],
  audit: (args) => ['packages/proof/src/audit/main.ts', ...args],
  bench: (args) => ['test/bench/run.ts', ...args],
  fuzz: (args) => ['test/fuzz/main.ts', ...args],
  monitoring: (args) => ['deploy/monitoring/src/main.ts', ...args],
  svc: (args) => ['packages/svc/src/main.ts', ...args],
  document: (args) => ['test/document/main.ts', ...args],
  kubernetes: (args) => ['deploy/kubernetes/src/main.ts', ...args],
  configure: (args) => ['deploy/configuration/src/main.ts', ...args],
  image: (args) => ['deploy/image/src/main.ts', ...args],
  planted: (args) => ['test/planted/main.ts', ...args],
  upgrade: (args) => ['test/upgrade/main.ts', ...args],
  'test:containers': (args) => ['test/containers/main.ts', ...args],
  test: (args) => ['node_modules/vitest/vitest.mjs', 'run', ...args],
  'test:unit': (args) => ['node_modules/vitest/vitest.mjs', 'run', ...args],
  'test:all': (args) => ['test/setup/long-step.ts', ...args],
  check: (args) => ['node_modules/turbo/bin/turbo', 'run', ...chosen(args)],
};

/** Which files a run of tests has (test/setup/steps.ts); all that match where paths are given. */
const stepsOf = {
  test: (args) => (args.length > 0 ? {} : { SVC_STEP: 'unit,main' }),
  'test:unit': () => ({ SVC_STEP: 'unit' }),
};

/** All checks, or those that are named: npm run check -- types lint */
function chosen(names) {
  return [...(names.length > 0 ? names : checks).map((name) => `//#${name}`), '--continue'];
}

/** Its folder in /proc; undefined where there is none. */
function npmAbove(pid) {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return undefined;
  if (readFileSync(join(folder, 'cmdline'), 'utf8').startsWith('npm ')) return folder;
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(join(folder, 'status'), 'utf8')) ?? [];
  return npmAbove(parent);
}

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name ?? '')) {
  console.error(`usage: node scripts/run.mjs <${Object.keys(commands).join('|')}> [arguments]`);
  process.exit(2);
}
if (name === 'check' && args.includes('--help')) {
  console.log(
    `usage: npm run check [-- name …]\n\nRuns these checks, or all: ${checks.join(', ')}.`,
  );
  process.exit(0);
}
if (!install()) process.exit(1);

const node = join(root, 'node_modules/node/bin/node');
if (!existsSync(node)) {
  console.error(`${node} is missing: remove node_modules and try again`);
  process.exit(1);
}
const child = spawn(node, commands[name](args), {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Type stripping and compilation are 40 % of what a service process does until it serves.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    ...stepsOf[name]?.(args),
    PATH: [join(node, '..'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the child without us; twice would mean "do not wait".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
// An npm that is killed tells nobody, and the shells between it and us go on.
const npm = npmAbove(process.ppid);
const watch = setInterval(() => {
  if (npm === undefined || existsSync(npm)) return;
  clearInterval(watch);
  child.kill('SIGTERM');
}, 1_000);
child.on('error', (error) => {
  console.error(`cannot run ${node}: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
