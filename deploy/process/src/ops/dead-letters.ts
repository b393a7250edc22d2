/** `ops dead-letters`, `ops redrive`. */

import { type DeadLetter, operatorAnswers } from '@svc/kit/operator';
import { optionsOf, print, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import type { OperatorLink } from '../operator-link.ts';
import { ask, askEach, connected, type OpsShell, servicesOf } from './operator.ts';

type Stored = DeadLetter & { service: string };

export const deadLetters = (shell: OpsShell): Command =>
  new Command('dead-letters')
    .description('events that used up their attempts, the oldest first')
    .argument('[service]', 'of this service alone')
    .action((service: string | undefined, _options, command: Command) => {
      const services = servicesOf(command, service);
      return connected(shell, command, async (link) => {
        const found = await readAll(shell, link, services);
        const { json } = optionsOf(command, {});
        print(shell, json, [{ dead_letters: found }, () => textOf(shell, found)]);
      });
    });

async function readAll(shell: OpsShell, link: OperatorLink, services: readonly string[]) {
  const found = await askEach(shell, services, (service) => readService(link, service));
  return inOrder(found.flat());
}

const inOrder = (found: readonly Stored[]): Stored[] =>
  found.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));

async function readService(link: OperatorLink, service: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for (let after: [string, string] | undefined; ; ) {
    const request = { service, action: 'listDeadLetters', output: operatorAnswers.listDeadLetters };
    const { data } = await ask(link, { ...request, input: after ? { after } : {} });
    found.push(...data.map((letter) => ({ service, ...letter })));
    const last = data.at(-1);
    if (!last) return found;
    after = [last.event_id, last.consumer];
  }
}

const textOf = (shell: OpsShell, found: readonly Stored[]): string =>
  table(
    shell,
    ['since', 'service', 'consumer', 'event', 'type', 'tenant', 'job', 'attempts'],
    found.map((letter) => [
      letter.created_at,
      letter.service,
      letter.consumer,
      letter.event_id,
      letter.type ?? 'no event',
      letter.tenant_id ?? '',
      letter.job_id ?? '',
      String(letter.deliveries),
    ]),
  );

export const redrive = (shell: OpsShell): Command =>
  new Command('redrive')
    .description('handles dead letters again, the oldest first; fails if one fails again')
    .argument('<service>', 'whose dead letters')
    .argument('[event-id]', 'one event')
    .option('--all', 'all of the service')
    .action((...[service, eventId, , command]: [string, string | undefined, object, Command]) => {
      const { all } = optionsOf(command, { all: z.boolean().default(false) });
      servicesOf(command, service);
      if (all === (eventId !== undefined)) {
        command.error('error: name one event, or --all.');
      }
      return connected(shell, command, (link) =>
        redriveOf(shell, command, { link, service, eventId }),
      );
    });

interface Wanted {
  link: OperatorLink;
  service: string;
  eventId: string | undefined;
}

async function redriveOf(shell: OpsShell, command: Command, { link, service, eventId }: Wanted) {
  const found = inOrder(await readService(link, service));
  const wanted = found.filter(
    ({ event_id, type }) => type !== null && (eventId === undefined || event_id === eventId),
  );
  if (wanted.length === 0 && eventId !== undefined) {
    throw new Error(`${service} has no dead letter of an event ${eventId}.`);
  }
  const results: { event_id: string; consumer: string; error: string | null }[] = [];
  for (const { event_id, consumer } of wanted) {
    const request = {
      service,
      action: 'redriveDeadLetter',
      output: operatorAnswers.redriveDeadLetter,
    };
    const { error = null } = await ask(link, { ...request, input: { consumer, event_id } });
    results.push({ event_id, consumer, error });
  }
  const failed = results.filter(({ error }) => error !== null);
  const { json } = optionsOf(command, {});
  const lines = () => [
    ...failed.map(({ event_id, consumer, error }) => `${event_id} ${consumer}: stays: ${error}`),
    `${results.length - failed.length} handled, ${failed.length} stay`,
  ];
  print(shell, json, [{ results }, () => lines().join('\n')]);
  if (failed.length > 0) shell.exitCode = 1;
}
