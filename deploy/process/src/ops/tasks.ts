/** `ops tasks`: durable tasks that wait, and those that were given up. */

import { operatorAnswers, type TaskList } from '@svc/kit/operator';
import { optionsOf, print, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { ask, askEach, connected, type OpsShell, servicesOf } from './operator.ts';

export const tasks = (shell: OpsShell): Command =>
  new Command('tasks')
    .description('durable tasks: what waits, and what was given up')
    .addCommand(list(shell), { isDefault: true })
    .addCommand(retry(shell));

const list = (shell: OpsShell): Command =>
  new Command('list')
    .description('counts of tasks by state, and those that were given up')
    .argument('[service]', 'of this service alone')
    .action((service: string | undefined, _options, command: Command) => {
      const services = servicesOf(command, service);
      return connected(shell, command, async (link) => {
        const found = await askEach(shell, services, async (name) => ({
          service: name,
          ...(await ask(link, {
            service: name,
            action: 'listTasks',
            output: operatorAnswers.listTasks,
          })),
        }));
        const { json } = optionsOf(command, {});
        print(shell, json, [{ services: found }, () => textOf(shell, found)]);
      });
    });

type ServiceTasks = TaskList & { service: string };

function textOf(shell: OpsShell, found: readonly ServiceTasks[]): string {
  const counts = found.flatMap(({ service, counts: rows }) =>
    rows.map(({ task, due, running, later, given_up }) => [
      service,
      task,
      ...[due, running, later, given_up].map(String),
    ]),
  );
  const givenUp = found.flatMap(({ service, given_up: rows }) =>
    rows.map(({ id, task, created_at, last_error }) => [
      service,
      id,
      task,
      created_at,
      (last_error ?? '').split('\n', 1)[0] ?? '',
    ]),
  );
  const head = ['service', 'task', 'due', 'running', 'later', 'given up'];
  const shown = table(shell, head, counts);
  if (givenUp.length === 0) return shown;
  const second = table(shell, ['service', 'id', 'given up', 'since', 'last error'], givenUp);
  return `${shown}\n\n${second}`;
}

const retry = (shell: OpsShell): Command =>
  new Command('retry')
    .description('has tasks that were given up tried again')
    .argument('<service>', 'whose tasks')
    .argument('[ids...]', 'as `tasks` prints them')
    .option('--all', 'all of the service')
    .action((...[service, ids, , command]: [string, string[], object, Command]) => {
      const { all } = optionsOf(command, { all: z.boolean().default(false) });
      servicesOf(command, service);
      if (all === ids.length > 0) command.error('error: name tasks, or --all.');
      const unknown = ids.find((id) => !/^\d{1,18}$/.test(id));
      if (unknown) command.error(`error: "${unknown}" is no id of a task.`);
      return connected(shell, command, async (link) => {
        const request = { service, action: 'retryTasks', output: operatorAnswers.retryTasks };
        const { retried } = await ask(link, { ...request, input: all ? {} : { ids } });
        const { json } = optionsOf(command, {});
        print(shell, json, [{ retried }, () => `${retried.length} tried again`]);
        if (!all && retried.length < ids.length) shell.exitCode = 1;
      });
    });
