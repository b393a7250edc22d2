/** `ops status`: every role that answers, its version and health, and what waits in it. */

import type { BrokerNode } from '@svc/kit/broker';
import { operatorAnswers, type RoleStatus } from '@svc/kit/operator';
import { optionsOf, print, table } from '@svc/text/shell';
import { Command } from 'commander';
import { contractsByName } from '../call-command.ts';
import type { OperatorLink } from '../operator-link.ts';
import { allRoles, ask, connected, NoAnswer, type OpsShell } from './operator.ts';

/** Metrics of what waits, by the heading of their column; `age` is in seconds. */
const columns = [
  { title: 'outbox', count: 'svc_outbox_pending_events', age: 'svc_outbox_pending_age_seconds' },
  { title: 'lag', count: 'svc_consumer_pending_events' },
  { title: 'parked', count: 'svc_events_parked', age: 'svc_events_parked_age_seconds' },
  { title: 'dead', count: 'svc_dead_letters' },
  { title: 'tasks', count: 'svc_tasks_due', age: 'svc_tasks_due_age_seconds' },
  { title: 'webhooks', count: 'svc_webhook_deliveries_due', age: 'svc_webhook_queue_age_seconds' },
] as const;

/** A sandbox has no desk, and an installation without people needs none. */
const optionalRoles: ReadonlySet<string> = new Set(['desk']);

interface RoleReport extends Partial<RoleStatus> {
  role: string;
  answers: boolean;
  /** Connected processes, where that is known. */
  processes?: Pick<BrokerNode, 'id' | 'hostname' | 'version' | 'revision'>[];
}

export const status = (shell: OpsShell): Command =>
  new Command('status')
    .description('every role: version, health, and what waits; fails if one is not well')
    .action((_options, command: Command) =>
      connected(shell, command, async (link) => {
        const [nodes, ...asked] = await Promise.all([
          link.nodes(),
          ...allRoles.map((role) => reportOf(link, role)),
        ]);
        const reports = asked.filter(({ role, answers }) => answers || !optionalRoles.has(role));
        const known = nodes ? reports.map((report) => withProcesses(report, nodes)) : reports;
        const { json } = optionsOf(command, {});
        print(shell, json, [{ roles: known }, () => textOf(shell, known)]);
        if (known.some((report) => report.ready !== true || isHalted(report))) shell.exitCode = 1;
      }),
    );

async function reportOf(link: OperatorLink, role: string): Promise<RoleReport> {
  const request = { service: role, action: 'readStatus', output: operatorAnswers.readStatus };
  return ask(link, request).then(
    (found) => ({ role, answers: true, ...found }),
    (error: unknown) => {
      if (error instanceof NoAnswer) return { role, answers: false };
      throw error;
    },
  );
}

const withProcesses = (report: RoleReport, nodes: readonly BrokerNode[]): RoleReport => ({
  ...report,
  processes: nodes.filter(({ id }) => id.startsWith(`${report.role}.`)),
});

function textOf(shell: OpsShell, reports: readonly RoleReport[]): string {
  const head = ['role', 'health', 'version', 'revision', 'processes'];
  const rows = reports.map((report) => [
    report.role,
    healthOf(report),
    distinct(report, 'version'),
    distinct(report, 'revision'),
    report.processes ? String(report.processes.length) : '',
    ...columns.map((column) => cell(report, column)),
  ]);
  const lines = waitingLines(reports);
  const waiting = lines.length > 0 ? `\n\n${lines.join('\n')}` : '';
  return table(shell, [...head, ...columns.map(({ title }) => title)], rows) + waiting;
}

/** The transparency log signs nothing until it was compared with what others have seen. */
const isHalted = ({ figures = [] }: RoleReport): boolean =>
  figures.some(({ name, value }) => name === 'svc_log_halted' && value === 1);

function healthOf(report: RoleReport): string {
  const { answers, ready, figures, role } = report;
  if (!answers) return 'no answer';
  if (!ready) return 'not ready';
  if (isHalted(report)) return 'ready, halted';
  return figures || !contractsByName.has(role) ? 'ready' : 'ready, tables unread';
}

/** While a rollout is under way a role has several versions. */
function distinct(report: RoleReport, field: 'version' | 'revision'): string {
  const own = report.processes?.map((process) => process[field]) ?? [];
  const values = own.length > 0 ? own : [report[field] ?? ''];
  return [...new Set(values.map((value) => value.slice(0, 12)))].join(' ');
}

interface Column {
  count: string;
  age?: string;
}

/** The sum over consumers, and the greatest age where something waits. */
function cell({ figures }: RoleReport, { count, age }: Column): string {
  const counts = (figures ?? []).filter(({ name }) => name === count);
  if (counts.length === 0) return '';
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  const ages = (figures ?? []).filter(({ name }) => name === age).map(({ value }) => value);
  const oldest = Math.round(Math.max(0, ...ages));
  return total > 0 && oldest > 0 ? `${total}, ${oldest} s` : String(total);
}

/** Which consumers lag, and where events are parked or dead. */
const waitingLines = (reports: readonly RoleReport[]): string[] =>
  reports.flatMap(({ figures = [] }) =>
    figures
      .filter(({ labels, value }) => labels.consumer !== undefined && value > 0)
      .map(({ name, labels, value }) => `${name} ${labels.consumer}: ${Math.round(value)}`),
  );
