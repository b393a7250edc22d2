/** Runbooks: one per alert, with the same parts, and commands that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@svc/local/services';
import { expect, it } from 'vitest';
import { metricGroups } from '../src/catalogue.ts';
import { root } from '../src/layout.ts';
import { unknownMetrics } from '../src/metric-names.ts';
import { roleNames } from '../src/rules/causes.ts';
import { alerts } from '../src/rules/groups.ts';
import { runbookUrl } from '../src/rules/rule.ts';
import { pageBlocks, runbookBlocks, runbookNames, runbookOf } from '../src/runbooks.ts';

const names = [...new Set(alerts().map(({ alert }) => alert))].toSorted();

it('every alert has a runbook, every runbook an alert, and the alert its address', () => {
  expect(runbookNames().toSorted()).toEqual(names);
  for (const { alert, annotations } of alerts()) {
    expect(annotations.runbook_url).toBe(runbookUrl(alert));
  }
});

const packageFile: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const actions = new Set(
  services.flatMap(({ contract }) =>
    Object.keys(contract.actions).map((action) => `${contract.name}.${action}`),
  ),
);
const workloads = new Set([...roleNames.map((name) => `deployment/${name}`), 'deployment/sftp']);
workloads.add('statefulset/nats').add('service/nats');
const opsCommands = new Set(
  ['dead-letters', 'keys', 'status', 'tasks', 'tenants'].flatMap((file) => {
    const source = readFileSync(join(root, `deploy/process/src/ops/${file}.ts`), 'utf8');
    return [...source.matchAll(/new Command\('([\w-]+)'\)/g)].map(([, name]) => name);
  }),
);

/** Namespaces of the overlays; the claims of NATS, CloudNativePG and the SFTP server. */
const namespaces = ['svc-live', 'svc-sandbox', 'svc-sftp'];
const claims = /^(data-nats-[0-2]|postgres-[1-3]|sftp-homes)$/;
const composed = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
const isComposed = (name: string) => new RegExp(`^  ${name}:( &\\w+)?$`, 'm').test(composed);

/** A name that is not there: namespace, claim, program of the image, container of compose. */
function nameFault(line: string): string | undefined {
  const [, namespace = 'svc-live'] = /(?: -n| --namespace)[ =]([\w-]+)/.exec(line) ?? [];
  if (!namespaces.includes(namespace)) return `no namespace ${namespace}`;
  const [, claim = 'postgres-1'] = /\bpvc ([\w-]+)/.exec(line) ?? [];
  if (!claims.test(claim)) return `no pvc ${claim}`;
  const [, program = 'deploy/process/src/main.ts'] = /\bnode (\S+\.ts)/.exec(line) ?? [];
  const isInImage = program.startsWith('deploy/process/') && existsSync(join(root, program));
  if (!isInImage) return `no ${program} in the image`;
  const [, container = 'jobs'] = /^compose (?:exec|logs|restart) ([a-z][\w-]*)/.exec(line) ?? [];
  return isComposed(container) ? undefined : `no container ${container}`;
}

const programs = ['k', 'kubectl', 'nats', 'command', 'compose', 'operator', 'cat'];

/** Fault of a line of shell; undefined where it is sound. */
function commandFault(given: string): string | undefined {
  const fault = nameFault(given);
  if (fault !== undefined) return fault;
  // The command of an alias, a variable or a function.
  const line = given.replace(/^(?:alias \w+='|\w+=\$\(|\w+\(\) \{ )(.*?)(?:'|\)|; \})$/, '$1');
  const [command = '', verb = ''] = line.split(' ');
  if (command === 'call') return actions.has(verb) ? undefined : `no action ${verb}`;
  if (command === 'ops') return opsCommands.has(verb) ? undefined : `no command ops ${verb}`;
  const [, script] = /npm run (\w+)/.exec(line) ?? [];
  if (script !== undefined)
    return script in packageFile.scripts ? undefined : `no script ${script}`;
  const [workload] = /\b(deployment|statefulset|service)\/\w+/.exec(line) ?? [];
  if (workload && !workloads.has(workload)) return `no ${workload}`;
  return programs.includes(command) ? undefined : `no command ${command}`;
}

/** Sources of what runs in the processes. */
const sources = ['packages', 'services', 'gateway', 'desk'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .filter(({ parentPath }) => /\/src(\/|$)/.test(parentPath) && !/node_modules/.test(parentPath))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
);
/** Fields of every line, and a message that is put together. */
const isBuilt = (text: string): boolean => /^("(level|status)":\d+|action internal)$/.test(text);
/** Whether a process logs a line with this text. */
const isLogged = (text: string): boolean =>
  isBuilt(text) || sources.some((source) => source.includes(text));

/** Texts that a line of shell looks for in a log. */
const soughtTexts = (line: string): string[] =>
  [...line.matchAll(/(?:grep|-e) '([^']+)'/g)].flatMap(([, text = '']) => text);

const known = new Set(
  metricGroups.flatMap(({ metrics }) =>
    metrics.flatMap(({ name }) => ['', '_bucket', '_sum', '_count'].map((end) => name + end)),
  ),
);

it.each(names)('the runbook of %s has its parts, and names what exists', (name) => {
  const page = runbookOf(name);
  const headings = [...page.matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
  const parts = ['Meaning', 'Impact', 'Diagnosis', 'Mitigation'];
  expect(headings).toEqual([`# ${name}`, ...parts.map((part) => `## ${part}`)]);
  const lines = runbookBlocks(name, 'sh');
  expect(lines.flatMap((line) => commandFault(line) ?? [])).toEqual([]);
  expect(lines.flatMap(soughtTexts).filter((text) => !isLogged(text))).toEqual([]);
  expect(unknownMetrics(known, runbookBlocks(name, 'promql'))).toEqual(new Map());
  const links = [...page.matchAll(/\]\((\w+)\.md\)/g)].map(([, target]) => target);
  expect(names).toEqual(expect.arrayContaining(links));
});

it.each(['sight.md', 'disk-full.md', 'clock.md'])('%s names commands that exist', (file) => {
  expect(pageBlocks(file, 'sh').flatMap((line) => commandFault(line) ?? [])).toEqual([]);
});

it.each([
  ['call accounts.rotateKey', 'no action accounts.rotateKey'],
  ['npm run redrive', 'no script redrive'],
  ['k logs deployment/job --since=15m', 'no deployment/job'],
  ['ops redirve jobs --all', 'no command ops redirve'],
  ['systemctl restart jobs', 'no command systemctl'],
  ['kubectl -n svc get cluster postgres', 'no namespace svc'],
  ["alias k='kubectl --namespace svc'", 'no namespace svc'],
  ['k edit pvc files', 'no pvc files'],
  ['compose exec file df -h', 'no container file'],
  ['node deploy/local/src/call.ts "$@"', 'no deploy/local/src/call.ts in the image'],
  ['seed=$(vault read seed)', 'no command vault'],
])('a wrong command is noticed: %s', (line, fault) => {
  expect(commandFault(line)).toBe(fault);
});

it('notices a text that nothing logs', () => {
  expect(soughtTexts("k logs deployment/jobs | grep -e 'relay' -e 'no such text'")).toEqual([
    'relay',
    'no such text',
  ]);
  expect(isLogged('no such text')).toBe(false);
});
