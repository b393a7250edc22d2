// npm's commands come through here. It needs nothing but Node >= 18 and npm: it installs what is
// missing, then runs the command with the Node version that the project pins.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { install, root } from './install.mjs';

/** Programs by their commands; a group has several: npm run proof -- verify */
const commands = JSON.parse(readFileSync(join(root, 'scripts/commands.json'), 'utf8'));

/** Which files a run of tests has (test/setup/steps.ts); all that match where paths are given. */
const stepsOf = {
  test: (args) => (args.length > 0 ? {} : { SVC_STEP: 'unit,main' }),
  'test:unit': () => ({ SVC_STEP: 'unit' }),
};

/** Its folder in /proc; undefined where there is none. */
function npmAbove(pid) {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return undefined;
  if (readFileSync(join(folder, 'cmdline'), 'utf8').startsWith('npm ')) return folder;
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(join(folder, 'status'), 'utf8')) ?? [];
  return npmAbove(parent);
}

/** Prints the usage and ends: well where it was asked for. */
function end(usage, wanted) {
  const print = wanted ? console.log : console.error;
  print(`usage: ${usage} [arguments]`);
  process.exit(wanted ? 0 : 2);
}

/** The program, and its arguments. */
function chosen([name = '', ...args]) {
  const own = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (own === undefined) return end(`node scripts/run.mjs <${Object.keys(commands).join('|')}>`);
  if (typeof own === 'string')
    return [own, ...(own.endsWith('vitest.mjs') ? ['run'] : []), ...args];
  const [member = '', ...rest] = args;
  if (Object.hasOwn(own, member)) return [own[member], ...rest];
  return end(`npm run ${name} -- <${Object.keys(own).join('|')}>`, member === '--help');
}

const [name = '', ...args] = process.argv.slice(2);
const program = chosen([name, ...args]);
if (!install()) process.exit(1);

const node = join(root, 'node_modules/node/bin/node');
if (!existsSync(node)) {
  console.error(`${node} is missing: remove node_modules and try again`);
  process.exit(1);
}
const child = spawn(node, program, {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Type stripping and compilation are 40 % of what a service process does until it serves.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    ...stepsOf[name]?.(args),
    PATH: [join(node, '..'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
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
